import { isDecimalString } from '../../../../platform/domain/index.js';
import { percentChange } from './percent-change.js';

/** A pair's last price. */
export interface Ticker {
  symbol: string;
  /** With the venue's digits. */
  price: string;
  /** Change against the price of 24 hours ago in percent, with two decimals. */
  change: string;
  /** What was traded in 24 hours, in USDT; only ever compared. */
  turnover: number;
  /** Milliseconds since 1970 by the venue's clock; null where it did not say. */
  at: number | null;
}

export type StreamMessage = { kind: 'tickers'; tickers: Ticker[] } | { kind: 'shutdown' } | { kind: 'other' };

const QUOTE = 'USDT';
const NAME_END = `${QUOTE}"`;
const LONGEST_SYMBOL = 40;

/**
 * A message of `!miniTicker@arr`: a list of the pairs that changed, `{s, c, o, q, E, …}` with prices as texts and no percentage. Only pairs
 * quoted in USDT are kept, and rows of another shape are left out. Throws SyntaxError for what is no JSON.
 */
export function readStreamMessage(text: string): StreamMessage {
  const message = parseOwnRows(text);
  if (Array.isArray(message)) return { kind: 'tickers', tickers: tickersOf(message, ({ s, c, o, q, E }) => tickerOf(s, c, o, q, E)) };
  const isShutdown = message !== null && typeof message === 'object' && (message as { e?: unknown }).e === 'serverShutdown';
  return { kind: isShutdown ? 'shutdown' : 'other' };
}

/**
 * An answer of `/api/v3/ticker/24hr?type=MINI`: the same of every pair, under longer names. Pairs that nobody traded for 24 hours are left
 * out: those the venue has halted or delisted are among them. Null where it lists no pair in USDT.
 */
export function readDayTickers(text: string): Ticker[] | null {
  const message: unknown = JSON.parse(text);
  if (!Array.isArray(message)) return null;
  const tickers = tickersOf(message, ({ symbol, lastPrice, openPrice, quoteVolume, closeTime, count }) =>
    count === 0 ? null : tickerOf(symbol, lastPrice, openPrice, quoteVolume, closeTime),
  );
  return tickers.length > 0 ? tickers : null;
}

/**
 * As JSON.parse, but of a list of flat objects only those that name a pair in USDT. They are a quarter of the list, which comes every
 * second and costs more to parse than all the rest of a tick. Whatever is not laid out so is parsed as a whole.
 */
function parseOwnRows(text: string): unknown {
  const rows = ownRows(text);
  try {
    if (rows) return JSON.parse(`[${rows.join(',')}]`);
  } catch {
    // Laid out in another way: below.
  }
  return JSON.parse(text);
}

/** The texts of these objects; null where there are none, or where the text is no list of flat objects as far as one can see. */
function ownRows(text: string): string[] | null {
  if (!text.startsWith('[') || !text.endsWith(']')) return null;
  const rows: string[] = [];
  let last = 0;
  for (let at = text.indexOf(NAME_END); at >= 0; at = text.indexOf(NAME_END, last)) {
    const start = text.lastIndexOf('{', at);
    const end = text.indexOf('}', at) + 1;
    if (start < last || end === 0) return null;
    rows.push(text.slice(start, end));
    last = end;
  }
  return rows.length > 0 ? rows : null;
}

function tickersOf(rows: readonly unknown[], read: (row: Record<string, unknown>) => Ticker | null): Ticker[] {
  const tickers: Ticker[] = [];
  for (const row of rows) {
    const ticker = row !== null && typeof row === 'object' ? read(row as Record<string, unknown>) : null;
    if (ticker) tickers.push(ticker);
  }
  return tickers;
}

function tickerOf(symbol: unknown, price: unknown, open: unknown, turnover: unknown, at: unknown): Ticker | null {
  if (typeof symbol !== 'string' || !symbol.endsWith(QUOTE) || symbol.length === QUOTE.length || symbol.length > LONGEST_SYMBOL)
    return null;
  if (!isPrice(price) || !isPrice(open)) return null;
  return {
    symbol,
    price,
    change: percentChange(price, open),
    turnover: isPrice(turnover) ? Number(turnover) : 0,
    at: typeof at === 'number' && Number.isSafeInteger(at) ? at : null,
  };
}

function isPrice(value: unknown): value is string {
  return isDecimalString(value) && !value.startsWith('-');
}
