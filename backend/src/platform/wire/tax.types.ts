/**
 * A member's tax report of one UTC year (docs/tax-report.md). Money is in USDT with two decimal places, quantities are decimal strings,
 * times are ISO 8601 in UTC. Null is unknown, never 0.
 */
export type TaxMethodWire = 'fifo' | 'lifo' | 'average';

/** deposit: coins came from outside. history: no row shows how they came. price: no price was known. */
export type TaxUnknownCauseWire = 'deposit' | 'history' | 'price';

export type TaxDisposalKindWire = 'sale' | 'trade' | 'convert' | 'dust' | 'fee' | 'futures';

interface TaxAnyDisposalWire {
  id: string;
  time: string;
  kind: TaxDisposalKindWire;
  asset: string;
  quantity: string;
  /** When the coins were acquired; null with average cost, or unknown. */
  acquiredAt: string | null;
  /** Parts of the account's history that may belong to these coins are missing. */
  affected: boolean;
}

/** `gain` is proceeds less fees less cost. */
export interface TaxDisposalWire extends TaxAnyDisposalWire {
  daysHeld: number | null;
  overOneYear: boolean | null;
  proceeds: string;
  fees: string;
  cost: string;
  gain: string;
}

export interface TaxUnknownWire extends TaxAnyDisposalWire {
  cause: TaxUnknownCauseWire;
  proceeds: string | null;
  fees: string | null;
  cost: string | null;
}

export interface TaxAssetWire {
  asset: string;
  disposals: number;
  proceeds: string;
  fees: string;
  cost: string;
  gain: string;
}

/** `result` is realised less fees plus funding plus other. */
export interface TaxFuturesWire {
  realised: string;
  fees: string;
  funding: string;
  other: string;
  result: string;
}

export interface TaxContractWire extends TaxFuturesWire {
  contract: string;
  /** BOTH: one-way mode. */
  side: 'BOTH' | 'LONG' | 'SHORT';
}

export interface TaxRewardWire {
  asset: string;
  count: number;
  quantity: string;
  value: string;
}

/** Coins held at the end of the year, or now. */
export interface TaxHoldingWire {
  asset: string;
  quantity: string;
  /** Cost of the part with a known cost; null: there is no such part. */
  cost: string | null;
  unknownQuantity: string;
}

/** A part of the account's history that is not stored. */
export interface TaxGapWire {
  dataset: string;
  /** Empty: all of the data set. */
  symbols: string[];
  /** Null: from the beginning. */
  from: string | null;
  /** Null: until now. */
  to: string | null;
  /** lost: the exchange no longer provides it. unread: we have not read it yet. */
  reason: 'lost' | 'unread';
}

/** A deposit that can be given a cost. */
export interface TaxDepositWire {
  id: string;
  time: string;
  asset: string;
  quantity: string;
  /** What the member says; null: nothing. */
  cost: string | null;
  /** YYYY-MM-DD. */
  acquiredOn: string | null;
}

/** How much of the year is stored: without it, a figure of 0.00 is unknown. */
export type TaxKnownWire = 'all' | 'part' | 'none';

export interface TaxReportWire {
  /** Null: no exchange account. */
  venue: string | null;
  year: number;
  method: TaxMethodWire;
  currency: 'USDT';
  /** Years with rows, newest first. */
  years: number[];
  /** When the exchange's balances were last read; null: never. */
  readAt: string | null;
  /** The year is over, and everything in it is read and computed. */
  final: boolean;
  rulesVersion: number;
  totals: {
    disposals: number;
    proceeds: string;
    fees: string;
    cost: string;
    gain: string;
    gains: string;
    losses: string;
    overOneYear: string;
    rewards: string;
    rewardCount: number;
    futures: TaxFuturesWire;
    unknownDisposals: number;
    unknownProceeds: string;
    /** Of the unknown disposals, those without proceeds. */
    withoutProceeds: number;
    /** Rewards and futures entries in coins without a price. */
    unvalued: number;
    /** Disposals marked as affected by missing history. */
    affected: number;
  };
  assets: TaxAssetWire[];
  contracts: TaxContractWire[];
  rewards: TaxRewardWire[];
  holdings: TaxHoldingWire[];
  gaps: TaxGapWire[];
  futuresKnown: { realised: TaxKnownWire; funding: TaxKnownWire };
  /** The first lines; the others come by page. */
  disposals: TaxDisposalWire[];
  unknown: TaxUnknownWire[];
}
