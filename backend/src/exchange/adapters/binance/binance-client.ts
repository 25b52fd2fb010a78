import {
  RequestRefused,
  type ClientOptions,
  type Credentials,
  type DepositRow,
  type ExchangeClient,
  type FuturesOrderRow,
  type FuturesPositionRow,
  type FuturesTradeRow,
  type KeyRights,
  type PageOfRows,
  type SpotAccount,
  type SpotSymbol,
  type SpotTradeRow,
  type TimeWindow,
  type VenueFacts,
  type WalletRow,
  type WithdrawalRow,
} from '../../port/index.js';
import type { BinanceVenue, Call, Params } from './binance-venue.js';
import { endpoints, type Endpoint } from './endpoints.js';
import { readKeyRights } from './key-rights.js';
import { balance, deposit, futuresAlgoOrder, futuresOrder, futuresPosition, futuresTrade, spotTrade, withdrawal } from './rows.js';
import { wireRow, wireRows, type WireRow } from './shapes.js';

const PAGE = 1000;
const DIVIDEND_PAGE = 500;
const DAY_MS = 86_400_000;

const facts: VenueFacts = {
  // The venue opened on 14 July 2017.
  openedAt: new Date('2017-07-01T00:00:00Z'),
  capitalWindowMs: 90 * DAY_MS,
  fillLagMs: 15 * 60_000,
};

/** Binance by ccxt's implicit endpoints, field by field (exchange.md section 1.1). */
export class BinanceClient implements ExchangeClient {
  readonly facts = facts;

  private constructor(
    private readonly venue: BinanceVenue,
    private readonly call: Call,
    private readonly options: ClientOptions,
  ) {}

  static async open(venue: BinanceVenue, credentials: Credentials, options: ClientOptions): Promise<BinanceClient> {
    return new BinanceClient(venue, await venue.open(credentials, options), options);
  }

  async serverTime(): Promise<Date> {
    return new Date(Date.now() - (await this.venue.clock.exact()));
  }

  async keyRights(): Promise<KeyRights> {
    return readKeyRights(await this.#object(endpoints.apiRestrictions));
  }

  async account(): Promise<SpotAccount> {
    const row = await this.#object(endpoints.account, { omitZeroBalances: 'true' });
    return { uid: row.has('uid') ? row.id('uid') : null, balances: row.rows('balances').map(balance) };
  }

  async wallets(): Promise<WalletRow[]> {
    // Without quoteAsset the venue values in BTC.
    const rows = await this.#list(endpoints.walletBalance, { quoteAsset: 'USDT' });
    return rows.map((row) => ({ name: row.text('walletName'), balance: row.decimal('balance') }));
  }

  async spotTrades(symbol: string, fromId: string): Promise<PageOfRows<SpotTradeRow>> {
    const rows = await this.#list(endpoints.myTrades, { symbol, fromId, limit: PAGE });
    return page(rows, (row) => spotTrade(row, symbol, endpoints.myTrades.path));
  }

  async futuresTrades(symbol: string, fromId: string): Promise<PageOfRows<FuturesTradeRow>> {
    const rows = await this.#list(endpoints.futuresTrades, { symbol, fromId, limit: PAGE });
    return page(rows, (row) => futuresTrade(row, symbol, endpoints.futuresTrades.path));
  }

  async openOrders(): Promise<{ rows: FuturesOrderRow[]; missing: string[] }> {
    // Conditional orders moved to a service of their own and are not in openOrders any more.
    const [orders, conditional] = await Promise.all([this.#list(endpoints.futuresOrders), orNull(this.#list(endpoints.futuresAlgoOrders))]);
    return {
      rows: [...orders.map(futuresOrder), ...(conditional ?? []).map(futuresAlgoOrder)],
      missing: conditional ? [] : ['conditional orders'],
    };
  }

  async positions(): Promise<FuturesPositionRow[]> {
    const [rows, configs] = await Promise.all([this.#list(endpoints.positionRisk), orNull(this.#list(endpoints.symbolConfig))]);
    const leverage = new Map((configs ?? []).map((row) => [row.text('symbol'), row.decimal('leverage')]));
    // Symbols with an open order only are listed too, with an amount of zero.
    return rows.map((row) => futuresPosition(row, leverage)).filter(({ positionAmt }) => !/^-?0+(\.0+)?$/.test(positionAmt));
  }

  async deposits(window: TimeWindow, offset: number): Promise<PageOfRows<DepositRow>> {
    return page(await this.#list(endpoints.deposits, capitalPage(window, offset)), deposit);
  }

  async withdrawals(window: TimeWindow, offset: number): Promise<PageOfRows<WithdrawalRow>> {
    return page(await this.#list(endpoints.withdrawals, capitalPage(window, offset)), withdrawal);
  }

  spotSymbols(): Promise<SpotSymbol[]> {
    return this.venue.spotSymbols(this.options);
  }

  futuresSymbols(): Promise<string[]> {
    return this.venue.futuresSymbols(this.options);
  }

  prices(): Promise<ReadonlyMap<string, string>> {
    return this.venue.prices(this.options);
  }

  async dustCoins(): Promise<string[]> {
    const dribblets = (await this.#object(endpoints.dust)).rows('userAssetDribblets');
    const coins = dribblets.flatMap((dribblet) => dribblet.rows('userAssetDribbletDetails')).map((row) => row.text('fromAsset'));
    return coins.length > 0 ? unique([...coins, 'BNB']) : [];
  }

  async convertedCoins(since: Date): Promise<string[]> {
    const coins: string[] = [];
    for (const { from, to } of await this.#windows(since, 30 * DAY_MS)) {
      const body = await this.#object(endpoints.convertTrades, { startTime: from, endTime: to, limit: PAGE });
      for (const row of body.rows('list')) coins.push(row.text('fromAsset'), row.text('toAsset'));
    }
    return unique(coins);
  }

  async dividendCoins(since: Date): Promise<string[]> {
    const coins: string[] = [];
    for (const { from, to } of await this.#windows(since, 180 * DAY_MS)) {
      const rows = (await this.#object(endpoints.dividends, { startTime: from, endTime: to, limit: DIVIDEND_PAGE })).rows('rows');
      coins.push(...rows.map((row) => row.text('asset')));
    }
    return unique(coins);
  }

  async futuresTradedSymbols(since: Date): Promise<string[]> {
    const symbols: string[] = [];
    for (let startTime = since.getTime(); ; ) {
      const rows = await this.#list(endpoints.income, { incomeType: 'COMMISSION', startTime, limit: PAGE });
      symbols.push(...rows.filter((row) => row.has('symbol')).map((row) => row.text('symbol')));
      const newest = Math.max(...rows.map((row) => row.time('time').getTime()));
      if (rows.length < PAGE || newest <= startTime) return unique(symbols);
      startTime = newest;
    }
  }

  async #object(endpoint: Endpoint, params?: Params): Promise<WireRow> {
    return wireRow(endpoint.path, await this.call(endpoint, params));
  }

  async #list(endpoint: Endpoint, params?: Params): Promise<WireRow[]> {
    return wireRows(endpoint.path, await this.call(endpoint, params));
  }

  async #windows(since: Date, length: number): Promise<{ from: number; to: number }[]> {
    const now = (await this.serverTime()).getTime();
    const windows: { from: number; to: number }[] = [];
    for (let to = now; to >= since.getTime(); to -= length) windows.push({ from: Math.max(since.getTime(), to - length + 1), to });
    return windows;
  }
}

function page<T>(rows: WireRow[], read: (row: WireRow) => T): PageOfRows<T> {
  return { rows: rows.map(read), last: rows.length < PAGE };
}

function capitalPage({ from, to }: TimeWindow, offset: number): Params {
  return { startTime: from.getTime(), endTime: to.getTime(), limit: PAGE, offset };
}

/** Null where the venue does not offer it; any other failure stands. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RequestRefused) return null;
    throw error;
  }
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}
