import { useId } from 'react';
import { day, utc } from '../../lib/format/date';
import { count } from '../../lib/format/decimal';
import type { CoverageWire, DatasetWire } from '../../lib/wire/types';
import { type Column, DataTable } from '../table/data-table';
import { t } from '../../lib/i18n/texts';
import styles from './coverage.module.css';

/** Returns which part of a data set is complete, in words. */
export function claimOf({ completeFrom, completeTo, horizon, gapCount, symbols }: CoverageWire): string {
  if (completeFrom === null || completeTo === null) return t('exchange.coverage.claim.nothing');
  const span = { from: day(completeFrom), to: utc(completeTo) };
  const claims = [
    gapCount > 0 ? t('exchange.coverage.claim.butGaps', { ...span, count: gapCount }) : t('exchange.coverage.claim.whole', span),
    horizon !== null && Date.parse(horizon) >= Date.parse(completeFrom) && t('exchange.coverage.claim.horizon'),
    symbols.gone.length > 0 && t('exchange.coverage.claim.gone', { count: symbols.gone.length }),
  ];
  return claims.filter(Boolean).join(' ');
}

/** Shown under a table: which part of its data set is complete. */
export function CoverageNote({ coverage, dataset }: { coverage: readonly CoverageWire[] | undefined; dataset: DatasetWire }) {
  const known = coverage?.find((one) => one.dataset === dataset);
  return known ? <p className={styles.note}>{claimOf(known)}</p> : null;
}

function Gaps({ gaps, gapCount }: CoverageWire) {
  const id = useId();
  if (gapCount === 0) return <>{t('exchange.coverage.noGaps')}</>;
  return (
    <details className={styles.gaps}>
      <summary id={id}>{count(gapCount)}</summary>
      <ul aria-labelledby={id}>
        {gaps.map(({ from, to, reason }) => (
          <li key={from}>
            {day(from)} – {day(to)}: {t(`exchange.coverage.reason.${reason}`)}
          </li>
        ))}
        {gapCount > gaps.length && <li>{t('exchange.coverage.olderGaps', { count: gapCount - gaps.length })}</li>}
      </ul>
    </details>
  );
}

function Symbols({ symbols: { done, reading, gone, wanted } }: CoverageWire) {
  const words = [
    done > 0 && t('exchange.coverage.done', { count: done }),
    reading > 0 && t('exchange.coverage.reading', { count: reading }),
    gone.length > 0 && t('exchange.coverage.gone', { count: gone.length, symbols: gone.join(', ') }),
    wanted.length > 0 && t('exchange.coverage.wanted', { count: wanted.length, symbols: wanted.join(', ') }),
  ].filter(Boolean);
  return <>{words.length > 0 ? words.join(' · ') : '–'}</>;
}

const columns = (): readonly Column<CoverageWire>[] => [
  {
    id: 'dataset',
    header: t('exchange.coverage.data'),
    cell: (row) => <strong>{t(`exchange.dataset.${row.dataset}`)}</strong>,
    phone: 'title',
  },
  { id: 'from', header: t('exchange.coverage.from'), cell: (row) => day(row.completeFrom), phone: 'figure' },
  { id: 'to', header: t('exchange.coverage.to'), cell: (row) => utc(row.completeTo), phone: 'figure' },
  {
    id: 'horizon',
    header: t('exchange.coverage.horizon'),
    cell: (row) => (row.horizon === null ? t('exchange.coverage.beginning') : day(row.horizon)),
  },
  { id: 'gaps', header: t('exchange.coverage.gaps'), cell: (row) => <Gaps {...row} />, wrap: true },
  { id: 'symbols', header: t('exchange.coverage.symbols'), cell: (row) => <Symbols {...row} />, wrap: true },
];

interface CoverageTableProps {
  coverage: readonly CoverageWire[] | undefined;
  error: unknown;
  onRetry: () => void;
}

/** Shows which part of each data set is complete. */
export function CoverageTable({ coverage, error, onRetry }: CoverageTableProps) {
  return (
    <DataTable
      caption={t('exchange.coverage.title')}
      columns={columns()}
      rows={coverage}
      rowKey={(row) => row.dataset}
      error={error}
      onRetry={onRetry}
      skeletonRows={5}
      cardsBelow={900}
      empty={{ title: t('exchange.coverage.empty.title'), text: t('exchange.coverage.empty.text') }}
    />
  );
}
