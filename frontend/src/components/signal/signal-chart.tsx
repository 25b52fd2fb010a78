import { Suspense, lazy } from 'react';
import { outward } from '../../lib/outward';
import type { SignalCandlesWire, SignalWire } from '../../lib/wire/types';
import { EmptyState, ErrorState, Skeleton } from '../feedback/states';
import { stateOf } from './outcome';
import styles from './signal.module.css';

const LIBRARY = 'https://www.tradingview.com/lightweight-charts/';
const Canvas = lazy(async () => ({ default: (await import('./signal-chart-canvas')).SignalChartCanvas }));

interface SignalChartProps {
  signal: SignalWire;
  chart: SignalCandlesWire | undefined;
  error: unknown;
  onRetry: () => void;
}

const span = (seconds: number): string => (seconds < 3600 ? `${seconds / 60} min` : seconds < 86_400 ? `${seconds / 3600} h` : `${seconds / 86_400} d`);

/** The market around the life of a signal, with its levels and what happened. The same stands in words beside it. */
export function SignalChart({ signal, chart, error, onRetry }: SignalChartProps) {
  if (chart === undefined) return <div className={styles.plot}>{error == null ? <Skeleton height="100%" /> : <ErrorState title="The candles could not be loaded" error={error} onRetry={onRetry} />}</div>;
  if (chart.candles.length === 0) {
    return (
      <div className={styles.plot}>
        <EmptyState title="No candles yet">The minutes of its market appear here a little after they have passed.</EmptyState>
      </div>
    );
  }
  const label = `Candles of ${signal.symbol} around this signal, with entry, stop and targets. ${stateOf(signal).meaning} What happened also stands in words on this page.`;
  return (
    <figure className={styles.figure}>
      <div className={styles.plot}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <Canvas signal={signal} chart={chart} label={label} />
        </Suspense>
      </div>
      <figcaption className={styles.small}>
        Candles of {span(chart.step)}, times in UTC. Drawn with{' '}
        <a href={LIBRARY} {...outward(LIBRARY)}>
          TradingView Lightweight Charts
        </a>
      </figcaption>
    </figure>
  );
}
