import { TransactionId } from '../../../components/exchange/transaction-id';
import type { Column } from '../../../components/table/data-table';
import type { PaymentWire } from '../../../lib/wire/types';
import { sentBeginning, sentEnd } from '../../reviews/review-columns';
import { paymentKind } from '../../reviews/review-kinds';
import { membershipName } from '../user-columns';
import { listOfUser } from './list-of-user';

const columns: readonly Column<PaymentWire>[] = [
  ...sentBeginning,
  { id: 'membership', header: 'Membership', cell: (row) => membershipName(row.membership) },
  { id: 'amount', header: 'Amount', cell: (row) => `$${row.amount}`, align: 'end', phone: 'figure' },
  {
    id: 'txid',
    header: 'Transaction ID',
    cell: (row) => (row.txid === null ? <span title="Not given">–</span> : <TransactionId value={row.txid} />),
  },
  ...sentEnd(paymentKind),
];

/** Every proof of payment somebody sent, and what became of it. */
export const PaymentsTab = listOfUser({
  resource: 'payments',
  storeKey: 'payments-of-user',
  caption: 'Payments',
  columns,
  dense: true,
  empty: { title: 'No payment yet', text: 'Proofs of payment appear here when this member sends them.' },
});
