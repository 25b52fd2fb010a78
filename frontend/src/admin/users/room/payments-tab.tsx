import { TransactionId } from '../../../components/exchange/transaction-id';
import { Card } from '../../../components/layout/screen';
import type { Column } from '../../../components/table/data-table';
import type { PaymentWire } from '../../../lib/wire/types';
import { ResourceList } from '../../list/resource-list';
import { sentBeginning, sentEnd } from '../../reviews/review-columns';
import { paymentKind } from '../../reviews/review-kinds';
import { membershipName } from '../user-columns';

const columns: readonly Column<PaymentWire>[] = [
  ...sentBeginning,
  { id: 'membership', header: 'Membership', cell: (row) => membershipName(row.membership) },
  { id: 'amount', header: 'Amount', cell: (row) => `$${row.amount}`, align: 'end', phone: 'figure' },
  {
    id: 'txid',
    header: 'Transaction id',
    cell: (row) => (row.txid === null ? <span title="The member gave none">–</span> : <TransactionId value={row.txid} />),
  },
  ...sentEnd(paymentKind),
];

/** Every proof of payment somebody sent, and what became of it. */
export function PaymentsTab({ userId }: { userId: string }) {
  return (
    <Card flush>
      <ResourceList
        resource="payments"
        caption="Payments"
        columns={columns}
        dense
        storeKey="payments-of-user"
        filter={{ userId }}
        empty={{ title: 'No payment yet', text: 'Proofs of payment appear here once this member has sent one.' }}
      />
    </Card>
  );
}
