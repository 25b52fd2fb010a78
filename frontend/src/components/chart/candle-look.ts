import { ColorType, CrosshairMode, type CandlestickData, type UTCTimestamp } from 'lightweight-charts';
import { utc } from '../../lib/format/date';
import type { AnalysisCandlesWire } from '../../lib/wire/types';
import { fontFamily, type palettes } from '../../theme/tokens';
import { chartLocale } from './chart-locale';

const FONT_PIXELS = 14;
/** Decimal places on the axis: the most that a venue quotes. */
const MAX_PLACES = 10;

type Palette = (typeof palettes)['light'];

/** Decimals of an axis that shows these prices. */
export const placesOf = (prices: readonly string[]): number =>
  Math.min(MAX_PLACES, Math.max(...prices.map((price) => price.split('.')[1]?.length ?? 0)));

/** How a chart of candles looks. `step`: seconds of a candle. `ticksText` writes the prices at the axis. */
export const candleLook = (palette: Palette, step: number, ticksText: (ticks: number[]) => string[]) => ({
  autoSize: true,
  layout: {
    background: { type: ColorType.Solid, color: 'transparent' } as const,
    textColor: palette.text2,
    fontFamily,
    fontSize: FONT_PIXELS,
    attributionLogo: false,
  },
  grid: { vertLines: { visible: false }, horzLines: { color: palette.line } },
  crosshair: {
    mode: CrosshairMode.Normal,
    vertLine: { color: palette.text3, labelBackgroundColor: palette.text2 },
    horzLine: { color: palette.text3, labelBackgroundColor: palette.text2 },
  },
  // The wheel and a finger that goes up or down belong to the page.
  handleScroll: { mouseWheel: false, vertTouchDrag: false },
  handleScale: { mouseWheel: false },
  rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.1, bottom: 0.1 } },
  // As many candles as there are have room on a phone, too.
  timeScale: { borderVisible: false, timeVisible: step < 86_400, minBarSpacing: 0.01 },
  localization: {
    locale: chartLocale(),
    tickmarksPriceFormatter: ticksText,
    timeFormatter: (time: unknown) => utc(new Date(Number(time) * 1000).toISOString()),
  },
});

export const candleColors = (palette: Palette) => ({
  upColor: palette.up,
  wickUpColor: palette.up,
  downColor: palette.down,
  wickDownColor: palette.down,
  borderVisible: false,
  priceLineVisible: false,
  lastValueVisible: false,
});

/** Candles as the library draws them. */
export const candleData = (candles: AnalysisCandlesWire['candles']): CandlestickData<UTCTimestamp>[] =>
  candles.map(([time, open, high, low, close]) => ({
    time: time as UTCTimestamp,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
  }));
