import { day as dayText } from '../../lib/format/date';
import { currentLanguage, directionOf } from '../../lib/i18n/language';
import { t } from '../../lib/i18n/texts';
import { colorMode } from '../../theme/color-mode';
import { fontFamily, palettes } from '../../theme/tokens';

interface PictureTexts {
  title: string;
  /** The day that the figures of the legend are of. */
  day?: string | undefined;
  legend: readonly { color: keyof (typeof palettes)['light']; text: string }[];
  /** Where the figures come from and when they are of. */
  source: string;
}

/** In CSS pixels. */
const [PADDING, TITLE, TEXT, LINE, SWATCH, MIN_WIDTH] = [24, 18, 14, 24, 14, 420];

/** Puts a drawing onto the colour of a card, with title, legend and source, because it is read outside of its page. */
export function pictureOf(drawing: HTMLCanvasElement, { title, day, legend, source }: PictureTexts): HTMLCanvasElement | null {
  const palette = palettes[colorMode()];
  const ratio = window.devicePixelRatio || 1;
  const canvas = document.createElement('canvas');
  const titles = day === undefined ? 1 : 2;
  const head = PADDING + LINE * (titles + legend.length) + LINE / 2;
  // A legend needs room beside a small drawing as well.
  canvas.width = Math.max(drawing.width, MIN_WIDTH * ratio) + 2 * PADDING * ratio;
  canvas.height = drawing.height + (head + LINE + PADDING) * ratio;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = palette.surface1;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(drawing, (canvas.width - drawing.width) / 2, head * ratio);
  context.scale(ratio, ratio);
  const isMirrored = directionOf(currentLanguage()) === 'rtl';
  const width = canvas.width / ratio;
  context.textBaseline = 'middle';
  context.direction = isMirrored ? 'rtl' : 'ltr';
  const edge = (inset: number) => (isMirrored ? width - inset : inset);
  const write = (text: string, line: number, color: string, inset = PADDING, font = `${TEXT}px ${fontFamily}`) => {
    context.font = font;
    context.fillStyle = color;
    context.textAlign = 'start';
    context.fillText(text, edge(inset), line, width - inset - PADDING);
  };
  write(title, PADDING + LINE / 2, palette.text1, PADDING, `600 ${TITLE}px ${fontFamily}`);
  if (day !== undefined) write(t('chart.dayUtc', { day: dayText(day) }), PADDING + LINE * 1.5, palette.text2);
  for (const [at, { color, text }] of legend.entries()) {
    const middle = PADDING + LINE * (titles + 0.5 + at);
    context.fillStyle = palette[color];
    context.fillRect(isMirrored ? width - PADDING - SWATCH : PADDING, middle - 2, SWATCH, 3);
    write(text, middle, palette.text1, PADDING + SWATCH + 8);
  }
  write(source, canvas.height / ratio - PADDING / 2 - LINE / 2, palette.text3);
  return canvas;
}
