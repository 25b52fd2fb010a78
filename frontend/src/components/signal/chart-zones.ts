import type { ISeriesPrimitive, Time } from 'lightweight-charts';

/** A band between two prices. `color` has an alpha. */
export interface ChartZone {
  color: string;
  from: number;
  to: number;
}

interface Place {
  /** Of a price, in CSS pixels from the top of the pane; null: not known yet. */
  yOf: (price: number) => number | null;
  /** Where zones begin and end, in CSS pixels; null: at the edge of the pane. */
  left: () => number | null;
  right: () => number | null;
}

/** Shades zones behind the candles, also in the picture of the chart. */
export function chartZones(zones: readonly ChartZone[], { yOf, left, right }: Place): ISeriesPrimitive<Time> {
  const view = {
    zOrder: () => 'bottom' as const,
    renderer: () => ({
      draw: (target: Target) =>
        target.useBitmapCoordinateSpace(({ context, bitmapSize, horizontalPixelRatio, verticalPixelRatio }) => {
          const begins = (left() ?? 0) * horizontalPixelRatio;
          const edge = right();
          const ends = edge === null ? bitmapSize.width : edge * horizontalPixelRatio;
          for (const { color, from, to } of zones) {
            const [one, other] = [yOf(from), yOf(to)];
            if (one === null || other === null) continue;
            context.fillStyle = color;
            context.fillRect(begins, Math.min(one, other) * verticalPixelRatio, ends - begins, Math.abs(one - other) * verticalPixelRatio);
          }
        }),
    }),
  };
  return { paneViews: () => [view] };
}

/** What of the library's drawing target is used. */
interface Target {
  useBitmapCoordinateSpace: (
    draw: (scope: {
      context: Pick<CanvasRenderingContext2D, 'fillStyle' | 'fillRect'>;
      bitmapSize: { width: number };
      horizontalPixelRatio: number;
      verticalPixelRatio: number;
    }) => void,
  ) => void;
}
