import { isDecimalString } from '../../common/domain/index.js';

/** A pair's last price. */
export interface Ticker {
  symbol: string;
  /** With the venue's digits. */
  price: string;
  /** Change against the price of 24 hours ago, in percent; 0 where there was none. */
  percent: number;
}

export type StreamMessage = { kind: 'tickers'; tickers: Ticker[] } | { kind: 'shutdown' } | { kind: 'other' };

const QUOTE = 'USDT';
const LONGEST_SYMBOL = 40;

/**
 * A message of `!miniTicker@arr`: a list of the pairs that changed, `{s, c, o, …}` with prices as texts and no percentage. Only pairs
 * quoted in USDT are kept, and rows of another shape are left out. Throws SyntaxError for what is no JSON.
 */
export function readStreamMessage(text: string): StreamMessage {
  const message: unknown = JSON.parse(text);
  if (Array.isArray(message)) return { kind: 'tickers', tickers: message.flatMap((row: unknown) => readTicker(row) ?? []) };
  const isShutdown = message !== null && typeof message === 'object' && (message as { e?: unknown }).e === 'serverShutdown';
  return { kind: isShutdown ? 'shutdown' : 'other' };
}

function readTicker(row: unknown): Ticker | null {
  if (row === null || typeof row !== 'object') return null;
  const { s: symbol, c: price, o: open } = row as { s?: unknown; c?: unknown; o?: unknown };
  if (typeof symbol !== 'string' || !symbol.endsWith(QUOTE) || symbol.length === QUOTE.length || symbol.length > LONGEST_SYMBOL) return null;
  if (!isDecimalString(price) || !isDecimalString(open)) return null;
  return { symbol, price, percent: percentChange(Number(price), Number(open)) };
}

function percentChange(price: number, open: number): number {
  return open > 0 ? ((price - open) / open) * 100 : 0;
}
