import { Link } from 'react-router';
import { Moment } from '../../../components/exchange/figures';
import { TransactionId } from '../../../components/exchange/transaction-id';
import { buttonClass } from '../../../components/feedback/button';
import { Card } from '../../../components/layout/screen';
import type { Column } from '../../../components/table/data-table';
import { consolePaths } from '../../../config/console-routes';
import type { PaymentWire } from '../../../lib/wire/types';
import { ResourceTable } from '../../resource-table';
import { membershipName } from '../user-columns';
import { Decision } from './decision';

const columns: readonly Column<PaymentWire>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' },
  { id: 'submitted', header: 'Submitted', cell: (row) => <Moment at={row.submittedAt} />, phone: 'title' },
  { id: 'membership', header: 'Membership', cell: (row) => membershipName(row.membership) },
  { id: 'amount', header: 'Amount', cell: (row) => `$${row.amount}`, align: 'end', phone: 'figure' },
  { id: 'txid', header: 'Transaction id', cell: (row) => (row.txid === null ? <span title="The member gave none">–</span> : <TransactionId value={row.txid} />) },
  { id: 'status', header: 'Status', cell: (row) => <Decision of={row} />, phone: 'figure' },
  { id: 'reason', header: 'Reason', cell: (row) => row.reason ?? '–', wrap: true },
  { id: 'decided', header: 'Decided', cell: (row) => (row.decidedAt === null ? '–' : <Moment at={row.decidedAt} />) },
  { id: 'by', header: 'Decided by', cell: (row) => row.decidedBy?.fullName ?? '–' },
  {
    id: 'action',
    header: 'Action',
    cell: (row) => (
      <Link to={consolePaths.payment(row.id)} className={buttonClass({ size: 'small' })} aria-label={`Open the payment of ${row.submittedAt.slice(0, 10)}`}>
        Open
      </Link>
    ),
    align: 'end',
    phone: 'actions',
  },
];

/** Every proof of payment somebody sent, and what became of it. */
export function PaymentsTab({ userId }: { userId: string }) {
  return (
    <Card flush>
      <ResourceTable resource="payments" caption="Payments" columns={columns} cardsBelow={1100} filter={{ userId }} empty={{ title: 'No payment yet', text: 'Proofs of payment appear here once this member has sent one.' }} />
    </Card>
  );
}
