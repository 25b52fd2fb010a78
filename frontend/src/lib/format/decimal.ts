import { currentLanguage, directionOf } from '../i18n/language';
import { t } from '../i18n/texts';
import { THIN, group } from './group';

/**
 * Figures arrive as decimal strings and stay strings: a price with 18 digits would lose some on its way through a
 * JavaScript number. Everything here cuts, rounds and groups text, or counts in BigInt.
 */

export { THIN };
export const MINUS = '\u2212';
export const UNKNOWN = '–';

/**
 * Keeps the characters of a figure in their order among words that read from right to left, where a sign would move behind its digits: a
 * left-to-right mark (U+200E) goes before them. Works in titles and charts, too, where no element can isolate them.
 */
export const leftToRight = (figure: string): string => (directionOf(currentLanguage()) === 'rtl' ? `\u200e${figure}` : figure);

/** Puts the sign before a figure without one. */
export const withSign = (sign: -1 | 0 | 1, figure: string): string =>
  sign === 0 ? figure : leftToRight(`${sign > 0 ? '+' : MINUS}${figure}`);

/** Puts the sign of a value before its rounded magnitude. A figure that was rounded to zero has none. */
export const signed = (value: string, rounded: string): string => withSign(/[1-9]/.test(rounded) ? signOf(value) : 0, rounded);

export interface Parts {
  negative: boolean;
  whole: string;
  fraction: string;
}

/** Splits "-12.50" into its parts, also "1e-7" as some venues write it; null for anything that is no decimal. */
export function parse(text: string): Parts | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text.trim());
  if (!match || (!match[2] && !match[3])) return null;
  let whole = match[2] ?? '';
  let fraction = match[3] ?? '';
  const shift = Number.parseInt(match[4] ?? '0', 10);
  if (shift > 0) {
    whole += fraction.slice(0, shift).padEnd(shift, '0');
    fraction = fraction.slice(shift);
  } else if (shift < 0) {
    const padded = whole.padStart(-shift, '0');
    fraction = padded.slice(padded.length + shift) + fraction;
    whole = padded.slice(0, padded.length + shift);
  }
  const trimmed = whole.replace(/^0+(?=\d)/, '') || '0';
  const zero = /^0*$/.test(trimmed + fraction);
  return { negative: match[1] === '-' && !zero, whole: trimmed, fraction };
}

/** Writes the parts of a figure with the marks of the language. */
export const write = (negative: boolean, whole: string, fraction: string) =>
  withSign(negative ? -1 : 0, `${group(whole)}${fraction ? `${t('common.format.decimalMark')}${fraction}` : ''}`);

/** Rounds half away from zero to a fixed number of places. */
function round({ negative, whole, fraction }: Parts, places: number): Parts {
  const digits = whole + fraction.padEnd(places, '0').slice(0, places);
  const up = (fraction[places] ?? '0') >= '5';
  const rounded = (BigInt(digits) + (up ? 1n : 0n)).toString().padStart(places + 1, '0');
  const split = rounded.length - places;
  return { negative: negative && /[1-9]/.test(rounded), whole: rounded.slice(0, split), fraction: rounded.slice(split) };
}

/** Money with the decimals of its currency, two for USDT, and thin grouping. Unknown is a dash. */
export function money(value: string | null | undefined, places = 2): string {
  const parts = value == null ? null : parse(value);
  if (!parts) return UNKNOWN;
  const rounded = round(parts, places);
  return write(rounded.negative, rounded.whole, rounded.fraction);
}

/** A price or a quantity with the venue's own digits, without the zeros a store or a venue pads with. */
export function exact(value: string | null | undefined, leastPlaces = 0): string {
  const parts = value == null ? null : parse(value);
  if (!parts) return UNKNOWN;
  const fraction = parts.fraction.replace(/0+$/, '').padEnd(leastPlaces, '0');
  return write(parts.negative, parts.whole, fraction);
}

/** With so many decimals, always: cut and not rounded, so that no price is shown that never was. */
export function fixed(value: string, places: number): string {
  const parts = parse(value);
  if (!parts) return UNKNOWN;
  const fraction = parts.fraction.padEnd(places, '0').slice(0, places);
  return write(parts.negative && /[1-9]/.test(parts.whole + fraction), parts.whole, fraction);
}

/** Significant digits of a price: more are noise, fewer hide a tick of a small coin. */
const PRICE_DIGITS = 8;

/**
 * A market's price with as many decimals as it needs: two at least, up to eight significant digits, without the zeros that a venue pads
 * with. Cut and not rounded, so that no price is shown that never was.
 */
export function price(value: string | null | undefined): string {
  const parts = value == null ? null : parse(value);
  if (!parts) return UNKNOWN;
  const lead = parts.whole === '0' ? -(/^0*/.exec(parts.fraction)?.[0].length ?? 0) : parts.whole.length;
  const fraction = parts.fraction
    .slice(0, Math.max(2, PRICE_DIGITS - lead))
    .replace(/0+$/, '')
    .padEnd(2, '0');
  return write(parts.negative && /[1-9]/.test(parts.whole + fraction), parts.whole, fraction);
}

/** A change in percent with its sign and two decimals: +10.00%. */
export function change(value: string): string {
  const figure = fixed(value, 2);
  return figure === UNKNOWN ? figure : t('common.format.percent', { figure: signOf(value) > 0 ? withSign(1, figure) : figure });
}

/** A price of zero means "none" in order and position records. */
export function priceOrNone(value: string | null | undefined): string {
  return value == null || signOf(value) === 0 ? UNKNOWN : exact(value, 2);
}

/** -1, 0 or 1; 0 for what is no decimal. Only for a colour, an arrow or a word. */
export function signOf(value: string | null | undefined): -1 | 0 | 1 {
  const parts = value == null ? null : parse(value);
  if (!parts || !/[1-9]/.test(parts.whole + parts.fraction)) return 0;
  return parts.negative ? -1 : 1;
}

/** The same figure without its sign. */
export const magnitude = (value: string) => value.trim().replace(/^[+-]/, '');

/** A count of rows: 12 345. */
export const count = (value: number) => group(String(value));
