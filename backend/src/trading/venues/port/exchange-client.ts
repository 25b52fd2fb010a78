import type {
  CursorPage,
  DepositRow,
  FuturesAccount,
  FuturesOrderRow,
  FuturesPositionRow,
  FuturesTradeRow,
  IncomeRow,
  KeyRights,
  MovementKind,
  PageOfRows,
  SpotAccount,
  SpotSymbol,
  SpotTradeRow,
  TimeWindow,
  Venue,
  WalletMovementRow,
  WalletRow,
  WithdrawalRow,
} from './rows.js';

export interface Credentials {
  apiKey: string;
  secretKey: string;
  /** Third part of a key, at some venues. */
  passphrase?: string;
}

/**
 * The share of the venue's limits that a call may use. `urgent`: a person waits with an open form; the last part of the limit is reserved
 * for it. `interactive`: a person waits for a sync. `backfill`: nobody waits, and it must not delay others.
 */
export type Lane = 'urgent' | 'interactive' | 'backfill';

export interface ClientOptions {
  lane: Lane;
  /** Maximum wait for the limit before a call fails with RateLimited. */
  maxWaitMs: number;
  signal?: AbortSignal;
}

/** How a list of wallet movements is read. */
export interface MovementList {
  /** Maximum length of a window. */
  windowMs: number;
  /** How far back the venue's data reaches; null: no limit, or from `since` on. */
  reachMs: number | null;
  /** The venue's data begins on this day. */
  since?: Date;
  /** Expensive: the first run reads the newest windows only, later runs the rest. */
  slow?: boolean;
}

/** Fixed properties of a venue. */
export interface VenueFacts {
  /** No account has anything before this day. */
  openedAt: Date;
  /** Maximum length of a window of deposits and withdrawals. */
  capitalWindowMs: number;
  /** Maximum delay until a fill appears in the lists. */
  fillLagMs: number;
  /** How far back each list reaches; null: no limit. Older rows are reported as outside the venue's window. */
  reach: { spotTrades: number | null; futuresTrades: number | null; capital: number | null; income: number | null };
  /** Lists of wallet movements; null: the venue has none that could explain a balance. */
  movements: Readonly<Record<MovementKind, MovementList | null>>;
}

/** Fills are read per symbol by ascending id; ids rise with time within a symbol. */
export interface FillsBySymbol {
  by: 'symbol';
  /** Returns fills with an id >= `fromId`, with ids rising over the pages. Throws SymbolGone. */
  spot(symbol: string, fromId: string): Promise<PageOfRows<SpotTradeRow>>;
  futures(symbol: string, fromId: string): Promise<PageOfRows<FuturesTradeRow>>;
  /** Returns every listed spot symbol, also suspended ones. */
  spotSymbols(): Promise<SpotSymbol[]>;
  futuresSymbols(): Promise<string[]>;
}

/** Fills of all symbols are read by time windows. */
export interface FillsByTime {
  by: 'time';
  /** Maximum length of a window. */
  windowMs: number;
  /** Returns one page of a window, in any order; `cursor` null for the first page. */
  spot(window: TimeWindow, cursor: string | null): Promise<CursorPage<SpotTradeRow>>;
  futures(window: TimeWindow, cursor: string | null): Promise<CursorPage<FuturesTradeRow>>;
}

/** Which open orders to list: those of these symbols, or all. */
export interface OrdersRequest {
  symbols?: readonly string[];
}

/**
 * Read-only client of one account of one venue. Methods reject with an ExchangeError of errors.ts only (an abort of `signal` aside), and
 * check the shape of each response.
 */
export interface ExchangeClient {
  readonly facts: VenueFacts;
  readonly fills: FillsBySymbol | FillsByTime;
  /** Returns a client of the same account with another share of the limits. */
  inLane(lane: Lane): ExchangeClient;
  /** Returns the venue's time. */
  serverTime(): Promise<Date>;
  keyRights(): Promise<KeyRights>;
  account(): Promise<SpotAccount>;
  /** Returns null where the venue has no separate futures wallet. Throws KeyRejected with scope `futures` where the key cannot read it. */
  futuresAccount(): Promise<FuturesAccount | null>;
  wallets(): Promise<WalletRow[]>;
  /** Returns open futures orders; `missing` names kinds that the venue does not list. */
  openOrders(request?: OrdersRequest): Promise<{ rows: FuturesOrderRow[]; missing: string[] }>;
  /**
   * Returns open positions, and the contracts that have open orders according to the list of positions. `leverage` may be null: see
   * leverages.
   */
  positions(): Promise<{ rows: FuturesPositionRow[]; ordered: string[] }>;
  /** Returns leverage by contract; null where positions include it. */
  leverages(): Promise<ReadonlyMap<string, string> | null>;
  deposits(window: TimeWindow, cursor: string | null): Promise<CursorPage<DepositRow>>;
  withdrawals(window: TimeWindow, cursor: string | null): Promise<CursorPage<WithdrawalRow>>;
  /** Returns completed movements of one kind within a window of at most its `windowMs`; null where the facts name no list. */
  movements(kind: MovementKind, window: TimeWindow, cursor: string | null): Promise<CursorPage<WalletMovementRow> | null>;
  /** Returns the income of the futures wallet, oldest first within the window; null where the venue has none. */
  income(window: TimeWindow, cursor: string | null): Promise<CursorPage<IncomeRow> | null>;
  /**
   * Returns the last price by spot symbol (`BTCUSDT`: base and quote joined), cached per process for at most `maxAgeMs`, by default 15
   * minutes.
   */
  prices(maxAgeMs?: number): Promise<ReadonlyMap<string, string>>;
}

/** Checks whether a venue answers. */
export abstract class VenueClocks {
  /** Reads the venue's time now, without cache or key. Rejects with an ExchangeError only (an abort of `signal` aside). */
  abstract now(venue: Venue, options: ClientOptions): Promise<Date>;
}

/** Opens clients. Constructor options of the venue's library are built by the adapter alone, never from a member's input (security T13). */
export abstract class ExchangeGateway {
  abstract open(venue: Venue, credentials: Credentials, options: ClientOptions): Promise<ExchangeClient>;
}
