import { describe, expect, it } from '@jest/globals';
import { type ColorMode, chartColours, palettes, softGround, textPairs } from './tokens';
import { tokensCss } from './tokens-css';

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const modes: ColorMode[] = ['light', 'dark'];

describe('the design tokens', () => {
  it('computes the contrast that WCAG gives for known pairs', () => {
    expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
    expect(contrast('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2);
  });

  it.each(modes.flatMap((mode) => textPairs(mode).map((pair) => ({ mode, ...pair }))))(
    'reads at 4.5:1 or more in $mode: $name',
    ({ text, ground }) => {
      expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(modes)('draws control edges and the focus ring at 3:1 or more on every surface in %s', (mode) => {
    const { surface0, surface1, surface2, control, accent } = palettes[mode];
    for (const ground of [surface0, surface1, surface2]) {
      expect(contrast(control, ground)).toBeGreaterThanOrEqual(3);
      expect(contrast(accent, ground)).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(modes)('draws the parts of a chart at 3:1 or more on a card in %s', (mode) => {
    for (const colour of chartColours) expect(contrast(palettes[mode][colour], palettes[mode].surface1)).toBeGreaterThanOrEqual(3);
  });

  it('writes every colour of both modes into the style sheet', () => {
    const css = tokensCss();
    for (const mode of modes) {
      for (const value of Object.values(palettes[mode])) expect(css).toContain(value);
      expect(css).toContain(softGround(mode, 'warn'));
    }
    expect(css).toContain("[data-color='dark']");
    expect(css).toContain('prefers-color-scheme: dark');
  });
});
