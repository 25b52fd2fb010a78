// Stands in for lightweight-charts in every suite, because jsdom has no canvas: remembers what is on the charts.
import { jest } from '@jest/globals';

interface Point {
  time: string;
  value?: number;
}
interface PriceRange {
  minValue: number;
  maxValue: number;
}
type Autoscale = (usual: () => { priceRange: PriceRange | null } | null) => { priceRange: PriceRange };
interface Series {
  kind: string;
  points: Point[];
}

const series = new Set<Series>();

const nothingDrawn = () => ({
  candles: [] as unknown[],
  /** Prices of the horizontal lines, and their names. */
  levels: [] as number[],
  names: [] as string[],
  /** Values of the line with steps. */
  steps: [] as number[],
  marks: [] as string[],
  /** Shaded areas: from the top of the pane, where the y of a price is its negative. */
  zones: () => [] as { color: string; top: number; height: number }[],
  autoscale: null as Autoscale | null,
  range: null as { from: number; to: number } | null,
  width: 300,
  resize: () => {},
});

/** The chart of a signal. */
export const drawn = nothingDrawn();
/** Calls that move the crosshair. */
export const crosshair = jest.fn();

export function clearCharts() {
  series.clear();
  crosshair.mockClear();
  Object.assign(drawn, nothingDrawn());
}

/** The points with a value of each series: month and day, value. */
export const lines = () =>
  [...series].map(({ points }) => points.flatMap(({ time, value }) => (value === undefined ? [] : [[time.slice(5), value]])));

export const AreaSeries = 'area';
export const CandlestickSeries = 'candles';
export const LineSeries = 'line';
export const ColorType = { Solid: 'solid' };
export const CrosshairMode = { Normal: 0, Magnet: 1 };
export const LineStyle = { Solid: 0, Dotted: 1, Dashed: 2 };
export const LineType = { WithSteps: 1 };

export const createSeriesMarkers = () => ({
  setMarkers: (marks: { text: string }[]) => void (drawn.marks = marks.map(({ text }) => text)),
});

function priceLine({ price }: { price: number }) {
  const at = drawn.levels.push(price) - 1;
  return { applyOptions: ({ title }: { title: string }) => void (drawn.names[at] = title) };
}

interface Primitive {
  paneViews: () => { renderer: () => { draw: (target: object) => void } }[];
}

/** What a primitive of zones draws. */
function shaded(primitive: Primitive) {
  const zones: { color: string; top: number; height: number }[] = [];
  const context = {
    fillStyle: '',
    fillRect: (_left: number, top: number, _width: number, height: number) => void zones.push({ color: context.fillStyle, top, height }),
  };
  const scope = { context, bitmapSize: { width: drawn.width }, horizontalPixelRatio: 1, verticalPixelRatio: 1 };
  const target = { useBitmapCoordinateSpace: (draw: (one: typeof scope) => void) => draw(scope) };
  for (const view of primitive.paneViews()) view.renderer().draw(target);
  return zones;
}

interface ChartOptions {
  localization?: { priceFormatter?: (value: number) => string };
}

let formatPrice: (value: number) => string = String;
/** How the value axis of the chart writes a value. */
export const axisText = (value: number) => formatPrice(value);
const takeFormat = ({ localization }: ChartOptions = {}) => void (formatPrice = localization?.priceFormatter ?? formatPrice);

const chart = () => ({
  addSeries(kind: string, options?: { autoscaleInfoProvider?: Autoscale }) {
    const one: Series = { kind, points: [] };
    series.add(one);
    if (options?.autoscaleInfoProvider) drawn.autoscale = options.autoscaleInfoProvider;
    return Object.assign(one, {
      setData(points: Point[]) {
        one.points = points;
        if (kind === CandlestickSeries) drawn.candles = points;
        if (kind === LineSeries) drawn.steps = points.map(({ value }) => value ?? NaN);
      },
      createPriceLine: priceLine,
      priceToCoordinate: (price: number) => -price,
      attachPrimitive: (primitive: Primitive) => void (drawn.zones = () => shaded(primitive)),
    });
  },
  removeSeries: (one: Series) => series.delete(one),
  applyOptions: takeFormat,
  subscribeCrosshairMove() {},
  setCrosshairPosition: crosshair,
  clearCrosshairPosition() {},
  timeScale: () => ({
    fitContent() {},
    width: () => drawn.width,
    timeToCoordinate: () => 10,
    setVisibleLogicalRange: (range: { from: number; to: number }) => void (drawn.range = range),
    subscribeSizeChange: (fit: () => void) => void (drawn.resize = fit),
  }),
  remove: () => series.clear(),
});

export function createChart(_frame: unknown, options?: ChartOptions) {
  takeFormat(options);
  return chart();
}
