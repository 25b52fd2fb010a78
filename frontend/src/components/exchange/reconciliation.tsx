import { CircleCheck, CircleHelp, CircleSlash, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { exact, signOf } from '../../lib/format/decimal';
import type { ReconciledAssetWire, ReconciliationStatusWire, ReconciliationWire } from '../../lib/wire/types';
import type { Tone } from '../../theme/tokens';
import { Badge } from '../feedback/badge';
import { Card, Grid } from '../layout/screen';
import { type Column, DataTable } from '../table/data-table';
import { Moment, Usdt } from './figures';
import styles from './reconciliation.module.css';

const statuses: Record<ReconciliationStatusWire, { tone: Tone | 'neutral'; words: string; meaning: string; icon: ReactNode }> = {
  balanced: {
    tone: 'up',
    words: 'Balanced',
    meaning: 'The records add up to the reported balance.',
    icon: <CircleCheck aria-hidden="true" />,
  },
  explained: {
    tone: 'info',
    words: 'Explained',
    meaning: 'There is a residual with a known cause.',
    icon: <CircleHelp aria-hidden="true" />,
  },
  open: {
    tone: 'warn',
    words: 'Unexplained',
    meaning: 'Nothing on record explains the residual. See the next step.',
    icon: <TriangleAlert aria-hidden="true" />,
  },
  unavailable: {
    tone: 'neutral',
    words: 'Not possible',
    meaning: 'The exchange does not provide enough data for this asset.',
    icon: <CircleSlash aria-hidden="true" />,
  },
};

function Status({ asset: { status, reasons, hints } }: { asset: ReconciledAssetWire }) {
  const { tone, words, meaning, icon } = statuses[status];
  const remarks = [...reasons, ...hints];
  return (
    <span className={styles.status}>
      <Badge tone={tone} icon={icon} title={meaning}>
        {words}
      </Badge>
      {remarks.length > 0 && (
        <details>
          <summary>{remarks.length === 1 ? 'Why' : `${remarks.length} remarks`}</summary>
          <ul>
            {remarks.map(({ code, text }) => (
              <li key={code}>{text}</li>
            ))}
          </ul>
        </details>
      )}
    </span>
  );
}

/** A signed movement; nothing is a dash, so that what happened stands out. */
const signed = (value: string | null) =>
  value === null ? (
    <span title="Not available from the exchange">–</span>
  ) : signOf(value) === 0 ? (
    <span className={styles.nothing}>0</span>
  ) : (
    exact(value)
  );

/** Only what nothing explains stands out. */
const residual = (row: ReconciledAssetWire) => (row.status === 'open' ? <strong>{exact(row.residual)}</strong> : exact(row.residual));

type MovementKey =
  | 'opening'
  | 'deposits'
  | 'withdrawals'
  | 'buys'
  | 'sells'
  | 'fees'
  | 'transfers'
  | 'converts'
  | 'dust'
  | 'dividends'
  | 'earn'
  | 'realizedPnl'
  | 'funding'
  | 'other';
type Movement = readonly [key: MovementKey, header: string];

const beginning: readonly Column<ReconciledAssetWire>[] = [
  { id: 'asset', header: 'Asset', cell: (row) => <strong>{row.asset}</strong>, phone: 'title', pin: true },
  { id: 'status', header: 'Status', cell: (row) => <Status asset={row} />, wrap: true, phone: 'title' },
];
const ending: readonly Column<ReconciledAssetWire>[] = [
  { id: 'expected', header: 'Expected', cell: (row) => exact(row.expected), align: 'end' },
  { id: 'reported', header: 'Reported', cell: (row) => exact(row.reported), align: 'end' },
  { id: 'residual', header: 'Residual', cell: residual, align: 'end', phone: 'figure' },
  { id: 'worth', header: 'Residual (USDT)', cell: (row) => <Usdt value={row.residualWorth} />, align: 'end', phone: 'figure' },
];

const spotMovements: readonly Movement[] = [
  ['opening', 'Opening'],
  ['deposits', 'Deposits'],
  ['withdrawals', 'Withdrawals'],
  ['buys', 'Buys'],
  ['sells', 'Sells'],
  ['fees', 'Fees'],
  ['transfers', 'Transfers'],
  ['converts', 'Conversions'],
  ['dust', 'Small balances'],
  ['dividends', 'Dividends'],
  ['earn', 'Earn'],
  ['other', 'Other'],
];

const futuresMovements: readonly Movement[] = [
  ['opening', 'Opening'],
  ['transfers', 'Transfers'],
  ['realizedPnl', 'Realised profit'],
  ['fees', 'Commission'],
  ['funding', 'Funding'],
  ['other', 'Other'],
];

/** The movements that an asset of the table has; a column of zeros would only push the residual off the screen. */
function columnsOf(movements: readonly Movement[], rows: readonly ReconciledAssetWire[] | undefined): Column<ReconciledAssetWire>[] {
  const shown = movements.filter(([key]) => !rows || rows.length === 0 || rows.some((row) => row[key] === null || signOf(row[key]) !== 0));
  return [
    ...beginning,
    ...shown.map(([key, header]): Column<ReconciledAssetWire> => ({ id: key, header, cell: (row) => signed(row[key]), align: 'end' })),
    ...ending,
  ];
}

interface ReconciliationProps {
  reconciliation: ReconciliationWire | undefined;
  error: unknown;
  onRetry: () => void;
}

/** Compares everything that moved a balance with the reported balance, by asset. A residual is always shown. */
export function ReconciliationCards({ reconciliation, error, onRetry }: ReconciliationProps) {
  const of = (kind: ReconciledAssetWire['kind']) => reconciliation?.assets.filter((row) => row.kind === kind);
  const table = (title: string, kind: ReconciledAssetWire['kind'], movements: readonly Movement[], empty: string) => (
    <Card
      title={title}
      aside={
        reconciliation?.readAt && (
          <span className={styles.readAt}>
            As of <Moment at={reconciliation.readAt} />
          </span>
        )
      }
      flush
      span={12}
    >
      <DataTable
        caption={title}
        columns={columnsOf(movements, of(kind))}
        rows={of(kind)}
        rowKey={(row) => row.id}
        error={error}
        onRetry={onRetry}
        cardsBelow={1280}
        skeletonRows={4}
        empty={{ title: 'Nothing to reconcile', text: empty }}
      />
    </Card>
  );
  return (
    <Grid>
      {table('Spot balances', 'spot', spotMovements, 'Balances are reconciled after the first sync.')}
      {table('Futures wallet', 'futures', futuresMovements, 'There is no futures wallet, or it has not been read yet.')}
      {reconciliation && reconciliation.notes.length > 0 && (
        <Card title="Notes" span={12}>
          <ul className={styles.notes}>
            {reconciliation.notes.map(({ code, text }) => (
              <li key={code}>{text}</li>
            ))}
          </ul>
        </Card>
      )}
    </Grid>
  );
}
