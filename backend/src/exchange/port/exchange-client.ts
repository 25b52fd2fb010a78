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
  /** Some venues' third part of a key. */
  passphrase?: string;
}

/**
 * Which share of the venue's limits a call may use. `urgent`: somebody waits for one answer with a form in their hands, so the last of the
 * limit is kept for that; `interactive`: somebody waits for a sync; `backfill`: nobody waits, and nobody must wait for it.
 */
export type Lane = 'urgent' | 'interactive' | 'backfill';

export interface ClientOptions {
  lane: Lane;
  /** How long a call may wait for its share of the limit before it ends with RateLimited. */
  maxWaitMs: number;
  signal?: AbortSignal;
}

/** How a list of wallet movements is asked for. */
export interface MovementList {
  /** Longest window. */
  windowMs: number;
  /** How far back the venue provides it; null: to the beginning, or from `since` on. */
  reachMs: number | null;
  /** The venue provides nothing before this day. */
  since?: Date;
  /** So expensive that a first reading takes the newest windows only; later runs read the rest. */
  slow?: boolean;
}

/** Facts of a venue that are no answers of it. */
export interface VenueFacts {
  /** No account has anything before this day. */
  openedAt: Date;
  /** Longest window of deposits and withdrawals. */
  capitalWindowMs: number;
  /** How late after its time a fill may appear in the lists, at most. */
  fillLagMs: number;
  /** How far back the venue tells each list; null: to the beginning. What is older is told as outside the venue's window. */
  reach: { spotTrades: number | null; futuresTrades: number | null; capital: number | null; income: number | null };
  /** Lists of wallet movements; null: the venue offers none, or none that could explain a balance. */
  movements: Readonly<Record<MovementKind, MovementList | null>>;
}

/** Fills are asked for one symbol at a time, from an id upwards; ids rise with time within a symbol. */
export interface FillsBySymbol {
  by: 'symbol';
  /** Fills with an id >= `fromId`, ids rising over the pages. Throws SymbolGone. */
  spot(symbol: string, fromId: string): Promise<PageOfRows<SpotTradeRow>>;
  futures(symbol: string, fromId: string): Promise<PageOfRows<FuturesTradeRow>>;
  /** Every spot symbol listed, also those not traded today. */
  spotSymbols(): Promise<SpotSymbol[]>;
  futuresSymbols(): Promise<string[]>;
}

/** Fills of all symbols together are asked for by windows of time. */
export interface FillsByTime {
  by: 'time';
  /** Longest window. */
  windowMs: number;
  /** One page of a window, in any order; `cursor` null for the first page. */
  spot(window: TimeWindow, cursor: string | null): Promise<CursorPage<SpotTradeRow>>;
  futures(window: TimeWindow, cursor: string | null): Promise<CursorPage<FuturesTradeRow>>;
}

/** Which resting orders to ask for: of these symbols, or all. */
export interface OrdersRequest {
  symbols?: readonly string[];
}

/**
 * One account of one venue, read only. Every method rejects with an ExchangeError of errors.ts and nothing else (an abort of
 * `signal` aside), and believes no answer whose shape it has not checked.
 */
export interface ExchangeClient {
  readonly facts: VenueFacts;
  readonly fills: FillsBySymbol | FillsByTime;
  /** The same account through another share of the limits. */
  inLane(lane: Lane): ExchangeClient;
  /** The venue's clock. */
  serverTime(): Promise<Date>;
  keyRights(): Promise<KeyRights>;
  account(): Promise<SpotAccount>;
  /** Null where the venue keeps no futures wallet apart. Throws KeyRejected with scope `futures` where the key does not reach it. */
  futuresAccount(): Promise<FuturesAccount | null>;
  wallets(): Promise<WalletRow[]>;
  /** Resting futures orders; `missing` names kinds this venue would not tell. */
  openOrders(request?: OrdersRequest): Promise<{ rows: FuturesOrderRow[]; missing: string[] }>;
  /** Open positions, and the contracts that rest an order as far as the list of positions tells. `leverage` may be null: see leverages. */
  positions(): Promise<{ rows: FuturesPositionRow[]; ordered: string[] }>;
  /** Leverage by contract, where positions do not tell it; null where they do. */
  leverages(): Promise<ReadonlyMap<string, string> | null>;
  deposits(window: TimeWindow, cursor: string | null): Promise<CursorPage<DepositRow>>;
  withdrawals(window: TimeWindow, cursor: string | null): Promise<CursorPage<WithdrawalRow>>;
  /** Completed movements of one kind within a window of at most its `windowMs`; null where the facts name no list. */
  movements(kind: MovementKind, window: TimeWindow, cursor: string | null): Promise<CursorPage<WalletMovementRow> | null>;
  /** The futures wallet's journal, oldest first within the window; null where the venue keeps none. */
  income(window: TimeWindow, cursor: string | null): Promise<CursorPage<IncomeRow> | null>;
  /** Last price by spot symbol (`BTCUSDT`: base and quote joined), shared by the process and at most `maxAgeMs` old: 15 minutes unless told. */
  prices(maxAgeMs?: number): Promise<ReadonlyMap<string, string>>;
}

/** Tells whether a venue answers at all. */
export abstract class VenueClocks {
  /** The venue's time, asked for now: nothing that was measured before is believed, and no key is used. Rejects with an ExchangeError, and nothing else but an abort of `signal`. */
  abstract now(venue: Venue, options: ClientOptions): Promise<Date>;
}

/** Opens clients. Constructor options of the venue's library are built by the adapter alone, never from a member's input (security T13). */
export abstract class ExchangeGateway {
  abstract open(venue: Venue, credentials: Credentials, options: ClientOptions): Promise<ExchangeClient>;
}
