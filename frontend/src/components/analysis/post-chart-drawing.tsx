import type { AnalysisCandlesWire, AnalysisChartWire } from '../../lib/wire/types';
import styles from './post-media.module.css';

const WIDTH = 640;
const HEIGHT = 300;
/** Above and below the prices. */
const ROOM = 8;
const tenth = (value: number) => Math.round(value * 10) / 10;

/** Candles and levels as a picture that needs no script. Its figures stand in words below it. */
export function PostChartDrawing({ chart, candles, label }: { chart: AnalysisChartWire; candles: AnalysisCandlesWire; label: string }) {
  const prices = candles.candles.map((candle) => candle.slice(1).map(Number) as [number, number, number, number]);
  const levels = chart.levels.map(({ price }) => Number(price));
  const [low, high] = [Math.min(...prices.map((one) => one[2]), ...levels), Math.max(...prices.map((one) => one[1]), ...levels)];
  const y = (price: number) => tenth(ROOM + ((high - price) / (high - low || 1)) * (HEIGHT - 2 * ROOM));
  const step = WIDTH / prices.length;
  const body = Math.max(0.6, Math.min(10, step * 0.7));
  const path = (rises: boolean) =>
    prices
      .map(([open, top, bottom, close], index) => {
        if (close >= open !== rises) return '';
        const x = tenth((index + 0.5) * step);
        const [from, to] = [y(Math.max(open, close)), y(Math.min(open, close))];
        const [left, width, height] = [tenth(x - body / 2), tenth(body), tenth(Math.max(1, to - from))];
        return `M${x} ${y(top)}V${y(bottom)}M${left} ${from}h${width}v${height}h${-width}z`;
      })
      .join('');
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className={styles.drawing}>
      <path d={path(true)} className={styles.up} />
      <path d={path(false)} className={styles.down} />
      {levels.map((price, place) => (
        <path key={place} d={`M0 ${y(price)}H${WIDTH}`} className={styles.drawnLevel} />
      ))}
    </svg>
  );
}
