import {
  VenueRejected,
  SymbolGone,
  type ClientOptions,
  type Credentials,
  type CursorPage,
  type DepositRow,
  type ExchangeClient,
  type FillsBySymbol,
  type FuturesAccount,
  type FuturesOrderRow,
  type FuturesPositionRow,
  type IncomeRow,
  type KeyRights,
  type Lane,
  type MovementKind,
  type OrdersRequest,
  type SpotAccount,
  type TimeWindow,
  type VenueFacts,
  type WalletMovementRow,
  type WalletRow,
  type WithdrawalRow,
} from '../../port/index.js';
import { wireRow, wireRows, type Call, type Params, type WireRow } from '../ccxt/index.js';
import { BinanceFills } from './binance-fills.js';
import type { BinanceVenue } from './binance-venue.js';
import { endpoints, type BinanceEndpoint } from './endpoints.js';
import { incomePage } from './income.js';
import { readKeyRights } from './key-rights.js';
import { movementLists, movementPage } from './movements.js';
import {
  balance,
  deposit,
  futuresAlgoOrder,
  futuresAsset,
  futuresOrder,
  futuresPosition,
  isZero,
  restsOrders,
  withdrawal,
} from './rows.js';

const PAGE = 1000;
const DAY_MS = 86_400_000;
/** Prices are for valuing wallets: nobody asks for fresher ones by default. */
const PRICES_MS = 15 * 60_000;

const facts: VenueFacts = {
  // The venue opened on 14 July 2017.
  openedAt: new Date('2017-07-01T00:00:00Z'),
  capitalWindowMs: 90 * DAY_MS,
  fillLagMs: 15 * 60_000,
  // Six months of futures fills, three of the journal: a little less, so that no row is on the edge.
  reach: { spotTrades: null, futuresTrades: 180 * DAY_MS, capital: null, income: 88 * DAY_MS },
  movements: movementLists,
};

/** Binance by ccxt's implicit endpoints, field by field (exchange.md section 1.1). */
export class BinanceClient implements ExchangeClient {
  readonly facts = facts;
  readonly fills: FillsBySymbol;

  private constructor(
    private readonly venue: BinanceVenue,
    private readonly call: Call<BinanceEndpoint>,
    private readonly options: ClientOptions,
  ) {
    this.fills = new BinanceFills(venue, call, options);
  }

  static async open(venue: BinanceVenue, credentials: Credentials, options: ClientOptions): Promise<BinanceClient> {
    return new BinanceClient(venue, await venue.open(credentials, options), options);
  }

  inLane(lane: Lane): ExchangeClient {
    return lane === this.options.lane ? this : new BinanceClient(this.venue, this.call.inLane(lane), { ...this.options, lane });
  }

  serverTime(): Promise<Date> {
    return this.venue.serverTime();
  }

  async keyRights(): Promise<KeyRights> {
    return readKeyRights(endpoints.apiRestrictions.path, await this.call(endpoints.apiRestrictions));
  }

  async account(): Promise<SpotAccount> {
    const row = await this.#object(endpoints.account, { omitZeroBalances: 'true' });
    return {
      uid: row.has('uid') ? row.id('uid') : null,
      balances: row.rows('balances').map(balance),
      mark: row.has('updateTime') ? row.id('updateTime') : null,
    };
  }

  async futuresAccount(): Promise<FuturesAccount> {
    const rows = (await this.#object(endpoints.futuresAccount)).rows('assets').map(futuresAsset);
    // Every asset the venue takes as margin is listed, most of them never held.
    return { assets: rows.filter(({ walletBalance, updatedAt }) => updatedAt.getTime() > 0 || !isZero(walletBalance)) };
  }

  async wallets(): Promise<WalletRow[]> {
    // Without quoteAsset the venue values in BTC.
    const rows = await this.#list(endpoints.walletBalance, { quoteAsset: 'USDT' });
    return rows.map((row) => ({ name: row.text('walletName'), balance: row.decimal('balance') }));
  }

  async openOrders({ symbols }: OrdersRequest = {}): Promise<{ rows: FuturesOrderRow[]; missing: string[] }> {
    const wishes: Params[] = symbols ? [...new Set(symbols)].map((symbol) => ({ symbol })) : [{}];
    const answers = await Promise.all(wishes.map((wish) => this.#ordersOf(wish)));
    const told = answers.every(({ conditional }) => conditional !== null);
    return {
      rows: answers.flatMap(({ orders, conditional }) => [...orders.map(futuresOrder), ...(conditional ?? []).map(futuresAlgoOrder)]),
      missing: told ? [] : ['conditional orders'],
    };
  }

  async positions(): Promise<{ rows: FuturesPositionRow[]; ordered: string[] }> {
    const listed = await this.#list(endpoints.positionRisk);
    const rows = listed.map(futuresPosition).filter(({ positionAmt }) => !isZero(positionAmt));
    const held = new Set(rows.map(({ symbol }) => symbol));
    // A contract is listed for a position or for an order: one without a position rests an order, whatever its margins say.
    const ordered = listed.filter((row) => restsOrders(row) || !held.has(row.text('symbol'))).map((row) => row.text('symbol'));
    return { rows, ordered: [...new Set(ordered)] };
  }

  async leverages(): Promise<ReadonlyMap<string, string> | null> {
    const rows = await orNull(this.#list(endpoints.symbolConfig));
    return rows && new Map(rows.map((row) => [row.text('symbol'), row.decimal('leverage')]));
  }

  deposits(window: TimeWindow, cursor: string | null): Promise<CursorPage<DepositRow>> {
    return this.#capital(endpoints.deposits, window, cursor, deposit);
  }

  withdrawals(window: TimeWindow, cursor: string | null): Promise<CursorPage<WithdrawalRow>> {
    return this.#capital(endpoints.withdrawals, window, cursor, withdrawal);
  }

  movements(kind: MovementKind, window: TimeWindow, cursor: string | null): Promise<CursorPage<WalletMovementRow>> {
    return movementPage(this.call, kind, window, cursor);
  }

  income(window: TimeWindow, cursor: string | null): Promise<CursorPage<IncomeRow> | null> {
    return incomePage(this.call, window, cursor);
  }

  prices(maxAgeMs = PRICES_MS): Promise<ReadonlyMap<string, string>> {
    return this.venue.prices(maxAgeMs, this.options);
  }

  /** Conditional orders moved to a service of their own and are not in openOrders any more. A contract that is gone rests none. */
  async #ordersOf(wish: Params): Promise<{ orders: WireRow[]; conditional: WireRow[] | null }> {
    const [orders, conditional] = await Promise.all([
      noneWhereGone(this.#list(endpoints.futuresOrders, wish)),
      orNull(noneWhereGone(this.#list(endpoints.futuresAlgoOrders, wish))),
    ]);
    return { orders, conditional };
  }

  /** Windows of capital are paged by offset, which is the cursor. A row that comes twice in a page moves no other one behind it. */
  async #capital<T>(
    endpoint: BinanceEndpoint,
    { from, to }: TimeWindow,
    cursor: string | null,
    read: (row: WireRow) => T,
  ): Promise<CursorPage<T>> {
    if (cursor !== null && !/^\d{1,9}$/.test(cursor)) throw new VenueRejected(endpoint.path, 0, null, 'no such page');
    const offset = Number(cursor ?? 0);
    const rows = await this.#list(endpoint, { startTime: from.getTime(), endTime: to.getTime(), limit: PAGE, offset });
    return { rows: rows.map(read), next: rows.length < PAGE ? null : String(offset + PAGE) };
  }

  async #object(endpoint: BinanceEndpoint, params?: Params): Promise<WireRow> {
    return wireRow(endpoint.path, await this.call(endpoint, params));
  }

  async #list(endpoint: BinanceEndpoint, params?: Params): Promise<WireRow[]> {
    return wireRows(endpoint.path, await this.call(endpoint, params));
  }
}

async function noneWhereGone(rows: Promise<WireRow[]>): Promise<WireRow[]> {
  try {
    return await rows;
  } catch (error) {
    if (error instanceof SymbolGone) return [];
    throw error;
  }
}

/** Null where the venue does not offer it; any other failure stands. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof VenueRejected) return null;
    throw error;
  }
}
