import { Decimal } from '../../platform/domain/index.js';

export const sides = ['long', 'short'] as const;
export type Side = (typeof sides)[number];

/** Fields of a signal as they are stored. Prices are plain decimal strings above zero. */
export interface SignalTerms {
  /** As typed: `BTCUSDT` or `BTC/USDT`. */
  asset: string;
  base: string;
  quote: string;
  tradeType: string;
  side: Side;
  timeFrame: string;
  riskLevel: string;
  /** As typed: `10` or `10x`. */
  leverage: string;
  leverageFactor: number;
  recommendedPositionSize: string;
  duration: string;
  currentPrice: string;
  entryPrice: string;
  stopLoss: string;
  /** `none`, `breakeven`, `moving`, or a percentage: `1.5%`. */
  trailingStopLoss: string;
  takeProfit1: string;
  takeProfit2: string;
  takeProfit3: string;
  marketCondition: string;
  signalMessage: string;
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM or HH:MM:SS, UTC. */
  time: string;
  /** As typed: a day, or an instant; without a zone it is UTC. */
  projectedDateOfClosure: string;
  projectedClosureAt: Date;
}

/**
 * Each function returns the value as it is stored, or null where it is refused; the sentences stand beside them so that every door says the
 * same.
 */
export const signalSentences = {
  asset: 'Enter the pair as the exchange writes it, such as BTCUSDT or BTC/USDT',
  tradeType: 'Choose Buy, Long, Sell or Short',
  leverage: 'Enter the leverage as a whole number from 1 to 125, such as 10 or 10x',
  price: 'Enter a price above zero in digits with a point, such as 64250.5: at most 20 digits before the point and 18 after it',
  trailingStopLoss: 'Enter none, breakeven, moving, or a percentage such as 1.5%',
  date: 'Enter the date as YYYY-MM-DD',
  time: 'Enter the time as HH:MM, from 00:00 to 23:59',
  projectedDateOfClosure: 'Enter the projected date of closure as YYYY-MM-DD, or with its time as YYYY-MM-DDTHH:MMZ',
} as const;

/** numeric(38,18). No sign, no exponent, no separators, no blanks, no leading zeros. */
const plainPrice = /^(0|[1-9]\d{0,19})(\.\d{1,18})?$/;

/** Returns the price without superfluous zeros; null if it is not one. */
export function priceOf(typed: string): string | null {
  if (!plainPrice.test(typed)) return null;
  const price = new Decimal(typed);
  return price.isZero() ? null : price.toFixed();
}

/** Quote currencies of the venues. A longer one wins: `BTCFDUSD` is BTC in FDUSD. */
const quotes = [
  'FDUSD',
  'USDT',
  'USDC',
  'USDP',
  'TUSD',
  'BUSD',
  'DAI',
  'EUR',
  'GBP',
  'TRY',
  'BRL',
  'JPY',
  'AUD',
  'USD',
  'BTC',
  'ETH',
  'BNB',
].toSorted((a, b) => b.length - a.length);
const baseName = /^[A-Z0-9]{1,20}$/;

export function pairOf(typed: string): { base: string; quote: string } | null {
  const quote = quotes.find((name) => typed.endsWith(name));
  if (!quote) return null;
  const head = typed.slice(0, -quote.length);
  const base = head.endsWith('/') ? head.slice(0, -1) : head;
  return baseName.test(base) && base !== quote ? { base, quote } : null;
}

const sideOfWord: Record<string, Side> = { buy: 'long', long: 'long', sell: 'short', short: 'short' };

export function sideOf(typed: string): Side | null {
  const word = typed.toLowerCase();
  return Object.hasOwn(sideOfWord, word) ? (sideOfWord[word] ?? null) : null;
}

const factor = /^([1-9]\d{0,2})x?$/i;
const MAX_LEVERAGE = 125;

export function leverageOf(typed: string): number | null {
  const times = Number(factor.exec(typed)?.[1] ?? 0);
  return times >= 1 && times <= MAX_LEVERAGE ? times : null;
}

const percentage = /^((?:0|[1-9]\d?)(?:\.\d{1,8})?)%$/;

export function isTrailingStop(typed: string): boolean {
  if (['none', 'breakeven', 'moving'].includes(typed.toLowerCase())) return true;
  const share = percentage.exec(typed)?.[1];
  return share !== undefined && Number(share) > 0;
}

const dayForm = /^(2\d{3})-(\d{2})-(\d{2})$/;
const timeForm = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const instantForm = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?)(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;

/** A day that exists, from the year 2000 on. */
export function isDay(typed: string): boolean {
  const [, year, month, day] = dayForm.exec(typed) ?? [];
  if (!year || !month || !day) return false;
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return parsed.getUTCMonth() === Number(month) - 1 && parsed.getUTCDate() === Number(day);
}

export function isTimeOfDay(typed: string): boolean {
  return timeForm.test(typed);
}

/** Returns the projected closure: the given instant, or the end of the given day. */
export function closureOf(typed: string): Date | null {
  if (isDay(typed)) return new Date(Date.parse(`${typed}T00:00:00Z`) + 24 * 3600 * 1000);
  const [, day = '', time, zone = 'Z'] = instantForm.exec(typed) ?? [];
  return isDay(day) ? new Date(`${day}T${time}${zone}`) : null;
}

/** Returns the signal's own date and time. */
export function instantOf({ date, time }: Pick<SignalTerms, 'date' | 'time'>): Date {
  return new Date(`${date}T${time}Z`);
}

export const textLimits = {
  timeFrame: 100,
  riskLevel: 100,
  recommendedPositionSize: 100,
  duration: 100,
  marketCondition: 500,
  signalMessage: 4000,
} as const;
export type TextField = keyof typeof textLimits;

/** Messages may contain line breaks and tabs. No text may contain other control characters. */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
// oxlint-disable-next-line no-control-regex
const lineControls = /[\u0000-\u001f\u007f-\u009f]/;

/** Returns why a text is rejected; null: it is accepted as typed. */
export function textRefusal(field: TextField, label: string, typed: string): string | null {
  const limit = textLimits[field];
  if (typed.trim() === '') return `${label} is required`;
  if (typed.length > limit) return `${label} may have ${limit} characters at most`;
  const several = field === 'signalMessage' || field === 'marketCondition';
  return (several ? controls : lineControls).test(typed) ? `${label} holds characters that cannot be shown` : null;
}
