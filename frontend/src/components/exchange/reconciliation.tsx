import { CircleCheck, CircleHelp, CircleSlash, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { exact, signOf } from '../../lib/format/decimal';
import type { ReconciledAssetWire, ReconciliationStatusWire, ReconciliationWire } from '../../lib/wire/types';
import type { Tone } from '../../theme/tokens';
import { Badge } from '../feedback/badge';
import { Card, Grid } from '../layout/screen';
import { type Column, DataTable } from '../table/data-table';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { Moment, Usdt } from './figures';
import styles from './reconciliation.module.css';

const statuses: Record<ReconciliationStatusWire, { tone: Tone | 'neutral'; icon: ReactNode }> = {
  balanced: {
    tone: 'up',
    icon: <CircleCheck aria-hidden="true" />,
  },
  explained: {
    tone: 'info',
    icon: <CircleHelp aria-hidden="true" />,
  },
  open: {
    tone: 'warn',
    icon: <TriangleAlert aria-hidden="true" />,
  },
  unavailable: {
    tone: 'neutral',
    icon: <CircleSlash aria-hidden="true" />,
  },
};

function Status({ asset: { status, reasons, hints } }: { asset: ReconciledAssetWire }) {
  const { tone, icon } = statuses[status];
  const remarks = [...reasons, ...hints];
  return (
    <span className={styles.status}>
      <Badge tone={tone} icon={icon} title={t(`exchange.reconciliation.status.${status}.meaning`)}>
        {t(`exchange.reconciliation.status.${status}.name`)}
      </Badge>
      {remarks.length > 0 && (
        <details>
          <summary>{t('exchange.reconciliation.remarks', { count: remarks.length })}</summary>
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
    <span title={t('exchange.reconciliation.unavailable')}>–</span>
  ) : signOf(value) === 0 ? (
    <span className={styles.nothing}>0</span>
  ) : (
    exact(value)
  );

/** Only what nothing explains stands out. */
const residual = (row: ReconciledAssetWire) => (row.status === 'open' ? <strong>{exact(row.residual)}</strong> : exact(row.residual));

const beginning = (): readonly Column<ReconciledAssetWire>[] => [
  { id: 'asset', header: t('exchange.reconciliation.asset'), cell: (row) => <strong>{row.asset}</strong>, phone: 'title', pin: true },
  { id: 'status', header: t('exchange.column.status'), cell: (row) => <Status asset={row} />, wrap: true, phone: 'title' },
];
const ending = (): readonly Column<ReconciledAssetWire>[] => [
  { id: 'expected', header: t('exchange.reconciliation.expected'), cell: (row) => exact(row.expected), align: 'end' },
  { id: 'reported', header: t('exchange.reconciliation.reported'), cell: (row) => exact(row.reported), align: 'end' },
  { id: 'residual', header: t('exchange.reconciliation.residual'), cell: residual, align: 'end', phone: 'figure' },
  {
    id: 'worth',
    header: t('exchange.reconciliation.residualWorth'),
    cell: (row) => <Usdt value={row.residualWorth} />,
    align: 'end',
    phone: 'figure',
  },
];

const spotMovements = [
  'opening',
  'deposits',
  'withdrawals',
  'buys',
  'sells',
  'fees',
  'transfers',
  'converts',
  'dust',
  'dividends',
  'earn',
  'other',
] as const;
const futuresMovements = ['opening', 'transfers', 'realizedPnl', 'fees', 'funding', 'other'] as const;
type Movement = (typeof spotMovements | typeof futuresMovements)[number];

/** The movements that an asset of the table has; a column of zeros would only push the residual off the screen. */
function columnsOf(
  kind: ReconciledAssetWire['kind'],
  movements: readonly Movement[],
  rows: readonly ReconciledAssetWire[] | undefined,
): Column<ReconciledAssetWire>[] {
  // Futures exchanges call their fees a commission.
  const nameOf = (key: Movement) => (kind === 'futures' && key === 'fees' ? 'commission' : key);
  const shown = movements.filter((key) => !rows || rows.length === 0 || rows.some((row) => row[key] === null || signOf(row[key]) !== 0));
  return [
    ...beginning(),
    ...shown.map((key): Column<ReconciledAssetWire> => ({
      id: key,
      header: t(`exchange.reconciliation.movement.${nameOf(key)}`),
      cell: (row) => signed(row[key]),
      align: 'end',
    })),
    ...ending(),
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
  const table = (kind: ReconciledAssetWire['kind'], movements: readonly Movement[]) => (
    <Card
      title={t(`exchange.reconciliation.${kind}.title`)}
      aside={
        reconciliation?.readAt && (
          <span className={styles.readAt}>
            <Trans id="exchange.reconciliation.asOf" tags={{ moment: <Moment at={reconciliation.readAt} /> }} />
          </span>
        )
      }
      flush
      span={12}
    >
      <DataTable
        caption={t(`exchange.reconciliation.${kind}.title`)}
        columns={columnsOf(kind, movements, of(kind))}
        rows={of(kind)}
        rowKey={(row) => row.id}
        error={error}
        onRetry={onRetry}
        cardsBelow={1280}
        skeletonRows={4}
        empty={{ title: t('exchange.reconciliation.nothing'), text: t(`exchange.reconciliation.${kind}.empty`) }}
      />
    </Card>
  );
  return (
    <Grid>
      {table('spot', spotMovements)}
      {table('futures', futuresMovements)}
      {reconciliation && reconciliation.notes.length > 0 && (
        <Card title={t('exchange.reconciliation.notes')} span={12}>
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
