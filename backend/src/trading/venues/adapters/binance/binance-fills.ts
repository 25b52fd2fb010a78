import type { ClientOptions, FillsBySymbol, FuturesTradeRow, PageOfRows, SpotSymbol, SpotTradeRow } from '../../port/index.js';
import { readRows, type Call, type FieldChecks, type Fields } from '../ccxt/index.js';
import type { BinanceVenue } from './binance-venue.js';
import { endpoints, type BinanceEndpoint } from './endpoints.js';
import { futuresTrade, spotTrade } from './rows.js';

const PAGE = 1000;

/** Fills by symbol (exchange.md section 1.1). */
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
}
