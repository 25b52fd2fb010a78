import { removeIf, replace } from '../../../scripts/lib/mutation/operations.mjs';

const suite = (file) => (name) => ({ project: 'integration', tests: `fund/${file}`, name });
const [mandates, accrual, invoices, redemptions] = ['mandates', 'accrual', 'fee-invoices', 'redemptions'].map(suite);

export const fundControls = [
  {
    id: 'D9.30',
    control: 'a client signs the terms that are in force, word by word',
    mutation: replace('MandatesService.sign', 'sha256 !== textSha256(CURRENT_TERMS)', 'false'),
    ...mandates('takes the terms as they are now'),
  },
  {
    id: 'D9.31',
    control: 'a mandate starts with the minimum at least',
    mutation: replace('MandatesService.countersign', 'scaled(equity) < scaled(minimum)', 'false'),
    ...mandates('takes the minimum of the terms'),
  },
  {
    id: 'D9.32',
    control: 'no fee is charged from a day in doubt',
    mutation: replace('FundCaseReader.account', 'isCertain && (unknownFrom === null || at <= unknownFrom)', 'equity !== null'),
    ...accrual('waits while its value is not certain'),
  },
  {
    id: 'D9.33',
    control: 'no fee is charged from a flow of unknown value on',
    mutation: replace('FundCaseReader.account', 'at <= unknownFrom', 'true'),
    ...accrual('is no result after a deposit of unknown value'),
  },
  {
    id: 'D9.34',
    control: 'an admin orders the invoices that they saw, and no others',
    mutation: replace(
      'FundInvoicingService.order',
      'count === 0 || count !== seen.count || scaled(total) !== scaled(seen.total)',
      'count === 0',
    ),
    ...invoices('is ordered as it was seen'),
  },
  {
    id: 'D9.37',
    control: 'two jobs of one mandate issue its invoices one after the other',
    mutation: replace('FundInvoicingService.issueFor', 'this.mandates.lock(tx, mandateId)', 'this.mandates.find(tx, mandateId)'),
    ...invoices('is issued once, however often'),
  },
  {
    id: 'D9.35',
    control: 'invoices of fund fees are not voided',
    mutation: removeIf('InvoicesService.void', '!canVoid(invoice)'),
    ...invoices('that was issued is not voided'),
  },
  {
    id: 'D9.36',
    control: 'a redemption is cancelled before its notice ends',
    mutation: replace('RedemptionsService.cancel', 'now >= new Date(found.lockedAt)', 'false'),
    ...redemptions('is possible until the notice ends'),
  },
];
