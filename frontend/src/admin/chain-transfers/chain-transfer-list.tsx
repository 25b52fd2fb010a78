import { createContext, use, useState } from 'react';
import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { TransactionId } from '../../components/exchange/transaction-id';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import { InvoiceNumber } from '../../components/invoice-payment/invoice-number';
import { Card, Screen } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import type { ChainTransferRecordWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { choiceFilter, searchFilter } from '../list/filters';
import { ResourceList } from '../list/resource-list';
import styles from './chain-transfers.module.css';
import { ResolveDialog } from './resolve-dialog';
import { attentionOf, attentionWords, chainNames, outcomeWords, stateNames, TransferState } from './transfer-words';

const REFRESH_MILLISECONDS = 60_000;

const reasons = Object.entries(attentionWords).map(([reason, { name }]) => [reason, name] as const);
const filters = [
  searchFilter('Transaction, invoice or name'),
  choiceFilter('attention', 'Attention', [['needed', 'Needs attention'], ...reasons]),
  choiceFilter('state', 'State', Object.entries(stateNames)),
  choiceFilter('chain', 'Chain', Object.entries(chainNames)),
];
const sorts = [
  { by: 'seenAt', order: 'desc' },
  { by: 'attentionAt', order: 'asc' },
] as const;
/** A failed transaction moved nothing, and another token has amounts of its own: the state says so. */
const amountOf = ({ amount, coin, reason }: ChainTransferRecordWire) =>
  reason === 'reverted' || reason === 'wrong-contract' ? '—' : `${amount} ${coin}`;

const columns: readonly Column<ChainTransferRecordWire>[] = [
  { id: 'seen', header: 'Seen', cell: (row) => <Moment at={row.seenAt} />, phone: 'title', sort: 'seenAt' },
  { id: 'invoice', header: 'Member and invoice', cell: (row) => <Belongs transfer={row} />, phone: 'title' },
  { id: 'amount', header: 'Amount', cell: amountOf, align: 'end', phone: 'figure' },
  { id: 'state', header: 'State', cell: (row) => <State transfer={row} />, wrap: true },
  { id: 'attention', header: 'Attention', cell: (row) => <Attention transfer={row} />, wrap: true, sort: 'attentionAt' },
  { id: 'txid', header: 'Transaction ID', cell: (row) => <TransactionId value={row.txid} /> },
];
const empty = {
  title: 'No payments on chain yet',
  text: 'Payments appear here as soon as they are seen on chain.',
  filtered: { title: 'Nothing found', text: 'No payment on chain matches these filters. Clear them to see every payment.' },
};

/** Opens the dialog of a transfer. The list holds it: rows come and go with a refresh or a change of the layout. */
const Resolve = createContext<(transfer: ChainTransferRecordWire) => void>(() => undefined);

/** Every payment on chain to our addresses; at the start those that need a person. */
export function ChainTransferList() {
  const [resolving, setResolving] = useState<ChainTransferRecordWire | null>(null);
  return (
    <Screen
      title="Payments on chain"
      intro="Payments to our addresses, newest first. Exact ones are booked automatically. Check those that need attention."
    >
      <Card flush>
        <Resolve value={setResolving}>
          <ResourceList
            resource="chain-transfers"
            caption="Payments on chain"
            columns={columns}
            filters={filters}
            startingFilter={{ attention: 'needed' }}
            sorts={sorts}
            dense
            cardsBelow={1280}
            refresh={() => REFRESH_MILLISECONDS}
            empty={empty}
          />
        </Resolve>
      </Card>
      {resolving && <ResolveDialog transfer={resolving} onClose={() => setResolving(null)} />}
    </Screen>
  );
}

type Shown = { transfer: ChainTransferRecordWire };

function Belongs({ transfer: { invoice, member } }: Shown) {
  if (invoice === null || member === null) return <span title="It matches no invoice">–</span>;
  return (
    <span className={styles.lines}>
      <Link to={consolePaths.user(member.userId)}>{member.fullName}</Link>
      <Link to={consolePaths.invoice(invoice.id)}>
        <InvoiceNumber number={invoice.number} />
      </Link>
    </span>
  );
}

function State({ transfer }: Shown) {
  return (
    <span className={styles.state}>
      <TransferState transfer={transfer} />
    </span>
  );
}

function Attention({ transfer }: Shown) {
  const resolve = use(Resolve);
  const { attention, attentionAt, resolution } = transfer;
  if (resolution !== null) return <Resolved resolution={resolution} />;
  if (attention === null) return <span title="No action needed">–</span>;
  const { name, advice } = attentionOf(attention, transfer);
  return (
    <div className={styles.attention}>
      <Badge tone="warn">{name}</Badge>
      <span>{advice}</span>
      <span className={styles.detail}>
        Since <Moment at={attentionAt} />
      </span>
      <Allowed to="payments.decide">
        <Button size="small" onClick={() => resolve(transfer)}>
          Resolve…
        </Button>
      </Allowed>
    </div>
  );
}

function Resolved({ resolution: { outcome, at, by, note } }: { resolution: NonNullable<ChainTransferRecordWire['resolution']> }) {
  return (
    <div className={styles.attention}>
      <Badge tone="neutral">{outcomeWords[outcome]}</Badge>
      {note !== null && <span>{note}</span>}
      <span className={styles.detail}>
        {by === null ? 'By a former admin' : by}, <Moment at={at} />
      </span>
    </div>
  );
}
