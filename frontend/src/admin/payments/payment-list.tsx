import { TransactionId } from '../../components/exchange/transaction-id';
import { Card, Screen } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import type { PaymentWire } from '../../lib/wire/types';
import { ResourceList } from '../list/resource-list';
import { DocumentButton } from '../reviews/document-button';
import { waitingBeginning, waitingEnd } from '../reviews/review-columns';
import { paymentKind } from '../reviews/review-kinds';
import { useLiveViewers } from '../reviews/use-live-viewers';
import { membershipName } from '../users/user-columns';
import { SHOWN_BY_CHAIN } from './shown-by-chain';
import { PAYMENT_REFRESH_MILLISECONDS, pendingPayments } from './use-pending-payments';

const columns: readonly Column<PaymentWire>[] = [
  ...waitingBeginning<PaymentWire>(paymentKind),
  { id: 'membership', header: 'Membership', cell: (row) => membershipName(row.membership), phone: 'figure' },
  { id: 'amount', header: 'Amount', cell: (row) => `$${row.amount}`, align: 'end', phone: 'figure' },
  {
    id: 'txid',
    header: 'Transaction ID',
    cell: (row) => (row.txid === null ? <span title="Not given">–</span> : <TransactionId value={row.txid} />),
  },
  {
    id: 'proof',
    header: 'Proof of payment',
    cell: (row) =>
      row.proofOfPaymentUrl === null ? (
        SHOWN_BY_CHAIN
      ) : (
        <DocumentButton title={`Proof of payment of ${row.fullName}`} link={row.proofOfPaymentUrl} />
      ),
  },
  ...waitingEnd<PaymentWire>(paymentKind),
];

/** The proofs of payment that wait for an admin. */
export function PaymentList() {
  useLiveViewers(paymentKind);
  return (
    <Screen
      title="Pending payments"
      intro="Oldest first. Select a name to open the case. Check amount, address and transaction ID before you approve."
    >
      <Card flush>
        <ResourceList
          resource="payments"
          caption="Pending payments"
          columns={columns}
          cardsBelow={1280}
          {...pendingPayments}
          refresh={() => PAYMENT_REFRESH_MILLISECONDS}
          empty={{ title: 'Nothing is waiting', text: 'Proofs of payment appear here when members send them.' }}
        />
      </Card>
    </Screen>
  );
}
