import type {
  DepositRow,
  FuturesOrderRow,
  FuturesPositionRow,
  FuturesTradeRow,
  KeyRights,
  PageOfRows,
  SpotAccount,
  SpotSymbol,
  SpotTradeRow,
  TimeWindow,
  Venue,
  WalletRow,
  WithdrawalRow,
} from './rows.js';

export interface Credentials {
  apiKey: string;
  secretKey: string;
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

/** Facts of a venue that are no answers of it. */
export interface VenueFacts {
  /** No account has anything before this day. */
  openedAt: Date;
  /** Longest window of deposits and withdrawals. */
  capitalWindowMs: number;
  /** How late after its time a fill may appear in the lists, at most. */
  fillLagMs: number;
}

/**
 * One account of one venue, read only. Every method rejects with an ExchangeError of errors.ts and nothing else (an abort of
 * `signal` aside), and believes no answer whose shape it has not checked.
 */
export interface ExchangeClient {
  readonly facts: VenueFacts;
  /** The venue's clock. */
  serverTime(): Promise<Date>;
  keyRights(): Promise<KeyRights>;
  account(): Promise<SpotAccount>;
  wallets(): Promise<WalletRow[]>;
  /** Fills with an id >= `fromId`, ids rising over the pages. */
  spotTrades(symbol: string, fromId: string): Promise<PageOfRows<SpotTradeRow>>;
  futuresTrades(symbol: string, fromId: string): Promise<PageOfRows<FuturesTradeRow>>;
  /** Resting futures orders; `missing` names kinds this venue would not tell. */
  openOrders(): Promise<{ rows: FuturesOrderRow[]; missing: string[] }>;
  positions(): Promise<FuturesPositionRow[]>;
  deposits(window: TimeWindow, offset: number): Promise<PageOfRows<DepositRow>>;
  withdrawals(window: TimeWindow, offset: number): Promise<PageOfRows<WithdrawalRow>>;
  /** Every spot symbol listed, also those not traded today. */
  spotSymbols(): Promise<SpotSymbol[]>;
  futuresSymbols(): Promise<string[]>;
  /** Coins that came or went beside trades, deposits and withdrawals. Only ever hints: each may be refused. */
  convertedCoins(since: Date): Promise<string[]>;
  dustCoins(): Promise<string[]>;
  dividendCoins(since: Date): Promise<string[]>;
  /** Contracts with a commission since `since`, which may reach back as far as the venue keeps its journal. */
  futuresTradedSymbols(since: Date): Promise<string[]>;
  /** Last price by symbol. */
  prices(): Promise<ReadonlyMap<string, string>>;
}

/** Opens clients. Constructor options of the venue's library are built by the adapter alone, never from a member's input (security T13). */
export abstract class ExchangeGateway {
  abstract open(venue: Venue, credentials: Credentials, options: ClientOptions): Promise<ExchangeClient>;
}
