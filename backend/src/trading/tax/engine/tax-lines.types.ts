import type { UnknownCause } from './holdings.rules.js';
import type { FuturesEntry, PositionSide } from './tax-rows.types.js';

/**
 * Results of the tax engine. Money is in whole cents of USDT, quantities are integers of 10^-18, times are milliseconds since 1970 (UTC).
 * sale: for USDT. trade: for another coin. fee: a fee paid in a third coin. futures: paid out of the futures wallet.
 */
export type DisposalKind = 'sale' | 'trade' | 'convert' | 'dust' | 'fee' | 'futures';

interface AnyDisposal {
  time: number;
  /** The venue's id of the row behind it. */
  id: string;
  kind: DisposalKind;
  asset: string;
  qty: bigint;
  /** Parts of the account's past that may belong to these coins are missing. */
  isAffected: boolean;
}

/** A disposal, or the part of one that was taken from one lot. `gain` is proceeds less fees less cost. */
export interface DisposalLine extends AnyDisposal {
  /** Null with average cost, where coins of several times are in one pool. */
  acquiredAt: number | null;
  /** UTC days between acquisition and disposal; null with average cost. */
  daysHeld: number | null;
  /** The disposal is later than the same date of the next year; null with average cost. */
  overOneYear: boolean | null;
  proceeds: bigint;
  /** Fees of the disposal; those of the purchase are in the cost. */
  fees: bigint;
  cost: bigint;
  gain: bigint;
}

/** A disposal whose gain is unknown. It is in no total of disposals. */
export interface UnknownLine extends AnyDisposal {
  cause: UnknownCause;
  /** When coins without a cost came; null: unknown. */
  acquiredAt: number | null;
  /** Null: unknown. */
  proceeds: bigint | null;
  fees: bigint | null;
  cost: bigint | null;
}

export interface RewardLine {
  time: number;
  id: string;
  asset: string;
  qty: bigint;
  value: bigint;
}

/** Income or a futures result in a coin without a known price. It is in no total. */
export interface UnvaluedLine {
  time: number;
  id: string;
  kind: 'reward' | FuturesEntry;
  asset: string;
  /** Signed. */
  qty: bigint;
}

/** Receives the lines of the year in time order. Methods left out drop their lines. */
export interface TaxLines {
  disposal?(line: DisposalLine): void;
  unknown?(line: UnknownLine): void;
  reward?(line: RewardLine): void;
  unvalued?(line: UnvaluedLine): void;
}

export interface AssetTotal {
  asset: string;
  disposals: number;
  proceeds: bigint;
  fees: bigint;
  cost: bigint;
  gain: bigint;
}

/** Results of a side of a contract. Paid fees are positive; `result` is realised less fees plus funding plus other. */
export interface FuturesTotal {
  contract: string;
  side: PositionSide;
  realised: bigint;
  fees: bigint;
  funding: bigint;
  /** Rebates, insurance and other entries of the venue's journal. */
  other: bigint;
  result: bigint;
}

export interface HoldingLine {
  asset: string;
  qty: bigint;
  /** Cost of the part with a known cost; null: there is no such part. */
  cost: bigint | null;
  unknownQty: bigint;
}

export interface TaxTotals {
  disposals: Omit<AssetTotal, 'asset'> & {
    /** Sums of the lines with a gain, and of those with a loss (negative). */
    gains: bigint;
    losses: bigint;
    /** Gain of lots held for more than one year; 0 with average cost. */
    overOneYear: bigint;
  };
  /** Disposals whose gain is unknown. */
  unknown: { disposals: number; proceeds: bigint; fees: bigint; withoutProceeds: number };
  rewards: { count: number; value: bigint };
  futures: Omit<FuturesTotal, 'contract' | 'side'>;
  unvalued: number;
  /** Of disposals that `isAffected` marks. */
  affected: number;
  byAsset: AssetTotal[];
  rewardsByAsset: { asset: string; count: number; qty: bigint; value: bigint }[];
  byContract: FuturesTotal[];
  /** At the end of the year, or at the last row. */
  holdings: HoldingLine[];
}
