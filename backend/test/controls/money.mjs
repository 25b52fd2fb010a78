import { editText, removeIf, replace } from '../../../scripts/lib/mutation/operations.mjs';

const ledger = (name) => ({ project: 'integration', tests: 'money/ledger', name });
const invoices = (name) => ({ project: 'integration', tests: 'money/invoices', name });

export const moneyControls = [
  {
    id: 'T7.4',
    control: 'a member reads their own invoices only',
    mutation: replace('InvoiceReaderRepository.findDetail', 'userId === undefined', 'true'),
    project: 'integration',
    tests: 'money/invoice-routes',
    name: 'does not reach invoices of others',
  },
  {
    id: 'D9.20',
    control: 'the contents of an issued invoice never change',
    mutation: editText('Migration20261126121000_invoices/keepIssued', 'begin if row(new."id",', 'begin return new; if row(new."id",'),
    ...invoices('refuses to change an issued invoice'),
  },
  {
    id: 'D9.21',
    control: 'a transaction of the ledger adds up to zero in the database',
    mutation: editText(
      'Migration20261126120000_money_ledger/checkTransaction',
      'group by "currency" having sum("amount") <> 0) then',
      'group by "currency" having false) then',
    ),
    ...ledger('does not add up to zero'),
  },
  {
    id: 'D9.22',
    control: 'a transaction of the ledger adds up to zero in the code',
    mutation: removeIf('assertBalanced', 'sum !== 0n'),
    project: 'unit',
    tests: 'money/ledger',
  },
  {
    id: 'D9.23',
    control: 'a transaction of the ledger is reversed by its exact opposite only',
    mutation: editText(
      'Migration20261126120000_money_ledger/checkTransaction',
      'group by "account", "currency" having sum("amount") <> 0)',
      'group by "account", "currency" having false)',
    ),
    ...ledger('not the exact opposite'),
  },
  {
    id: 'D9.54',
    control: 'worthless tokens that anybody sends are stored up to a number a day',
    mutation: replace('withinRoom', 'left-- > 0', 'true'),
    project: 'unit',
    tests: 'invoice-payments/invoice-payment.rules',
  },
  {
    id: 'D9.55',
    control: 'a first account or pool takes over the payments of a fixed address after two approvals only',
    mutation: replace('isUsedAtOnce', 'change.target === TAKES_OVER[target]', 'false'),
    project: 'unit',
    tests: 'pay-addresses/pay-address.rules',
  },
  {
    id: 'D9.56',
    control: 'a payment is valued by the rate of the newest quote, never by the better of two',
    mutation: replace(
      'quoteInTime',
      'inTime.findLast(({ openedAt }) => openedAt.getTime() <= paid) ?? inTime[0] ?? null',
      'inTime[0] ?? null',
    ),
    project: 'unit',
    tests: 'chain/payments/payment.rules',
  },
];
