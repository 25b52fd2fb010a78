import { type ColorMode, fontFamily, monoFamily, motion, palettes, radius, softGround, space, tones, type } from './tokens.ts';

const kebab = (name: string) => name.replace(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase();

function colours(mode: ColorMode): string {
  const plain = Object.entries(palettes[mode]).map(([name, value]) => `--${kebab(name)}: ${value};`);
  const soft = tones.map((tone) => `--${tone}-soft: ${softGround(mode, tone)};`);
  return [`color-scheme: ${mode};`, ...plain, ...soft].join(' ');
}

/**
 * The style sheet of all tokens. Without a chosen mode (`data-color` on the root) it follows the operating system. Paper is always light.
 */
export function tokensCss(): string {
  const sizes = [
    `--font: ${fontFamily};`,
    `--font-mono: ${monoFamily};`,
    ...Object.entries(type).flatMap(([name, [size, line]]) => [`--type-${name}: ${size / 16}rem;`, `--leading-${name}: ${line / 16}rem;`]),
    ...space.map((pixels, index) => `--space-${index + 1}: ${pixels}px;`),
    ...Object.entries(radius).map(([name, pixels]) => `--radius-${name}: ${pixels}px;`),
    `--motion: ${motion.duration} ${motion.easing};`,
  ];
  return [
    `:root { ${sizes.join(' ')} ${colours('light')} }`,
    `@media screen and (prefers-color-scheme: dark) { :root:not([data-color='light']) { ${colours('dark')} } }`,
    `@media screen { :root[data-color='dark'] { ${colours('dark')} } }`,
  ].join('\n');
}
