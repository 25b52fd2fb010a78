import {
  type AutoscaleInfo,
  CandlestickSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  LineType,
  type SeriesMarker,
  type UTCTimestamp,
  createChart,
  createSeriesMarkers,
} from 'lightweight-charts';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { SignalCandlesWire, SignalWire } from '../../lib/wire/types';
import { useColorMode } from '../../theme/color-mode';
import { palettes } from '../../theme/tokens';
import { candleColors, candleData, candleLook, placesOf } from '../chart/candle-look';
import { chartZones } from './chart-zones';
import { levelsOf, zonesOf } from './levels';
import { storyOf } from './story';

/** Of the shaded zones, as two hexadecimal digits: candles and grid stay readable. */
const ZONE_ALPHA = '1f';
/** Beside the first and the last candle, so that no number is cut; and where levels are named, room for their names. */
const SIDE_PIXELS = 24;
const NAMES_PIXELS = 96;
/** A chart of a few minutes does not blow them up. */
const MIN_CANDLES = 24;
/** A mark is as wide as its numbers: one that comes nearer to the last joins it. */
const MARK_PIXELS = 14;
const LETTER_PIXELS = 9;
/** What the axis says of itself gives way to a level so near. */
const LABEL_PIXELS = 24;
/** Narrower than this, names would cover the candles: the legend has them. */
const NAMED_FROM_PIXELS = 560;

interface CanvasProps {
  signal: SignalWire;
  chart: SignalCandlesWire;
  label: string;
  /** Called with what makes a picture of the drawing, with null once there is none. */
  onShot: (shot: (() => HTMLCanvasElement) | null) => void;
}

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);

/** The candle in which a moment lies; the first or last one for what lies outside. */
function candleAt(chart: SignalCandlesWire, at: number): UTCTimestamp {
  const times = chart.candles.map(([time]) => time);
  return (times.findLast((time) => time <= at) ?? times[0] ?? 0) as UTCTimestamp;
}

/** Where the stop stood at the end of each candle of the signal's life. */
function stopLine(signal: SignalWire, { candles, step, stops }: SignalCandlesWire): { time: UTCTimestamp; value: number }[] {
  const end = signal.outcome?.closedAt ? seconds(signal.outcome.closedAt) : Infinity;
  return candles.flatMap(([time]) => {
    const stop = time >= end ? undefined : stops.findLast((one) => one.time < time + step);
    return stop ? [{ time: time as UTCTimestamp, value: Number(stop.price) }] : [];
  });
}

interface Mark {
  time: UTCTimestamp;
  by: 'said' | 'market';
  text: string;
}

/** What happened, by its number in the story; what lies too near to each other to be read shares a mark. */
function marksOf(signal: SignalWire, chart: SignalCandlesWire, candlePixels: number): Mark[] {
  const marks: Mark[] = [];
  for (const [index, { id, at, by }] of storyOf(signal, chart.stops).entries()) {
    if (id === 'ended') continue;
    const time = candleAt(chart, seconds(at));
    const last = marks.findLast((mark) => mark.by === by);
    const candles = last ? chart.candles.filter(([opens]) => opens > last.time && opens <= time).length : 0;
    if (last && candles * candlePixels < MARK_PIXELS + last.text.length * LETTER_PIXELS) last.text += `, ${index + 1}`;
    else marks.push({ time, by, text: String(index + 1) });
  }
  return marks.toSorted((a, b) => a.time - b.time);
}

/** The drawing alone. */
export function SignalChartCanvas({ signal, chart, label, onShot }: CanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const offer = useEffectEvent(onShot);
  const mode = useColorMode();

  useEffect(() => {
    if (!frame.current) return;
    const palette = palettes[mode];
    const levels = levelsOf(signal, chart.stops);
    const prices = levels.map(({ price }) => Number(price));
    const places = placesOf([
      signal.entryPrice,
      signal.stopLoss,
      signal.takeProfit1,
      signal.takeProfit3,
      ...chart.candles.slice(-1).flatMap(([, ...ohlc]) => ohlc),
    ]);
    const drawn: IChartApi = createChart(
      frame.current,
      candleLook(palette, chart.step, (ticks) => {
        const taken = prices.map((price) => candles.priceToCoordinate(price));
        const isFree = (tick: number) => {
          const at = candles.priceToCoordinate(tick);
          return at === null || taken.every((level) => level === null || Math.abs(level - at) > LABEL_PIXELS);
        };
        return ticks.map((tick) => (isFree(tick) ? tick.toFixed(places) : ''));
      }),
    );
    const timeScale = drawn.timeScale();
    const candles: ISeriesApi<'Candlestick'> = drawn.addSeries(CandlestickSeries, {
      ...candleColors(palette),
      priceFormat: { type: 'price', precision: places, minMove: 10 ** -places },
      // Levels that the market has not come near are in view as well.
      autoscaleInfoProvider: (usual: () => AutoscaleInfo | null) => {
        const info = usual();
        const { minValue = Infinity, maxValue = -Infinity } = info?.priceRange ?? {};
        return { ...info, priceRange: { minValue: Math.min(minValue, ...prices), maxValue: Math.max(maxValue, ...prices) } };
      },
    });
    candles.setData(candleData(chart.candles));
    const begins = candleAt(chart, seconds(signal.publishedAt));
    const ends = signal.outcome?.closedAt ? candleAt(chart, seconds(signal.outcome.closedAt)) : null;
    candles.attachPrimitive(
      chartZones(
        zonesOf(signal).map(({ tone, from, to }) => ({ color: `${palette[tone]}${ZONE_ALPHA}`, from: Number(from), to: Number(to) })),
        {
          yOf: (price) => candles.priceToCoordinate(price),
          left: () => timeScale.timeToCoordinate(begins),
          right: () => (ends === null ? null : timeScale.timeToCoordinate(ends)),
        },
      ),
    );
    const lines = levels.map(({ id, name, price, tone }) => ({
      name,
      line: candles.createPriceLine({
        price: Number(price),
        color: palette[tone],
        lineStyle: id === 'entry' ? LineStyle.Solid : LineStyle.Dashed,
        lineWidth: 1,
        axisLabelVisible: true,
        axisLabelTextColor: palette.onAccent,
        title: '',
      }),
    }));
    if (chart.stops.length > 1) {
      const way = drawn.addSeries(LineSeries, {
        color: palette.down,
        lineType: LineType.WithSteps,
        lineStyle: LineStyle.Solid,
        lineWidth: 2,
        priceLineVisible: false,
        lastValueVisible: false,
        crosshairMarkerVisible: false,
      });
      way.setData(stopLine(signal, chart));
    }
    const looks = {
      said: { position: 'aboveBar', shape: 'circle', color: palette.accent },
      market: { position: 'belowBar', shape: signal.side === 'long' ? 'arrowUp' : 'arrowDown', color: palette.info },
    } as const;
    const marks = createSeriesMarkers<UTCTimestamp>(candles as ISeriesApi<'Candlestick', UTCTimestamp>, []);

    const fit = () => {
      const width = timeScale.width();
      const isNamed = width >= NAMED_FROM_PIXELS;
      for (const { name, line } of lines) line.applyOptions({ title: isNamed ? name : '' });
      const [left, right] = [SIDE_PIXELS, isNamed ? NAMES_PIXELS : SIDE_PIXELS];
      const count = Math.max(chart.candles.length, MIN_CANDLES);
      const candlePixels = Math.max(1, width - left - right) / count;
      marks.setMarkers(
        marksOf(signal, chart, candlePixels).map(({ by, ...mark }): SeriesMarker<UTCTimestamp> => ({ ...mark, ...looks[by] })),
      );
      timeScale.setVisibleLogicalRange({ from: -0.5 - left / candlePixels, to: count - 0.5 + right / candlePixels });
    };
    fit();
    timeScale.subscribeSizeChange(fit);
    offer(() => drawn.takeScreenshot());
    return () => {
      offer(null);
      drawn.remove();
    };
  }, [signal, chart, mode]);

  return <div ref={frame} role="img" aria-label={label} style={{ height: '100%' }} />;
}
