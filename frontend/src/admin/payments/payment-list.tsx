import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { TransactionId } from '../../components/exchange/transaction-id';
import { Badge } from '../../components/feedback/badge';
import { Card, Screen } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import type { PaymentWire } from '../../lib/wire/types';
import { ResourceTable } from '../resource-table';
import { DecisionButtons } from '../reviews/decision-buttons';
import { DocumentButton } from '../reviews/document-button';
import { paymentKind } from '../reviews/review-kinds';
import styles from '../reviews/review-list.module.css';
import { PAYMENT_REFRESH_MILLISECONDS, pendingPayments } from './use-pending-payments';

const columns: readonly Column<PaymentWire>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' },
  {
    id: 'name',
    header: 'Name',
    cell: (row) => (
      <span className={`${styles.person} ${styles.name}`}>
        <Link to={consolePaths.payment(row.id)} title={`Review the payment of ${row.fullName}`}>
          <strong>{row.fullName}</strong>
        </Link>
        <span className={styles.detail} title={row.email}>{row.email}</span>
      </span>
    ),
    phone: 'title',
  },
  { id: 'membership', header: 'Membership', cell: (row) => (row.membership === 'hedge fund' ? 'Hedge fund' : 'Trade club'), phone: 'figure' },
  { id: 'amount', header: 'Amount', cell: (row) => `$${row.amount}`, align: 'end', phone: 'figure' },
  { id: 'txid', header: 'Transaction id', cell: (row) => (row.txid === null ? <span title="The member gave none">–</span> : <TransactionId value={row.txid} />) },
  { id: 'proof', header: 'Proof of payment', cell: (row) => <DocumentButton title={`Proof of payment of ${row.fullName}`} link={row.proofOfPaymentUrl} /> },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => (
      <span className={styles.person}>
        <Badge tone="info">Pending</Badge>
        <span className={styles.time}>
          <Moment at={row.submittedAt} relative />
        </span>
      </span>
    ),
    phone: 'title',
  },
  { id: 'action', header: 'Action', cell: (row) => <DecisionButtons kind={paymentKind} review={row} />, align: 'end', phone: 'actions' },
];

/** The proofs of payment that wait for an admin. */
export function PaymentList() {
  return (
    <Screen title="Pending payments" intro="Oldest first. A name opens the case. Check amount, address and transaction id before you approve.">
      <Card flush>
        <ResourceTable
          resource="payments"
          caption="Pending payments"
          columns={columns}
          cardsBelow={1280}
          {...pendingPayments}
          refresh={() => PAYMENT_REFRESH_MILLISECONDS}
          empty={{ title: 'Nothing is waiting', text: 'Proofs of payment appear here as soon as a member sends one.' }}
        />
      </Card>
    </Screen>
  );
}
