import { json } from '../chain/answer.ts';
import type { ChainAnswer } from '../chain/answer.ts';
import type { Exchange } from '../http/exchange.ts';
import { spotSymbols } from '../world/catalogue.ts';
import { fixed } from '../world/decimal.ts';

/** What Bybit and OKX tell everybody about a spot pair: their best prices, a hair apart from Binance's. */
const BYBIT = '/v5/market/tickers';
const BYBIT_TIME = '/v5/market/time';
const OKX = '/api/v5/market/ticker';
const OKX_TIME = '/api/v5/public/time';
const PATHS = [BYBIT, BYBIT_TIME, OKX, OKX_TIME];
/** Ten thousandths of the price. */
const APART = { bybit: -1n, okx: 1n } as const;

export const isPublicPrice = (path: string): boolean => PATHS.includes(path);

export function publicPrice(exchange: Exchange, path: string, query: URLSearchParams): ChainAnswer {
  const now = exchange.clock.server();
  if (path === BYBIT_TIME) {
    const result = { timeSecond: String(Math.floor(now / 1000)), timeNano: `${now}000000` };
    return json({ retCode: 0, retMsg: 'OK', result, retExtInfo: {}, time: now });
  }
  if (path === OKX_TIME) return json({ code: '0', msg: '', data: [{ ts: String(now) }] });
  if (path === BYBIT) {
    const symbol = query.get('symbol') ?? '';
    const book = query.get('category') === 'spot' ? bookOf(exchange, symbol, APART.bybit) : null;
    if (!book) return json({ retCode: 10001, retMsg: 'Not supported symbols', result: {}, retExtInfo: {}, time: now });
    const row = { symbol, bid1Price: book.bid, bid1Size: '1', ask1Price: book.ask, ask1Size: '1', lastPrice: book.bid };
    return json({ retCode: 0, retMsg: 'OK', result: { category: 'spot', list: [row] }, retExtInfo: {}, time: now });
  }
  const instId = query.get('instId') ?? '';
  const book = bookOf(exchange, instId.replace('-', ''), APART.okx);
  if (!book) return json({ code: '51001', msg: "Instrument ID doesn't exist.", data: [] });
  const row = { instType: 'SPOT', instId, last: book.bid, bidPx: book.bid, bidSz: '1', askPx: book.ask, askSz: '1', ts: String(now) };
  return json({ code: '0', msg: '', data: [row] });
}

function bookOf(exchange: Exchange, symbol: string, apart: bigint): { bid: string; ask: string } | null {
  const known = spotSymbols.get(symbol);
  if (known?.status !== 'TRADING') return null;
  const tick = 10n ** BigInt(8 - known.priceDecimals);
  const last = exchange.market.spot(symbol, exchange.clock.world());
  const bid = ((last + (last * apart) / 10_000n) / tick) * tick;
  return { bid: fixed(bid), ask: fixed(bid + tick) };
}
