import { pictureOf } from '../../../components/chart/picture';
import { chartColours, palettes } from '../../../theme/tokens';
import { colorMode } from '../../../theme/color-mode';
import type { Shape } from './allocation-drawing';
import { REST, type Segment } from './allocation-groups';
import { ringPath } from './ring';
import { treemap } from './treemap';

/** CSS pixels of the drawing: the ring is a square, the treemap is wider. */
const SIZE = { donut: { width: 320, height: 320 }, treemap: { width: 560, height: 320 } } as const;
/** Units that a ring's path is written in. */
const RING_UNITS = 200;
const GAP = 2;

const colourAt = ({ key }: Segment, at: number) => chartColours[key === REST ? chartColours.length - 1 : at] ?? 'chart6';

interface PictureTexts {
  title: string;
  /** Name, amount and share of a segment. */
  textOf: (segment: Segment) => string;
  source: string;
}

/** Draws an allocation with its legend; null where the browser has no canvas. */
export function allocationPicture(
  segments: readonly Segment[],
  shape: Shape,
  { title, textOf, source }: PictureTexts,
): HTMLCanvasElement | null {
  const palette = palettes[colorMode()];
  const ratio = window.devicePixelRatio || 1;
  const { width, height } = SIZE[shape];
  const canvas = document.createElement('canvas');
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.scale(ratio, ratio);
  if (shape === 'donut') {
    context.scale(width / RING_UNITS, height / RING_UNITS);
    let turned = 0;
    for (const [at, segment] of segments.entries()) {
      context.fillStyle = palette[colourAt(segment, at)];
      context.fill(new Path2D(ringPath(turned, turned + segment.fraction)));
      turned += segment.fraction;
    }
  } else {
    const tiles = treemap(
      segments.map(({ fraction }) => fraction),
      width / height,
    );
    for (const [at, tile] of tiles.entries()) {
      context.fillStyle = palette[colourAt(segments[at]!, at)];
      context.fillRect(tile.start * width, tile.top * height, tile.width * width - GAP, tile.height * height - GAP);
    }
  }
  return pictureOf(canvas, {
    title,
    legend: segments.map((segment, at) => ({ color: colourAt(segment, at), text: textOf(segment) })),
    source,
  });
}
