import { createHash } from 'node:crypto';

/** Seconds of a candle. */
export const timeframes = { '5m': 300, '15m': 900, '30m': 1800, '1h': 3600, '4h': 14_400, '1d': 86_400 } as const;
export type Timeframe = keyof typeof timeframes;
const names = Object.keys(timeframes);

export const chartMarkets = ['spot', 'futures'] as const;
export type ChartMarket = (typeof chartMarkets)[number];

export const MAX_CANDLES = 1500;
export const MAX_DAYS = 400;
export const MAX_LEVELS = 10;
const MAX_LABEL = 40;
const DAY = 86_400;

/** A price line. */
export interface ChartLevel {
  /** Decimal, as it is written. */
  price: string;
  label: string;
}

/** A chart that a text describes. */
export interface ChartBlock {
  /** The text between the fences. */
  source: string;
  /** Names its candles: charts of the same pair, timeframe and days have the same. */
  id: string;
  base: string;
  quote: string;
  market: ChartMarket;
  timeframe: Timeframe;
  /** UTC days, YYYY-MM-DD, both included. */
  from: string;
  to: string;
  levels: ChartLevel[];
}

/** What is wrong with the text of a chart; `line` counts from 1. */
export interface ChartProblem {
  line: number;
  message: string;
}

const PAIR = /^([A-Z0-9]{2,15})\/([A-Z0-9]{2,15})$/;
const DATE = /^20\d\d-\d\d-\d\d$/;
const LEVEL = /^level\s+(\S+)\s+(\S.*)$/;
const PRICE = /^\d{1,12}(?:\.\d{1,12})?$/;

/** Seconds since 1970 of the midnight at which a day begins; null where there is no such day. */
const midnightOf = (day: string): number | null => {
  const at = DATE.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(day) ? null : at / 1000;
};

/** The seconds [from, to) that a chart shows. */
export const secondsOf = ({ from, to }: Pick<ChartBlock, 'from' | 'to'>) => ({ from: midnightOf(from)!, to: midnightOf(to)! + DAY });

/**
 * Parses the text of a chart: a line `BTC/USDT 4h 2026-11-01 2026-11-20`, with `futures` at its end for the perpetual contract, and a line
 * `level 68000 Range high` for each level. Empty lines are skipped.
 */
export function parseChart(source: string): ChartBlock | ChartProblem {
  const lines = source.split('\n').map((text, index) => ({ text: text.trim(), line: index + 1 }));
  const [first, ...rest] = lines.filter(({ text }) => text !== '');
  if (!first) return { line: 1, message: 'a chart begins like “BTC/USDT 4h 2026-11-01 2026-11-20”' };
  const head = parseHead(first.text);
  if (typeof head === 'string') return { line: first.line, message: head };
  const levels: ChartLevel[] = [];
  for (const { text, line } of rest) {
    const level = parseLevel(text);
    if (typeof level === 'string') return { line, message: level };
    levels.push(level);
    if (levels.length > MAX_LEVELS) return { line, message: `a chart can have up to ${MAX_LEVELS} levels` };
  }
  return { source, ...head, levels };
}

function parseHead(text: string): Omit<ChartBlock, 'source' | 'levels'> | string {
  const [pair = '', timeframe = '', from = '', to = '', market = 'spot', ...more] = text.split(/\s+/);
  const [, base, quote] = PAIR.exec(pair) ?? [];
  if (base === undefined || quote === undefined) return 'a pair is written like BTC/USDT';
  if (!isTimeframe(timeframe)) return `the timeframe must be one of ${names.join(', ')}`;
  const [begin, last] = [midnightOf(from), midnightOf(to)];
  if (begin === null || last === null) return 'the timeframe is followed by the first and the last day, like 2026-11-01 2026-11-20';
  if (!isMarket(market) || more.length > 0) return 'after the days there can be the word futures, and nothing else';
  if (begin > last) return 'the first day must not be after the last';
  if ((last - begin) / DAY >= MAX_DAYS) return `a chart can have up to ${MAX_DAYS} days`;
  if ((last + DAY - begin) / timeframes[timeframe] > MAX_CANDLES)
    return `a chart can have up to ${MAX_CANDLES.toLocaleString('en')} candles. Choose fewer days or a longer timeframe`;
  const id = createHash('sha256').update(`${pair} ${market} ${timeframe} ${from} ${to}`).digest('hex').slice(0, 16);
  return { id, base, quote, market, timeframe, from, to };
}

function parseLevel(text: string): ChartLevel | string {
  const [, price, label] = LEVEL.exec(text) ?? [];
  if (price === undefined || label === undefined) return 'a level is written like “level 68000 Range high”';
  if (!PRICE.test(price) || Number(price) === 0) return `“${price.slice(0, 20)}” is not a price. Write it like 68000 or 0.0215`;
  return [...label].length > MAX_LABEL ? `the name of a level can have up to ${MAX_LABEL} characters` : { price, label };
}

const isTimeframe = (text: string): text is Timeframe => Object.hasOwn(timeframes, text);
const isMarket = (text: string): text is ChartMarket => chartMarkets.some((one) => one === text);
export const isProblem = (parsed: ChartBlock | ChartProblem): parsed is ChartProblem => 'message' in parsed;
