import { useId } from 'react';
import { day, utc } from '../../lib/format/date';
import { count } from '../../lib/format/decimal';
import type { CoverageWire, DatasetWire } from '../../lib/wire/types';
import { type Column, DataTable } from '../table/data-table';
import styles from './coverage.module.css';

export const datasetNames: Record<DatasetWire, string> = {
  spot_trades: 'Spot trades',
  futures_trades: 'Futures trades',
  futures_income: 'Futures journal',
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  movements_transfer: 'Transfers between wallets',
  movements_dust: 'Small balances converted',
  movements_convert: 'Conversions',
  movements_dividend: 'Dividends',
};

/** What may be claimed of a data set, in one sentence. */
export function claimOf({ completeFrom, completeTo, horizon, gapCount, symbols }: CoverageWire): string {
  if (completeFrom === null || completeTo === null) return 'Nothing is proven to be complete yet.';
  const until = `Complete from ${day(completeFrom)} to ${utc(completeTo)}`;
  const holes = gapCount > 0 ? `, but for ${gapCount === 1 ? 'one gap' : `${count(gapCount)} gaps`}` : '';
  const earlier = horizon !== null && Date.parse(horizon) >= Date.parse(completeFrom) ? ' Earlier is outside the exchange’s window.' : '';
  const gone =
    symbols.gone.length > 0
      ? ` ${symbols.gone.length === 1 ? 'One symbol is' : `${symbols.gone.length} symbols are`} no longer listed; what the exchange kept of them may be incomplete.`
      : '';
  return `${until}${holes}.${earlier}${gone}`;
}

/** Stands under a table: how much of the truth it shows. */
export function CoverageNote({ coverage, dataset }: { coverage: readonly CoverageWire[] | undefined; dataset: DatasetWire }) {
  const known = coverage?.find((one) => one.dataset === dataset);
  return known ? <p className={styles.note}>{claimOf(known)}</p> : null;
}

const reasons = { unread: 'Will be read', lost: 'The exchange tells it no more' } as const;

function Gaps({ gaps, gapCount }: CoverageWire) {
  const id = useId();
  if (gapCount === 0) return <>None</>;
  return (
    <details className={styles.gaps}>
      <summary id={id}>{count(gapCount)}</summary>
      <ul aria-labelledby={id}>
        {gaps.map(({ from, to, reason }) => (
          <li key={from}>
            {day(from)} – {day(to)}: {reasons[reason].toLowerCase()}
          </li>
        ))}
        {gapCount > gaps.length && <li>and {count(gapCount - gaps.length)} older ones</li>}
      </ul>
    </details>
  );
}

function Symbols({ symbols: { done, reading, gone, wanted } }: CoverageWire) {
  const words = [
    done > 0 && `${count(done)} read`,
    reading > 0 && `${count(reading)} being read`,
    gone.length > 0 && `${gone.length} no longer listed: ${gone.join(', ')}`,
    wanted.length > 0 && `${wanted.length} added by hand: ${wanted.join(', ')}`,
  ].filter(Boolean);
  return <>{words.length > 0 ? words.join(' · ') : '–'}</>;
}

const columns: readonly Column<CoverageWire>[] = [
  { id: 'dataset', header: 'Data', cell: (row) => <strong>{datasetNames[row.dataset]}</strong>, phone: 'title' },
  { id: 'from', header: 'Complete from', cell: (row) => day(row.completeFrom), phone: 'figure' },
  { id: 'to', header: 'To', cell: (row) => utc(row.completeTo), phone: 'figure' },
  { id: 'horizon', header: 'The exchange tells from', cell: (row) => (row.horizon === null ? 'The beginning' : day(row.horizon)) },
  { id: 'gaps', header: 'Gaps', cell: (row) => <Gaps {...row} />, wrap: true },
  { id: 'symbols', header: 'Symbols', cell: (row) => <Symbols {...row} />, wrap: true },
];

interface CoverageTableProps {
  coverage: readonly CoverageWire[] | undefined;
  error: unknown;
  onRetry: () => void;
}

/** What of each data set is proven to be here. */
export function CoverageTable({ coverage, error, onRetry }: CoverageTableProps) {
  return (
    <DataTable
      caption="What is proven to be complete"
      columns={columns}
      rows={coverage}
      rowKey={(row) => row.dataset}
      error={error}
      onRetry={onRetry}
      skeletonRows={5}
      cardsBelow={900}
      empty={{ title: 'Nothing has been read yet', text: 'The first sync starts when the KYC is approved.' }}
    />
  );
}
