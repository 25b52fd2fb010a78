/**
 * The design tokens: the one place where a colour, a size or a radius is written down. `tokens-css.ts` turns them into
 * CSS variables at build time and `mui-theme.ts` into the console's theme, so the two can't drift apart.
 */
export type ColorMode = 'light' | 'dark';

interface Palette {
  /** Page, card, raised. */
  surface0: string;
  surface1: string;
  surface2: string;
  text1: string;
  text2: string;
  text3: string;
  /** Hairlines between things. */
  line: string;
  /** The edge of something one can type in or press: 3:1 against every surface. */
  control: string;
  accent: string;
  onAccent: string;
  up: string;
  down: string;
  warn: string;
  info: string;
  /** Parts of a whole, without a meaning of their own; the last is for the smallest parts together. */
  chart1: string;
  chart2: string;
  chart3: string;
  chart4: string;
  chart5: string;
  chart6: string;
  shadow: string;
}

export const palettes: Record<ColorMode, Palette> = {
  light: {
    surface0: '#F7F8FA',
    surface1: '#FFFFFF',
    surface2: '#FFFFFF',
    text1: '#10151C',
    text2: '#475467',
    text3: '#667085',
    line: '#E4E7EC',
    control: '#858FA1',
    accent: '#0B6E75',
    onAccent: '#FFFFFF',
    up: '#067A46',
    down: '#B42318',
    warn: '#9A5B00',
    info: '#1D4ED8',
    chart1: '#0B6E75',
    chart2: '#9A5B00',
    chart3: '#4A4FCF',
    chart4: '#A8327A',
    chart5: '#4D6B1E',
    chart6: '#667085',
    shadow: '0 1px 2px rgb(16 21 28 / 6%), 0 12px 32px rgb(16 21 28 / 12%)',
  },
  dark: {
    surface0: '#0B0F14',
    surface1: '#121821',
    surface2: '#1A222D',
    text1: '#EEF2F6',
    text2: '#A9B4C2',
    text3: '#8593A3',
    line: '#25303D',
    control: '#647589',
    accent: '#3FC1C9',
    onAccent: '#06181A',
    up: '#3DD68C',
    down: '#FF7B72',
    warn: '#F5B84B',
    info: '#7AA2FF',
    chart1: '#3FC1C9',
    chart2: '#F5B84B',
    chart3: '#9AA5FF',
    chart4: '#F08CC8',
    chart5: '#A9CF63',
    chart6: '#8593A3',
    shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 48%)',
  },
};

export const chartColours = ['chart1', 'chart2', 'chart3', 'chart4', 'chart5', 'chart6'] as const;
export const tones = ['accent', 'up', 'down', 'warn', 'info'] as const;
export type Tone = (typeof tones)[number];

const SOFT_SHARE = 0.1;

/** The quiet ground under a badge or a notice: a tenth of the tone laid over a card, as an opaque colour. */
export function softGround(mode: ColorMode, tone: Tone): string {
  const palette = palettes[mode];
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return `#${[1, 3, 5]
    .map((at) => Math.round(channel(palette[tone], at) * SOFT_SHARE + channel(palette.surface1, at) * (1 - SOFT_SHARE)))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** After Inter, the systems' faces with its measures (fonts.css). */
export const fontFamily =
  "'Inter Variable', 'Inter by Arial', 'Inter by Roboto', 'Inter by DejaVu', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
export const monoFamily = "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace";

/** Size and line height in pixels. */
export const type = { xs: [12, 16], s: [14, 20], m: [16, 24], l: [20, 28], xl: [28, 36], xxl: [40, 48] } as const;
export const space = [4, 8, 12, 16, 24, 32, 48, 72] as const;
export const radius = { card: 10, control: 8, badge: 999 } as const;
export const motion = { duration: '160ms', easing: 'cubic-bezier(0.2, 0, 0, 1)' } as const;

/** Every pair of text and ground that the screens use; the contrast test reads it. */
export function textPairs(mode: ColorMode): { name: string; text: string; ground: string }[] {
  const palette = palettes[mode];
  const grounds = ['surface0', 'surface1', 'surface2'] as const;
  const texts = ['text1', 'text2', 'text3', ...tones] as const;
  return [
    ...texts.flatMap((text) => grounds.map((ground) => ({ name: `${text} on ${ground}`, text: palette[text], ground: palette[ground] }))),
    ...tones.flatMap((tone) => [
      { name: `${tone} on its soft ground`, text: palette[tone], ground: softGround(mode, tone) },
      { name: `text1 on soft ${tone}`, text: palette.text1, ground: softGround(mode, tone) },
      { name: `text2 on soft ${tone}`, text: palette.text2, ground: softGround(mode, tone) },
    ]),
    ...chartColours.map((colour) => ({ name: `onAccent on ${colour}`, text: palette.onAccent, ground: palette[colour] })),
    { name: 'onAccent on accent', text: palette.onAccent, ground: palette.accent },
  ];
}
