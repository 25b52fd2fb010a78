/**
 * What the engine is fed with. Amounts enter as the venue's decimal strings and are exact or refused (NotExact); inside they are integers
 * of 10^-18. Times are milliseconds since 1970, UTC. Worth is in USDT. The accounts of one member are pooled: name them where positions
 * must stay apart.
 */
export type WalletKind = 'spot' | 'futures' | 'funding';
export type PositionSide = 'BOTH' | 'LONG' | 'SHORT';

/** What changed a futures wallet. `transfer` is the other half of a movement between a member's own wallets, and no flow. */
export type JournalKind = 'realised' | 'fee' | 'funding' | 'transfer' | 'conversion' | 'other';

/** Money from outside, or to it. `opening`: what was there before the first row; `unexplained`: moved without a row. */
export type FlowKind = 'deposit' | 'withdrawal' | 'opening' | 'unexplained' | 'other';

/** A row in ASCII, whose cells are decimal numbers. */
export interface DecimalCells {
  readonly bytes: Uint8Array;
  start(cell: number): number;
  /** Behind its last byte. */
  end(cell: number): number;
}

/** A number that `Ledger` gave for an asset, a pair or a contract. */
export type Handle = number;

/**
 * Rows for one computation, added one by one. Each kind has to come in time order by itself (throws where it does not); kinds may be added
 * in any order. Of rows of one instant, flows and conversions come first, then the futures wallet, then spot fills. Times are whole
 * milliseconds.
 */
export interface LedgerRows {
  asset(name: string): Handle;
  /** A spot pair. */
  pair(base: string, quote: string): Handle;
  /**
   * A side of a contract's position. `account` keeps positions of several accounts apart. Contracts are linear: profit in `marginAsset` is
   * quantity times the move.
   */
  contract(account: string, symbol: string, side: PositionSide, marginAsset: string): Handle;

  /** `fee` is positive where it was paid, negative where it was a rebate. */
  spotFill(time: number, pair: Handle, buyer: boolean, qty: string, quoteQty: string, fee: string, feeAsset: Handle): void;
  /** The same of a row whose cells `qty`, `quoteQty` and `fee` are: a number that is read once never becomes a text. */
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
  /**
   * `qty` in units of the coin. It opens or closes a position and moves no wallet: its profit and its fee are entries of `journal`, which
   * the caller adds.
   */
  futuresFill(time: number, contract: Handle, buyer: boolean, price: string, qty: string): void;
  /** A position that was open before the first fill known: its size and entry price, and no trade. Before all fills. */
  openPosition(time: number, contract: Handle, isLong: boolean, entry: string, qty: string): void;
  /** A change of the futures wallet, signed. `symbol` may be empty. `side` as far as the fill behind it is known. */
  journal(time: number, asset: Handle, amount: string, kind: JournalKind, symbol: string, side?: PositionSide): void;
  /**
   * Between the member's own wallets: no flow. A transfer that the journal lists as well is added by both: `transfer` for the other wallet
   * (`to` or `from` null), `journal` for futures.
   */
  transfer(time: number, asset: Handle, amount: string, from: WalletKind | null, to: WalletKind | null): void;
  /** One coin became another in a wallet; amounts are positive. */
  conversion(time: number, wallet: WalletKind, from: Handle, fromAmount: string, to: Handle, toAmount: string): void;
  /**
   * `amount` signed; `fee` positive, in the same asset and on top of a withdrawal's amount: a flow of its own, kind `other`, id `<id>:fee`.
   */
  flow(time: number, wallet: WalletKind, asset: Handle, amount: string, kind: FlowKind, id: string, fee?: string): void;
}

/** Prices in USDT scaled by 10^18; null: unknown, never 0. USDT itself is never asked for. */
export interface PriceSource {
  /**
   * One coin at exactly this instant: a midnight, the reading, or a flow's time (the close of the minute in which it falls, or of the one
   * before: yours to say).
   */
  coin(asset: string, at: number): bigint | null;
  /** One unit of a contract, in its margin asset, at a midnight, the reading or a flow's time. */
  contract(symbol: string, at: number): bigint | null;
  /**
   * The best known price of a coin at or shortly before a trade: for fees in a third coin, pairs not against USDT, and flows without an
   * exact price. Asked at most once a coin and minute, with that minute's beginning.
   */
  near(asset: string, minute: number): bigint | null;
}

/**
 * Limits of a day's figures. unpriced: something held had no price. estimated: a valuation at a large flow was missing. unreconciled: rows
 * do not explain the balances read that day. partial: not a whole day. incomplete: the exchange no longer provides everything that
 * happened, so no return begins before.
 */
export type DayFlag = 'unpriced' | 'estimated' | 'unreconciled' | 'partial' | 'incomplete';

export interface Day {
  /** YYYY-MM-DD, UTC. */
  day: string;
  /** When it was valued: the midnight that ends it, or the reading for the last. */
  at: number;
  equity: bigint | null;
  spot: bigint | null;
  futures: bigint | null;
  unrealised: bigint | null;
  /** Worth of what came in, and of what left (positive). */
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
  /** Deepest fall within this day's periods, from the index before them on; 0 or less. */
  dayFall: bigint | null;
  /** From the segment's highest period index so far; 0 or less. */
  drawdown: bigint | null;
  /** Counts from 1; 0 where no chain of returns runs. */
  segment: number;
  btcPrice: bigint | null;
  flags: DayFlag[];
}

export type PeriodMethod = 'exact' | 'dietz' | 'estimated';

/** A stretch between two valuations. */
export interface Period {
  startedAt: number;
  endedAt: number;
  /** After the flow that began it. */
  valueStart: bigint | null;
  /** Before the flow that ends it. */
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

/** One side of a contract in hedge mode, where a long and a short position are held at once. */
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
  /** Of both sides together; the venue reports funding by contract and not by side. */
  realised: bigint;
  fees: bigint;
  funding: bigint;
  /** Signed for contracts. Null in hedge mode: the sides are not netted. */
  openQty: bigint | null;
  /** Null: part of what is held came without a cost, or hedge mode. */
  openCost: bigint | null;
  unknownQty: bigint;
  trades: number;
  lastTradeAt: number | null;
  /** Empty where the contract was traded in one-way mode. */
  legs: PositionLeg[];
}

/** The books at the end of a day, as JSON: give them to `compute` with the rows from that day's end on. */
export interface Books {
  v: number;
  /** The midnight up to which everything is in. */
  at: number;
  [part: string]: unknown;
}

/**
 * How far back the venue's lists reach, in milliseconds; absent: to the account's first row. Days before are `incomplete`, and the chain of
 * returns begins after them.
 */
export interface KnownPast {
  /** Everything that moved the account is known from this midnight on. */
  from?: number;
  /** Futures trades are known from here on: before it neither equity nor results are known. */
  futuresFrom?: number;
  /** Funding payments are known from here on. */
  fundingFrom?: number;
  /** Days (`YYYY-MM-DD`) on which the futures wallet moved without a row: what of it was funding is unknown. */
  fundingUnknown?: ReadonlySet<string>;
  /**
   * Amounts by asset that came or left before `unlocated.until` without a row, at an unknown time: a day on which they could matter is
   * incomplete.
   */
  unlocated?: { amounts: ReadonlyMap<string, bigint>; until: number };
}

export interface Scope {
  /**
   * The first instant to compute: a midnight where `books` are given (their `at`), else the account's first row; its day is the first day.
   */
  from: number;
  /** The instant of the balances: the last day is valued there. */
  to: number;
  prices: PriceSource;
  /** Where to go on from. */
  books?: Books;
  /** Days (`YYYY-MM-DD`) that do not reconcile. */
  unreconciled?: ReadonlySet<string>;
  /** What is known of the account's past; everything by default. */
  known?: KnownPast;
  /** Says which days' books are wanted; none by default. */
  keep?: (day: string) => boolean;
}

export interface Portfolio {
  days: Day[];
  periods: Period[];
  flows: Flow[];
  positions: Position[];
  checkpoints: { day: string; books: Books }[];
  /** What every wallet holds at the end, by asset; nothing of 0. */
  holdings: Record<WalletKind, Record<string, bigint>>;
}
