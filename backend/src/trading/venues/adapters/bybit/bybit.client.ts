import type {
  ClientOptions,
  Credentials,
  CursorPage,
  DepositRow,
  ExchangeClient,
  FillsByTime,
  FuturesAccount,
  FuturesOrderRow,
  FuturesPositionRow,
  IncomeRow,
  KeyRights,
  Lane,
  OrdersRequest,
  SpotAccount,
  TimeWindow,
  VenueFacts,
  WalletMovementRow,
  WalletRow,
  WithdrawalRow,
} from '../../port/index.js';
import type { Call, Params, WireRow } from '../ccxt/index.js';
import { BybitFills } from './bybit-fills.js';
import type { BybitVenue } from './bybit-venue.js';
import { capitalPage, type CapitalList } from './capital.js';
import { endpoints, type BybitEndpoint } from './endpoints.js';
import { allPages, CursorTrail, pageOf, resultObject } from './envelope.js';
import { readKeyInfo, type KeyInfo } from './key-rights.js';
import { deposit, futuresOrder, futuresPosition, internalDeposit, isZero, rests, withdrawal } from './rows.js';
import { balancesOf, fundingCoins, unifiedWallet, wallets } from './wallets.js';

const DAY_MS = 86_400_000;
/** Prices are for valuing wallets: nobody asks for fresher ones by default. */
const PRICES_MS = 15 * 60_000;
/** Linear contracts are settled in one of these; each has lists of its own. */
const SETTLE_COINS = ['USDT', 'USDC'] as const;
const MAX_PAGES = 100;

const facts: VenueFacts = {
  // The venue was founded in March 2018.
  openedAt: new Date('2018-03-01T00:00:00Z'),
  // Windows are to be shorter than 30 days, and are widened to whole seconds.
  capitalWindowMs: 29 * DAY_MS,
  fillLagMs: 15 * 60_000,
  // Two years of fills: a little less, so that no row is on the edge. No journal is read: there is no futures wallet to explain.
  reach: { spotTrades: 729 * DAY_MS, futuresTrades: 729 * DAY_MS, capital: null, income: null },
  // Spot and futures share one wallet here whose funding fees are not listed: with these lists no balance would be explained either.
  movements: { transfer: null, dust: null, convert: null, dividend: null },
};

const depositLists: readonly CapitalList<DepositRow>[] = [
  { name: 'chain', endpoint: endpoints.deposits, params: {}, read: deposit },
  { name: 'internal', endpoint: endpoints.internalDeposits, params: {}, read: internalDeposit },
];
/** 2: on chain and off. */
const withdrawalLists: readonly CapitalList<WithdrawalRow>[] = [
  { name: 'all', endpoint: endpoints.withdrawals, params: { withdrawType: 2 }, read: withdrawal },
];

/** What the lanes of one account have in common. */
interface Shared {
  trail: CursorTrail;
  /** An account keeps its number: asked once. */
  key: Promise<KeyInfo> | null;
}

/** Bybit's unified account by ccxt's implicit endpoints, field by field (exchange.md section 1.2). */
export class BybitClient implements ExchangeClient {
  readonly facts = facts;
  readonly fills: FillsByTime;

  private constructor(
    private readonly venue: BybitVenue,
    private readonly call: Call<BybitEndpoint>,
    private readonly options: ClientOptions,
    private readonly shared: Shared,
  ) {
    this.fills = new BybitFills(call, shared.trail);
  }

  static async open(venue: BybitVenue, credentials: Credentials, options: ClientOptions): Promise<BybitClient> {
    return new BybitClient(venue, await venue.open(credentials, options), options, { trail: new CursorTrail(), key: null });
  }

  inLane(lane: Lane): ExchangeClient {
    return lane === this.options.lane ? this : new BybitClient(this.venue, this.call.inLane(lane), { ...this.options, lane }, this.shared);
  }

  serverTime(): Promise<Date> {
    return this.venue.serverTime();
  }

  async keyRights(): Promise<KeyRights> {
    this.shared.key = null;
    return (await this.#keyInfo()).rights;
  }

  async account(): Promise<SpotAccount> {
    const [key, unified, funding] = await Promise.all([this.#keyInfo(), unifiedWallet(this.call), fundingCoins(this.call)]);
    return { uid: key.uid, balances: balancesOf(unified.coins, funding), mark: null };
  }

  /** Contracts are settled in the unified account's coins. */
  futuresAccount(): Promise<FuturesAccount | null> {
    return Promise.resolve(null);
  }

  wallets(): Promise<WalletRow[]> {
    return wallets(this.call, () => this.prices());
  }

  /** Conditional orders are in the same list. Two questions tell all contracts, so that a wish only chooses from the answers. */
  async openOrders({ symbols }: OrdersRequest = {}): Promise<{ rows: FuturesOrderRow[]; missing: string[] }> {
    const wanted = symbols && new Set(symbols);
    if (wanted?.size === 0) return { rows: [], missing: [] };
    const listed = await this.#linear(endpoints.openOrders, 50);
    const rows = listed.filter(({ row }) => rests(row)).map(({ row }) => futuresOrder(row));
    return { rows: wanted ? rows.filter(({ symbol }) => wanted.has(symbol)) : rows, missing: [] };
  }

  async positions(): Promise<{ rows: FuturesPositionRow[]; ordered: string[] }> {
    const rows = (await this.#linear(endpoints.positions, 200)).map(({ row, coin }) => futuresPosition(row, coin));
    return { rows: rows.filter(({ positionAmt }) => !isZero(positionAmt)), ordered: [] };
  }

  leverages(): Promise<ReadonlyMap<string, string> | null> {
    return Promise.resolve(null);
  }

  deposits(window: TimeWindow, cursor: string | null): Promise<CursorPage<DepositRow>> {
    return capitalPage(this.call, this.shared.trail, depositLists, window, cursor);
  }

  /** Told to keys of the main account alone: nothing leaves the venue from a sub-account. */
  async withdrawals(window: TimeWindow, cursor: string | null): Promise<CursorPage<WithdrawalRow>> {
    const { main } = await this.#keyInfo();
    return main ? capitalPage(this.call, this.shared.trail, withdrawalLists, window, cursor) : { rows: [], next: null };
  }

  movements(): Promise<CursorPage<WalletMovementRow> | null> {
    return Promise.resolve(null);
  }

  income(): Promise<CursorPage<IncomeRow> | null> {
    return Promise.resolve(null);
  }

  prices(maxAgeMs = PRICES_MS): Promise<ReadonlyMap<string, string>> {
    return this.venue.prices(maxAgeMs, this.options);
  }

  #keyInfo(): Promise<KeyInfo> {
    const { path } = endpoints.keyInfo;
    this.shared.key ??= this.call(endpoints.keyInfo)
      .then((body) => readKeyInfo(path, resultObject(path, body), Date.now()))
      .catch((error: unknown) => {
        this.shared.key = null;
        throw error;
      });
    return this.shared.key;
  }

  /** A list of linear contracts of both settlement coins. */
  async #linear(endpoint: BybitEndpoint, limit: number): Promise<{ row: WireRow; coin: string }[]> {
    const lists = SETTLE_COINS.map(async (coin) => {
      const rows = await allPages(endpoint.path, MAX_PAGES, async (cursor) => {
        const params: Params = { category: 'linear', settleCoin: coin, limit, ...(cursor !== null && { cursor }) };
        return pageOf(endpoint.path, await this.call(endpoint, params), 'list', 'linear');
      });
      return rows.map((row) => ({ row, coin }));
    });
    return (await Promise.all(lists)).flat();
  }
}
