import { CandlestickSeries, ColorType, CrosshairMode, LineSeries, LineStyle, LineType, type SeriesMarker, type UTCTimestamp, createChart, createSeriesMarkers } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { utc } from '../../lib/format/date';
import type { SignalCandlesWire, SignalWire } from '../../lib/wire/types';
import { useColorMode } from '../../theme/color-mode';
import { fontFamily, palettes } from '../../theme/tokens';
import { stopsOf, storyOf } from './story';

const FONT_PIXELS = 12;
/** On the axis: as many as any venue quotes. */
const MOST_PLACES = 10;

interface CanvasProps {
  signal: SignalWire;
  chart: SignalCandlesWire;
  label: string;
}

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);
const placesOf = (price: string) => price.split('.')[1]?.length ?? 0;

/** The candle in which a moment lies; the first or last one for what lies outside. */
function candleAt(chart: SignalCandlesWire, at: number): UTCTimestamp {
  const times = chart.candles.map(([time]) => time);
  return (times.findLast((time) => time <= at) ?? times[0] ?? 0) as UTCTimestamp;
}

/** The drawing alone. */
export function SignalChartCanvas({ signal, chart, label }: CanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const mode = useColorMode();

  useEffect(() => {
    if (!frame.current) return;
    const palette = palettes[mode];
    const places = Math.min(MOST_PLACES, Math.max(...[signal.entryPrice, signal.stopLoss, signal.takeProfit1, signal.takeProfit3, ...chart.candles.slice(-1).flatMap(([, ...prices]) => prices)].map(placesOf)));
    const drawn = createChart(frame.current, {
      autoSize: true,
      layout: { background: { type: ColorType.Solid, color: 'transparent' }, textColor: palette.text2, fontFamily, fontSize: FONT_PIXELS, attributionLogo: false },
      grid: { vertLines: { visible: false }, horzLines: { color: palette.line } },
      crosshair: { mode: CrosshairMode.Normal },
      rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.1, bottom: 0.1 } },
      timeScale: { borderVisible: false, timeVisible: chart.step < 86_400 },
      localization: { locale: 'en-GB', timeFormatter: (time: unknown) => utc(new Date(Number(time) * 1000).toISOString()) },
    });
    const candles = drawn.addSeries(CandlestickSeries, {
      upColor: palette.up, wickUpColor: palette.up, downColor: palette.down, wickDownColor: palette.down, borderVisible: false, priceLineVisible: false, lastValueVisible: false,
      priceFormat: { type: 'price', precision: places, minMove: 10 ** -places },
    });
    candles.setData(chart.candles.map(([time, open, high, low, close]) => ({ time: time as UTCTimestamp, open: Number(open), high: Number(high), low: Number(low), close: Number(close) })));
    const level = (price: string, title: string, color: string, lineStyle = LineStyle.Dashed) => candles.createPriceLine({ price: Number(price), color, lineStyle, lineWidth: 1, axisLabelVisible: true, title });
    level(signal.entryPrice, 'Entry', palette.info, LineStyle.Solid);
    for (const [index, price] of [signal.takeProfit1, signal.takeProfit2, signal.takeProfit3].entries()) level(price, `Target ${index + 1}`, palette.up);

    const stops = stopsOf(signal);
    level(stops.at(-1)!.price, 'Stop', palette.down);
    if (stops.length > 1) {
      const moved = drawn.addSeries(LineSeries, { color: palette.down, lineType: LineType.WithSteps, lineStyle: LineStyle.Dotted, lineWidth: 2, priceLineVisible: false, lastValueVisible: false, crosshairMarkerVisible: false });
      const end = seconds(signal.outcome?.closedAt ?? new Date().toISOString());
      const points = chart.candles.map(([time]) => time).filter((time) => time >= candleAt(chart, seconds(signal.publishedAt)) && time <= end);
      moved.setData(points.map((time) => ({ time: time as UTCTimestamp, value: Number((stops.findLast(({ from }) => seconds(from) < time + chart.step) ?? stops[0]!).price) })));
    }

    const marks = storyOf(signal).filter(({ id }) => id !== 'ended').map(({ at, by, words }): SeriesMarker<UTCTimestamp> => ({
      time: candleAt(chart, seconds(at)),
      position: by === 'said' ? 'aboveBar' : 'belowBar',
      shape: by === 'said' ? 'circle' : signal.side === 'long' ? 'arrowUp' : 'arrowDown',
      color: by === 'said' ? palette.accent : palette.info,
      text: words.split(' at ')[0]!,
    }));
    createSeriesMarkers(candles, marks.toSorted((a, b) => a.time - b.time));
    drawn.timeScale().fitContent();
    return () => drawn.remove();
  }, [signal, chart, mode]);

  return <div ref={frame} role="img" aria-label={label} style={{ height: '100%' }} />;
}
