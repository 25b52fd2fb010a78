import { lazy, Suspense } from 'react';
import { exact, fixed, leftToRight, UNKNOWN } from '../../lib/format/decimal';
import { day } from '../../lib/format/date';
import { venueName } from '../../lib/format/venue';
import { currentLanguage, directionOf } from '../../lib/i18n/language';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import type { AnalysisCandlesWire, AnalysisChartWire } from '../../lib/wire/types';
import { LibraryLink } from '../chart/library-link';
import { ErrorState, Skeleton } from '../feedback/states';
import { PostChartDrawing } from './post-chart-drawing';
import styles from './post-media.module.css';

/** The charting library is loaded by pages with a chart alone. */
const Canvas = lazy(async () => ({ default: (await import('./post-chart-canvas')).PostChartCanvas }));

interface PostChartProps {
  chart: AnalysisChartWire;
  /** Undefined: they are being asked for, or `error`. */
  candles: AnalysisCandlesWire | undefined;
  error: unknown;
  onRetry: () => void;
  /** Drawn on the server, for a page without a script. */
  isDocument?: boolean;
}

const placesOf = (price: string) => price.split('.')[1]?.length ?? 0;

/** First open, highest high, lowest low and last close, as the server sent them; null without candles. */
function rangeOf({ candles }: AnalysisCandlesWire) {
  const [first, last] = [candles[0], candles.at(-1)];
  if (!first || !last) return null;
  const pick = (column: 2 | 3, isBetter: (one: number, best: number) => boolean) =>
    candles.reduce((best, candle) => (isBetter(Number(candle[column]), Number(best)) ? candle[column] : best), first[column]);
  const prices = {
    open: first[1],
    high: pick(2, (one, best) => one > best),
    low: pick(3, (one, best) => one < best),
    close: last[4],
  };
  // Venues pad with zeros, and candles leave them out: all four have the same places.
  const places = Math.max(2, ...Object.values(prices).map(placesOf));
  const text = (price: string) => leftToRight(fixed(price, places));
  return { open: text(prices.open), high: text(prices.high), low: text(prices.low), close: text(prices.close) };
}

/** A chart in the text of an analysis: drawn, and its figures in words. */
export function PostChart({ chart, candles, error, onRetry, isDocument = false }: PostChartProps) {
  const { pair, market, timeframe, from, to, levels } = chart;
  const language = currentLanguage();
  const range = candles && rangeOf(candles);
  const days = { from: day(from), to: day(to) };
  const sourceOf = ({ venue }: AnalysisCandlesWire) => ({
    venue: venueName(venue),
    market: t(`analysis.chart.market.${market}`),
    length: about.length,
  });
  const about = { pair, length: t(`analysis.chart.length.${timeframe}`), ...days };
  return (
    // Its words are in the language of the page, within a text in another.
    <figure className={styles.chart} lang={language} dir={directionOf(language)} aria-label={t('analysis.chart.name', about)}>
      <p className={styles.chartTitle}>
        <strong translate="no" dir="ltr">
          {pair}
        </strong>{' '}
        <span>{t('analysis.chart.days', days)}</span>
      </p>
      {candles === undefined ? (
        <div className={styles.plot}>
          {error == null ? <Skeleton height="100%" /> : <ErrorState title={t('analysis.chart.failed')} error={error} onRetry={onRetry} />}
        </div>
      ) : range && isDocument ? (
        <PostChartDrawing chart={chart} candles={candles} label={t('analysis.chart.picture', about)} />
      ) : range ? (
        <div className={styles.plot} dir="ltr">
          <Suspense fallback={<Skeleton height="100%" />}>
            <Canvas chart={chart} candles={candles} label={t('analysis.chart.picture', about)} />
          </Suspense>
        </div>
      ) : (
        <p className={styles.none}>
          {UNKNOWN} {t('analysis.chart.none')}
        </p>
      )}
      {levels.length > 0 && (
        <ul className={styles.levels} aria-label={t('analysis.chart.levels', { pair })}>
          {levels.map(({ price, label }, place) => (
            <li key={place}>
              <span className={styles.line} aria-hidden="true" />
              <span dir="auto">{label}</span> <strong dir="ltr">{exact(price)}</strong>
            </li>
          ))}
        </ul>
      )}
      <figcaption>
        {range && <p>{t('analysis.chart.range', range)}</p>}
        {candles && range && !candles.complete && <p>{t('analysis.chart.incomplete')}</p>}
        {candles && (
          <p className={styles.source}>
            {isDocument ? (
              t('analysis.chart.candles', sourceOf(candles))
            ) : (
              <Trans id="analysis.chart.source" values={sourceOf(candles)} tags={{ link: <LibraryLink /> }} />
            )}
          </p>
        )}
      </figcaption>
    </figure>
  );
}
