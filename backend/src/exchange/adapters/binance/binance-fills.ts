import type { ClientOptions, FillsBySymbol, FuturesTradeRow, PageOfRows, SpotSymbol, SpotTradeRow } from '../../port/index.js';
import { readRows, wireRow, type Call, type FieldChecks, type Fields } from '../ccxt/index.js';
import type { BinanceVenue } from './binance-venue.js';
import { endpoints, type BinanceEndpoint } from './endpoints.js';
import { futuresTrade, spotTrade } from './rows.js';

const PAGE = 1000;
const DIVIDEND_PAGE = 500;
const DAY_MS = 86_400_000;

/** Fills by symbol, and what hints at symbols (exchange.md section 1.1). */
export class BinanceFills implements FillsBySymbol {
  readonly by = 'symbol';

  constructor(
    private readonly venue: BinanceVenue,
    private readonly call: Call<BinanceEndpoint>,
    private readonly options: ClientOptions,
  ) {}

  spot(symbol: string, fromId: string): Promise<PageOfRows<SpotTradeRow>> {
    return this.#page(endpoints.myTrades, symbol, fromId, spotTrade);
  }

  futures(symbol: string, fromId: string): Promise<PageOfRows<FuturesTradeRow>> {
    return this.#page(endpoints.futuresTrades, symbol, fromId, futuresTrade);
  }

  spotSymbols(): Promise<SpotSymbol[]> {
    return this.venue.spotSymbols(this.options);
  }

  futuresSymbols(): Promise<string[]> {
    return this.venue.futuresSymbols(this.options);
  }

  async dustCoins(): Promise<string[]> {
    const dribblets = wireRow(endpoints.dust.path, await this.call(endpoints.dust)).rows('userAssetDribblets');
    const coins = dribblets.flatMap((dribblet) => dribblet.rows('userAssetDribbletDetails')).map((row) => row.text('fromAsset'));
    return coins.length > 0 ? unique([...coins, 'BNB']) : [];
  }

  async convertedCoins(since: Date): Promise<string[]> {
    const coins: string[] = [];
    for (const { from, to } of await this.#windows(since, 30 * DAY_MS)) {
      const body = await this.call(endpoints.convertTrades, { startTime: from, endTime: to, limit: PAGE });
      for (const row of wireRow(endpoints.convertTrades.path, body).rows('list')) coins.push(row.text('fromAsset'), row.text('toAsset'));
    }
    return unique(coins);
  }

  async dividendCoins(since: Date): Promise<string[]> {
    const coins: string[] = [];
    for (const { from, to } of await this.#windows(since, 180 * DAY_MS)) {
      const body = await this.call(endpoints.dividends, { startTime: from, endTime: to, limit: DIVIDEND_PAGE });
      for (const row of wireRow(endpoints.dividends.path, body).rows('rows')) coins.push(row.text('asset'));
    }
    return unique(coins);
  }

  async #page<T>(
    endpoint: BinanceEndpoint,
    symbol: string,
    fromId: string,
    read: (row: Fields, check: FieldChecks, symbol: string) => T,
  ): Promise<PageOfRows<T>> {
    const rows = readRows(endpoint.path, await this.call(endpoint, { symbol, fromId, limit: PAGE }), (row, check) =>
      read(row, check, symbol),
    );
    return { rows, last: rows.length < PAGE };
  }

  async #windows(since: Date, length: number): Promise<{ from: number; to: number }[]> {
    const now = (await this.venue.serverTime()).getTime();
    const windows: { from: number; to: number }[] = [];
    for (let to = now; to >= since.getTime(); to -= length) windows.push({ from: Math.max(since.getTime(), to - length + 1), to });
    return windows;
  }
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}
