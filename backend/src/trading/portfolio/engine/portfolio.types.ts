// Input and output of the engine. Amounts enter as the venue's decimal strings, which are represented exactly or rejected (NotExact);
// inside
// they are integers of 10^-18. Times are milliseconds since 1970, UTC. Values are in USDT.

export type WalletKind = 'spot' | 'futures' | 'funding';
export type PositionSide = 'BOTH' | 'LONG' | 'SHORT';

/** Kinds of changes of a futures wallet. `transfer`: a movement between the member's own wallets, which is not a flow. */
export type JournalKind = 'realised' | 'fee' | 'funding' | 'transfer' | 'conversion' | 'other';

/** Kinds of external flows. `opening`: holdings from before the first row; `unexplained`: a change without a row. */
export type FlowKind = 'deposit' | 'withdrawal' | 'opening' | 'unexplained' | 'other';

/** A row in ASCII with decimal cells. */
export interface DecimalCells {
  readonly bytes: Uint8Array;
  start(cell: number): number;
  /** Exclusive. */
  end(cell: number): number;
}

/** Number of an asset, a pair or a contract in a `Ledger`. */
export type Handle = number;

/**
 * Receives the rows of one computation. Rows of one kind must be added in time order (throws otherwise), kinds in any order. Rows of one
 * instant are processed in this order: flows and conversions, futures wallet, spot fills. Times are whole milliseconds.
 */
export interface LedgerRows {
  asset(name: string): Handle;
  /** A spot pair. */
  pair(base: string, quote: string): Handle;
  /** A side of a contract's position, per account. Contracts are linear: profit in `marginAsset` is quantity times price change. */
  contract(account: string, symbol: string, side: PositionSide, marginAsset: string): Handle;

  /** `fee`: positive if paid, negative if a rebate. */
  spotFill(time: number, pair: Handle, buyer: boolean, qty: string, quoteQty: string, fee: string, feeAsset: Handle): void;
  /** As `spotFill`, with the cells of the amounts: numbers are parsed from bytes without creating strings. */
  spotFillOf(
    time: number,
    pair: Handle,
    buyer: boolean,
    row: DecimalCells,
    qty: number,
    quoteQty: number,
    fee: number,
    feeAsset: Handle,
  ): void;
  /** `qty` in units of the coin. Opens or closes a position without moving a wallet: the caller adds profit and fee with `journal`. */
  futuresFill(time: number, contract: Handle, buyer: boolean, price: string, qty: string): void;
  /** A position from before the first known fill. Must be added before all fills. */
  openPosition(time: number, contract: Handle, isLong: boolean, entry: string, qty: string): void;
  /** A signed change of the futures wallet. `symbol` may be empty. `side`: of the fill behind it, if known. */
  journal(time: number, asset: Handle, amount: string, kind: JournalKind, symbol: string, side?: PositionSide): void;
  /**
   * A transfer between the member's own wallets, which is not a flow. Transfers of the futures wallet are added twice: `transfer` for the
   * other wallet (`to` or `from` null), `journal` for futures.
   */
  transfer(time: number, asset: Handle, amount: string, from: WalletKind | null, to: WalletKind | null): void;
  /** A conversion within a wallet; amounts are positive. */
  conversion(time: number, wallet: WalletKind, from: Handle, fromAmount: string, to: Handle, toAmount: string): void;
  /**
   * `amount` signed; `fee` positive, in the same asset, in addition to a withdrawal's amount: a flow of kind `other` with id `<id>:fee`.
   */
  flow(time: number, wallet: WalletKind, asset: Handle, amount: string, kind: FlowKind, id: string, fee?: string): void;
}

/** Prices in USDT scaled by 10^18; null: unknown, never 0. Never called for USDT. */
export interface PriceSource {
  /** Price of a coin at this instant: a midnight, the reading, or a flow's time. The source decides which minute's close that is. */
  coin(asset: string, at: number): bigint | null;
  /** Price of a contract in its margin asset, at a midnight, the reading or a flow's time. */
  contract(symbol: string, at: number): bigint | null;
  /**
   * Best known price of a coin at or shortly before a trade: for fees in a third coin, pairs not against USDT, and flows without an exact
   * price. Called at most once per coin and minute, with the minute's beginning.
   */
  near(asset: string, minute: number): bigint | null;
}

/**
 * Limits of a day's figures. unpriced: a holding had no price. estimated: a valuation at a large flow was missing. unreconciled: rows do
 * not explain the balances read that day. partial: not a whole day. incomplete: the exchange no longer provides all data.
 */
export type DayFlag = 'unpriced' | 'estimated' | 'unreconciled' | 'partial' | 'incomplete';

export interface Day {
  /** YYYY-MM-DD, UTC. */
  day: string;
  /** Time of its valuation: the midnight that ends it; for the last day, the reading. */
  at: number;
  equity: bigint | null;
  spot: bigint | null;
  futures: bigint | null;
  unrealised: bigint | null;
  /** Value of deposits and of withdrawals, both positive. */
  inflow: bigint;
  outflow: bigint;
  /** Null: the exchange no longer provides the futures trades of this day. */
  realised: bigint | null;
  /** Positive: paid. */
  fees: bigint | null;
  /** Signed: positive is received. Null: the futures journal does not cover this day. */
  funding: bigint | null;
  /** Time-weighted; null: undefined. */
  dayReturn: bigint | null;
  /** Return index at the end of the day. */
  index: bigint | null;
  /** Highest and lowest index of the periods that ended this day; null where `index` is. */
  indexHigh: bigint | null;
  indexLow: bigint | null;
  /** Deepest drawdown within this day's periods, from the index before them; 0 or less. */
  dayFall: bigint | null;
  /** Drawdown from the segment's highest period index so far; 0 or less. */
  drawdown: bigint | null;
  /** Counts from 1; 0 without a chain of returns. */
  segment: number;
  btcPrice: bigint | null;
  flags: DayFlag[];
}

export type PeriodMethod = 'exact' | 'dietz' | 'estimated';

/** What a coin or contract made or lost on a day, in USDT. */
export interface DayResult {
  /** other: journal rows of the futures wallet without a contract, such as rebates. */
  kind: 'coin' | 'contract' | 'other';
  /** Empty for `other`. */
  name: string;
  /** Null: unknown. */
  result: bigint | null;
  /** What is missing: the price of a holding or position, or the value of a trade, fee or flow. */
  unknown: 'price' | 'value' | null;
}

/** A sub-period between two valuations. */
export interface Period {
  startedAt: number;
  endedAt: number;
  /** After the flow at its beginning. */
  valueStart: bigint | null;
  /** Before the flow at its end. */
  valueEnd: bigint | null;
  /** The flow at its end; for dietz and estimated, the flows within it. */
  flow: bigint;
  method: PeriodMethod;
  periodReturn: bigint | null;
  segment: number;
}

export interface Flow {
  kind: FlowKind;
  id: string;
  at: number;
  asset: string;
  /** In the asset, signed. */
  quantity: bigint;
  price: bigint | null;
  value: bigint | null;
}

/** One side of a contract in hedge mode, in which long and short positions are held at the same time. */
export interface PositionLeg {
  side: 'LONG' | 'SHORT';
  realised: bigint;
  fees: bigint;
  /** Signed: a short position is negative. */
  openQty: bigint;
  openCost: bigint;
  trades: number;
  lastTradeAt: number | null;
}

export interface Position {
  market: 'spot' | 'futures';
  asset: string;
  /** Sum of both sides; the venue reports funding by contract, not by side. */
  realised: bigint;
  fees: bigint;
  funding: bigint;
  /** Signed for contracts. Null in hedge mode: the sides are not netted. */
  openQty: bigint | null;
  /** Null: part of the holding has no known cost, or hedge mode. */
  openCost: bigint | null;
  unknownQty: bigint;
  trades: number;
  lastTradeAt: number | null;
  /** Empty in one-way mode. */
  legs: PositionLeg[];
}

/** Books at the end of a day as JSON. `compute` continues from them with the rows after that day. */
export interface Books {
  v: number;
  /** The midnight that ends the day. */
  at: number;
  [part: string]: unknown;
}

/**
 * How far back the venue's lists reach, in milliseconds; absent: to the account's first row. Earlier days are `incomplete`, and the chain
 * of returns begins after them.
 */
export interface KnownPast {
  /** Data is complete from this midnight on. */
  from?: number;
  /** Futures trades are known from here on; before it, neither equity nor results are. */
  futuresFrom?: number;
  /** Funding payments are known from here on. */
  fundingFrom?: number;
  /** Days (`YYYY-MM-DD`) on which the futures wallet changed without a row: the funding among it is unknown. */
  fundingUnknown?: ReadonlySet<string>;
  /**
   * Amounts by asset that came or left without a row at an unknown time before `unlocated.until`: days on which they could be significant
   * are incomplete.
   */
  unlocated?: { amounts: ReadonlyMap<string, bigint>; until: number };
}

export interface Scope {
  /** First instant of the computation: the books' `at` if they are given, else the account's first row. Its day is the first day. */
  from: number;
  /** Time of the balances, at which the last day is valued. */
  to: number;
  prices: PriceSource;
  /** Books to continue from. */
  books?: Books;
  /** Days (`YYYY-MM-DD`) that do not reconcile. */
  unreconciled?: ReadonlySet<string>;
  /** How far the account's past is known; completely by default. */
  known?: KnownPast;
  /** Returns whether to save a day's books; none by default. */
  keep?: (day: string) => boolean;
}

export interface Portfolio {
  days: Day[];
  periods: Period[];
  flows: Flow[];
  positions: Position[];
  checkpoints: { day: string; books: Books }[];
  /** Results of the last day; null: the computation does not know its beginning. */
  dayResults: DayResult[] | null;
  /** Holdings of each wallet at the end, by asset, without zeros. */
  holdings: Record<WalletKind, Record<string, bigint>>;
}
