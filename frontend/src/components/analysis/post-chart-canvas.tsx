import { type AutoscaleInfo, CandlestickSeries, createChart, LineStyle } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import type { AnalysisCandlesWire, AnalysisChartWire } from '../../lib/wire/types';
import { useColorMode } from '../../theme/color-mode';
import { palettes } from '../../theme/tokens';
import { candleColors, candleData, candleLook, placesOf } from '../chart/candle-look';

/** Narrower than this, names would cover the candles: the list below the chart has them. */
const NAMED_FROM_PIXELS = 560;
/** Beside the first and the last candle, so that no date is cut; and where levels are named, room for their names. */
const SIDE_PIXELS = 24;
const NAMES_PIXELS = 96;
/** A chart of a few candles does not blow them up. */
const MIN_CANDLES = 24;
/** What the axis says of itself gives way to a level so near. */
const LABEL_PIXELS = 24;

interface CanvasProps {
  chart: AnalysisChartWire;
  candles: AnalysisCandlesWire;
  label: string;
}

/** The drawing alone. */
export function PostChartCanvas({ chart: { levels }, candles, label }: CanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const mode = useColorMode();

  useEffect(() => {
    if (!frame.current) return;
    const palette = palettes[mode];
    const prices = levels.map(({ price }) => Number(price));
    const places = placesOf([...levels.map(({ price }) => price), ...candles.candles.slice(-1).flatMap(([, ...ohlc]) => ohlc)]);
    const drawn = createChart(
      frame.current,
      candleLook(palette, candles.step, (ticks) => {
        const taken = prices.map((price) => series.priceToCoordinate(price));
        const isFree = (tick: number) => {
          const at = series.priceToCoordinate(tick);
          return at === null || taken.every((level) => level === null || Math.abs(level - at) > LABEL_PIXELS);
        };
        return ticks.map((tick) => (isFree(tick) ? tick.toFixed(places) : ''));
      }),
    );
    const series = drawn.addSeries(CandlestickSeries, {
      ...candleColors(palette),
      priceFormat: { type: 'price', precision: places, minMove: 10 ** -places },
      // Levels that the market has not come near are in view as well.
      autoscaleInfoProvider: (usual: () => AutoscaleInfo | null) => {
        const info = usual();
        const { minValue = Infinity, maxValue = -Infinity } = info?.priceRange ?? {};
        return { ...info, priceRange: { minValue: Math.min(minValue, ...prices), maxValue: Math.max(maxValue, ...prices) } };
      },
    });
    series.setData(candleData(candles.candles));
    const lines = levels.map(({ price, label: name }) => ({
      name,
      line: series.createPriceLine({
        price: Number(price),
        color: palette.info,
        lineStyle: LineStyle.Dashed,
        lineWidth: 1,
        axisLabelVisible: true,
        axisLabelTextColor: palette.onAccent,
        title: '',
      }),
    }));
    const timeScale = drawn.timeScale();
    const fit = () => {
      const isNamed = timeScale.width() >= NAMED_FROM_PIXELS;
      for (const { name, line } of lines) line.applyOptions({ title: isNamed ? name : '' });
      const [left, right] = [SIDE_PIXELS, isNamed ? NAMES_PIXELS : SIDE_PIXELS];
      const count = Math.max(candles.candles.length, MIN_CANDLES);
      const candlePixels = Math.max(1, timeScale.width() - left - right) / count;
      timeScale.setVisibleLogicalRange({ from: -0.5 - left / candlePixels, to: count - 0.5 + right / candlePixels });
    };
    fit();
    timeScale.subscribeSizeChange(fit);
    // The prices at the axis take their width with the first drawing, of which the library does not tell.
    const afterDrawing = requestAnimationFrame(fit);
    return () => {
      cancelAnimationFrame(afterDrawing);
      drawn.remove();
    };
  }, [levels, candles, mode]);

  return <div ref={frame} role="img" aria-label={label} style={{ height: '100%' }} />;
}
