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
import { wireObject, wireRow, type Call } from '../ccxt/index.js';
import { capitalPage } from './capital.js';
import { contractKinds, type ContractSizes } from './contract-sizes.js';
import { endpoints, type OkxEndpoint } from './endpoints.js';
import { objectOf, rowOf, rowsOf } from './envelope.js';
import { readKeyInfo, type KeyInfo } from './key-rights.js';
import { OkxFills } from './okx-fills.js';
import type { OkxVenue } from './okx-venue.js';
import { openOrders } from './open-orders.js';
import { balancesOf, deposit, futuresPosition, isZero, withdrawal } from './rows.js';

const DAY_MS = 86_400_000;
/** Prices are for valuing wallets: nobody asks for fresher ones by default. */
const PRICES_MS = 15 * 60_000;

const facts: VenueFacts = {
  // The venue opened, under its former name, in 2017.
  openedAt: new Date('2017-01-01T00:00:00Z'),
  // No longest window is documented.
  capitalWindowMs: 90 * DAY_MS,
  fillLagMs: 15 * 60_000,
  // Three months of fills: the shortest three, so that no row is on the edge. No journal is read: there is no futures wallet to explain.
  reach: { spotTrades: 88 * DAY_MS, futuresTrades: 88 * DAY_MS, capital: null, income: null },
  // Spot and futures share one wallet here whose funding fees are not listed: with these lists no balance would be explained either.
  movements: { transfer: null, dust: null, convert: null, dividend: null },
};

/** OKX by ccxt's implicit endpoints, field by field (exchange.md section 1.3). */
export class OkxClient implements ExchangeClient {
  readonly facts = facts;
  readonly fills: FillsByTime;

  private constructor(
    private readonly venue: OkxVenue,
    private readonly call: Call<OkxEndpoint>,
    private readonly options: ClientOptions,
  ) {
    this.fills = new OkxFills(call, (instIds) => this.#sizesFor(instIds));
  }

  static async open(venue: OkxVenue, credentials: Credentials, options: ClientOptions): Promise<OkxClient> {
    return new OkxClient(venue, await venue.open(credentials, options), options);
  }

  inLane(lane: Lane): ExchangeClient {
    return lane === this.options.lane ? this : new OkxClient(this.venue, this.call.inLane(lane), { ...this.options, lane });
  }

  serverTime(): Promise<Date> {
    return this.venue.serverTime();
  }

  async keyRights(): Promise<KeyRights> {
    return (await this.#keyInfo()).rights;
  }

  async account(): Promise<SpotAccount> {
    const [{ uid }, trading, funding] = await Promise.all([
      this.#keyInfo(),
      this.call(endpoints.tradingBalance),
      this.call(endpoints.fundingBalances),
    ]);
    const details = rowOf(endpoints.tradingBalance.path, trading).rows('details');
    return { uid, balances: balancesOf(details, rowsOf(endpoints.fundingBalances.path, funding)), mark: null };
  }

  /** Contracts are settled in the trading account's coins. */
  futuresAccount(): Promise<FuturesAccount | null> {
    return Promise.resolve(null);
  }

  async wallets(): Promise<WalletRow[]> {
    const { path } = endpoints.valuation;
    // Without ccy the venue values in BTC.
    const { details } = objectOf(path, await this.call(endpoints.valuation, { ccy: 'USDT' }));
    const names = Object.keys(wireObject(path, details));
    const row = wireRow(path, details);
    return names.map((name) => ({ name: `${name.slice(0, 1).toUpperCase()}${name.slice(1, 60)}`, balance: row.decimal(name) }));
  }

  async openOrders({ symbols }: OrdersRequest = {}): Promise<{ rows: FuturesOrderRow[]; missing: string[] }> {
    const wanted = symbols && new Set(symbols);
    if (wanted?.size === 0) return { rows: [], missing: [] };
    const { rows, missing } = await openOrders(this.call, (instIds) => this.#sizesFor(instIds));
    return { rows: wanted ? rows.filter(({ symbol }) => wanted.has(symbol)) : rows, missing };
  }

  async positions(): Promise<{ rows: FuturesPositionRow[]; ordered: string[] }> {
    const listed = rowsOf(endpoints.positions.path, await this.call(endpoints.positions));
    const contracts = listed.filter((row) => contractKinds.some((kind) => kind === row.text('instType')));
    const sizes = await this.#sizesFor(contracts.map((row) => row.text('instId')));
    // An isolated position may be funded and empty.
    const rows = contracts.map((row) => futuresPosition(row, sizes)).filter(({ positionAmt }) => !isZero(positionAmt));
    return { rows: apart(rows), ordered: [] };
  }

  leverages(): Promise<ReadonlyMap<string, string> | null> {
    return Promise.resolve(null);
  }

  deposits(window: TimeWindow, cursor: string | null): Promise<CursorPage<DepositRow>> {
    return capitalPage(this.call, endpoints.deposits, window, cursor, deposit);
  }

  withdrawals(window: TimeWindow, cursor: string | null): Promise<CursorPage<WithdrawalRow>> {
    return capitalPage(this.call, endpoints.withdrawals, window, cursor, withdrawal);
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

  async #keyInfo(): Promise<KeyInfo> {
    const { path } = endpoints.config;
    return readKeyInfo(path, objectOf(path, await this.call(endpoints.config)));
  }

  #sizesFor(instIds: readonly string[]): Promise<ContractSizes> {
    return this.venue.sizesFor(instIds, this.options);
  }
}

/** A contract may be held in cross and in isolated margin at once, on the same side: two positions, which need two names. */
function apart(rows: FuturesPositionRow[]): FuturesPositionRow[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const key = `${row.symbol} ${row.positionSide}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? row : { ...row, symbol: `${row.symbol} (${count})` };
  });
}
