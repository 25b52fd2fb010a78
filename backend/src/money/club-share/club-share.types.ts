// Units in this module: prices, quantities and amounts are integers of 10^-18 (platform/domain/scaled.ts), shares whole cents, times
// milliseconds since 1970. Fees and profits are in the quote currency. The rules are those of docs/club-share.md.

export type MarketType = 'spot' | 'perpetual';

export interface ClubShareConfig {
  /** The club's part of the profit above the high-water mark. */
  shareRate: bigint;
  /** How far from the model entry a fill may be to follow a signal, of the model entry. */
  entryBand: bigint;
  /** How much of the recommended quantity the manager has to trade to have followed a signal. */
  followSize: bigint;
  /** In order of time; they do not overlap. */
  periods: readonly Period[];
}

/** `to` is exclusive. */
export interface Period {
  name: string;
  from: number;
  to: number;
}

export interface Signal {
  id: string;
  symbol: string;
  marketType: MarketType;
  side: 'long' | 'short';
  publishedAt: number;
  entryUntil: number;
  /** null: nothing is attributed to it. */
  modelEntry: bigint | null;
  recommendedQty: bigint | null;
}

export interface Fill {
  id: string;
  at: number;
  symbol: string;
  marketType: MarketType;
  side: 'buy' | 'sell';
  price: bigint;
  qty: bigint;
  fee: bigint;
}

/** A member's objection to a line. `resolvedAt` is null while it is open. */
export type Dispute = { entry: string; exit: string } & (
  { state: 'open' | 'dropped'; resolvedAt: number | null } | { state: 'upheld'; resolvedAt: number }
);

export interface ClubMember {
  id: string;
  fills: readonly Fill[];
  disputes: readonly Dispute[];
  issued: readonly IssuedShare[];
}

/** What was invoiced for a period. It never changes. */
export interface IssuedShare {
  period: string;
  /** Cents. */
  amount: bigint;
}

export interface ClubShareCase {
  config: ClubShareConfig;
  signals: readonly Signal[];
  members: readonly ClubMember[];
  /** The fills of the club's own account; null where it is not given. */
  manager: readonly Fill[] | null;
}

/** A quantity that was bought and sold again, or sold and bought back, with a signal. */
export interface ShareLine {
  signal: Signal;
  entry: Fill;
  exit: Fill;
  qty: bigint;
  gross: bigint;
  fees: bigint;
  profit: bigint;
}

/** A fill that followed a signal, as far as it has not been closed. */
export interface Lot {
  entry: Fill;
  /** Attributed when it was filled. */
  qty: bigint;
  open: bigint;
}

/** Whose fills are whose: each fill's quantity is the sum of its exits, its entry and what is the member's own trading. */
export interface Attribution {
  /** In order of their exits. */
  lines: readonly ShareLine[];
  /** The entries of each signal that has some, by publication. */
  lots: ReadonlyMap<Signal, readonly Lot[]>;
  /** Never charged. */
  own: readonly { fill: Fill; qty: bigint }[];
}

export interface ChargedLine extends ShareLine {
  state: 'charged' | 'frozen' | 'dropped';
  /** null unless charged. */
  chargedAt: number | null;
}

export interface PeriodShare {
  name: string;
  profit: bigint;
  cumulativeProfit: bigint;
  highWaterMarkBefore: bigint;
  chargeable: bigint;
  exactShare: bigint;
  /** Cents. */
  share: bigint;
  highWaterMarkAfter: bigint;
  carryForward: bigint;
}
