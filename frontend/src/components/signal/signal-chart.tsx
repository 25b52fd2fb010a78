import { ChartCandlestick, Table2 } from 'lucide-react';
import { Suspense, lazy, useRef, useState } from 'react';
import type { SignalCandlesWire, SignalWire } from '../../lib/wire/types';
import { LibraryLink } from '../chart/library-link';
import { pictureOf } from '../chart/picture';
import { Moment } from '../exchange/figures';
import { ExportButton } from '../export/export-button';
import { Button } from '../feedback/button';
import { EmptyState, ErrorState, Skeleton } from '../feedback/states';
import { type Column, DataTable } from '../table/data-table';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { levelsOf, stopText, zonesOf } from './levels';
import { stateOf } from './outcome';
import { type StoryEvent, storyOf } from './story';
import styles from './signal.module.css';

const Canvas = lazy(async () => ({ default: (await import('./signal-chart-canvas')).SignalChartCanvas }));

interface SignalChartProps {
  signal: SignalWire;
  chart: SignalCandlesWire | undefined;
  error: unknown;
  onRetry: () => void;
}

const span = (seconds: number): string =>
  seconds < 3600
    ? t('common.format.minutes', { count: seconds / 60 })
    : seconds < 86_400
      ? t('common.format.hours', { count: seconds / 3600 })
      : t('common.format.days', { count: seconds / 86_400 });

/** The market around the life of a signal, with its levels and what happened: drawn, or as a table. */
export function SignalChart({ signal, chart, error, onRetry }: SignalChartProps) {
  const [asTable, setAsTable] = useState(false);
  const shot = useRef<(() => HTMLCanvasElement) | null>(null);
  if (chart === undefined)
    return (
      <div className={styles.plot}>
        {error == null ? <Skeleton height="100%" /> : <ErrorState title={t('signals.chart.failed')} error={error} onRetry={onRetry} />}
      </div>
    );
  if (chart.candles.length === 0) {
    return (
      <div className={styles.plot}>
        <EmptyState title={t('signals.chart.none')}>{t('signals.chart.noneText')}</EmptyState>
      </div>
    );
  }
  const label = t('signals.chart.label', { symbol: signal.symbol, meaning: stateOf(signal).meaning });
  const title = t('signals.chart.picture', { symbol: signal.symbol });
  const picture = () =>
    shot.current &&
    pictureOf(shot.current(), {
      title,
      legend: levelsOf(signal, chart.stops).map(({ name, price, tone }) => ({ color: tone, text: `${name} ${stopText(signal, price)}` })),
      source: t('signals.chart.source'),
    });
  return (
    <figure className={styles.figure}>
      <div className={styles.chartHead}>
        <Legend signal={signal} chart={chart} />
        <ExportButton
          content={{ kind: 'png', picture }}
          name={`tidemark-${signal.symbol.replaceAll(/\W/g, '-')}`}
          label={title}
          disabled={asTable}
        />
        <Button
          size="small"
          look="quiet"
          aria-pressed={asTable}
          icon={asTable ? <ChartCandlestick size={16} aria-hidden="true" /> : <Table2 size={16} aria-hidden="true" />}
          onClick={() => setAsTable(!asTable)}
        >
          {t(asTable ? 'signals.chart.asChart' : 'signals.chart.asTable')}
        </Button>
      </div>
      <div className={styles.plot}>
        {asTable ? (
          <div className={styles.scroll} role="region" aria-label={t('signals.chart.tableLabel')} tabIndex={0}>
            <DataTable
              caption={t('signals.chart.table')}
              columns={columns()}
              rows={storyOf(signal, chart.stops, true).slice(-MAX_ROWS)}
              rowKey={({ id }) => id}
              empty={{ title: t('signals.chart.nothing') }}
            />
          </div>
        ) : (
          <Suspense fallback={<Skeleton height="100%" />}>
            <Canvas
              signal={signal}
              chart={chart}
              label={label}
              onShot={(make) => {
                shot.current = make;
              }}
            />
          </Suspense>
        )}
      </div>
      <figcaption className={styles.small}>
        <Trans id="signals.chart.note" values={{ span: span(chart.step) }} tags={{ link: <LibraryLink /> }} />
      </figcaption>
    </figure>
  );
}

/** A stop that follows in percent may have made more steps than anybody reads: the latest. */
const MAX_ROWS = 200;

const columns = (): readonly Column<StoryEvent>[] => [
  { id: 'when', header: t('signals.chart.when'), cell: ({ at }) => <Moment at={at} />, phone: 'detail' },
  { id: 'what', header: t('signals.chart.what'), cell: ({ words }) => words, phone: 'title', wrap: true },
  { id: 'who', header: t('signals.chart.who'), cell: ({ by }) => t(`signals.chart.by.${by}`), phone: 'detail' },
  { id: 'detail', header: t('signals.chart.more'), cell: ({ detail }) => detail ?? '–', phone: 'detail', wrap: true },
];

function Legend({ signal, chart }: { signal: SignalWire; chart: SignalCandlesWire }) {
  return (
    <ul className={styles.legend} aria-label={t('signals.chart.lines')}>
      {levelsOf(signal, chart.stops).map(({ id, name, price, tone }) => (
        <li key={id}>
          <span className={styles.mark} data-tone={tone} data-solid={id === 'entry' || undefined} aria-hidden="true" />
          {name} <strong>{stopText(signal, price)}</strong>
        </li>
      ))}
      {chart.stops.length > 1 && (
        <li>
          <span className={styles.mark} data-tone="down" data-solid aria-hidden="true" />
          {t('signals.level.stopWay')}
        </li>
      )}
      {zonesOf(signal).map(({ id, tone }) => (
        <li key={id}>
          <span className={styles.swatch} data-tone={tone} aria-hidden="true" />
          {t(`signals.level.${id}`)}
        </li>
      ))}
    </ul>
  );
}
