import { ChartCandlestick, Table2 } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { outward } from '../../lib/outward';
import type { SignalCandlesWire, SignalWire } from '../../lib/wire/types';
import { Moment } from '../exchange/figures';
import { Button } from '../feedback/button';
import { EmptyState, ErrorState, Skeleton } from '../feedback/states';
import { type Column, DataTable } from '../table/data-table';
import { levelsOf, stopText } from './levels';
import { stateOf } from './outcome';
import { type StoryEvent, storyOf } from './story';
import styles from './signal.module.css';

const LIBRARY = 'https://www.tradingview.com/lightweight-charts/';
const Canvas = lazy(async () => ({ default: (await import('./signal-chart-canvas')).SignalChartCanvas }));

interface SignalChartProps {
  signal: SignalWire;
  chart: SignalCandlesWire | undefined;
  error: unknown;
  onRetry: () => void;
}

const span = (seconds: number): string =>
  seconds < 3600 ? `${seconds / 60} min` : seconds < 86_400 ? `${seconds / 3600} h` : `${seconds / 86_400} d`;

/** The market around the life of a signal, with its levels and what happened: drawn, or as a table. */
export function SignalChart({ signal, chart, error, onRetry }: SignalChartProps) {
  const [asTable, setAsTable] = useState(false);
  if (chart === undefined)
    return (
      <div className={styles.plot}>
        {error == null ? (
          <Skeleton height="100%" />
        ) : (
          <ErrorState title="The candles could not be loaded" error={error} onRetry={onRetry} />
        )}
      </div>
    );
  if (chart.candles.length === 0) {
    return (
      <div className={styles.plot}>
        <EmptyState title="No candles yet">The minutes of its market appear here a little after they have passed.</EmptyState>
      </div>
    );
  }
  const name = `Candles of ${signal.symbol} around this signal, with entry, stop and targets`;
  return (
    <figure className={styles.figure}>
      <div className={styles.chartHead}>
        <Legend signal={signal} chart={chart} />
        <Button
          size="small"
          look="quiet"
          aria-pressed={asTable}
          icon={asTable ? <ChartCandlestick size={16} aria-hidden="true" /> : <Table2 size={16} aria-hidden="true" />}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Chart' : 'Table'}
        </Button>
      </div>
      <div className={styles.plot}>
        {asTable ? (
          <div className={styles.scroll} role="region" aria-label="What the chart shows, as a table" tabIndex={0}>
            <DataTable
              caption="What the chart shows"
              columns={columns}
              rows={storyOf(signal, chart.stops, true).slice(-MAX_ROWS)}
              rowKey={({ id }) => id}
              empty={{ title: 'Nothing yet' }}
            />
          </div>
        ) : (
          <Suspense fallback={<Skeleton height="100%" />}>
            <Canvas signal={signal} chart={chart} label={`${name}. ${stateOf(signal).meaning} The same as a table: the button above.`} />
          </Suspense>
        )}
      </div>
      <figcaption className={styles.small}>
        Candles of {span(chart.step)}, times in UTC. The numbers are those of “What happened”. Drawn with{' '}
        <a href={LIBRARY} {...outward(LIBRARY)}>
          TradingView Lightweight Charts
        </a>
      </figcaption>
    </figure>
  );
}

/** A stop that follows in percent may have made more steps than anybody reads: the latest. */
const MAX_ROWS = 200;

const columns: readonly Column<StoryEvent>[] = [
  { id: 'when', header: 'When', cell: ({ at }) => <Moment at={at} />, phone: 'detail' },
  { id: 'what', header: 'What happened', cell: ({ words }) => words, phone: 'title', wrap: true },
  { id: 'who', header: 'By', cell: ({ by }) => (by === 'said' ? 'The team' : 'The market'), phone: 'detail' },
  { id: 'detail', header: 'More', cell: ({ detail }) => detail ?? '–', phone: 'detail', wrap: true },
];

function Legend({ signal, chart }: { signal: SignalWire; chart: SignalCandlesWire }) {
  return (
    <ul className={styles.legend} aria-label="Lines of the chart">
      {levelsOf(signal, chart.stops).map(({ name, price, tone }) => (
        <li key={name}>
          <span className={styles.mark} data-tone={tone} data-solid={name === 'Entry' || undefined} aria-hidden="true" />
          {name} <strong>{stopText(signal, price)}</strong>
        </li>
      ))}
      {chart.stops.length > 1 && (
        <li>
          <span className={styles.mark} data-tone="down" data-solid aria-hidden="true" />
          Way of the stop
        </li>
      )}
    </ul>
  );
}
