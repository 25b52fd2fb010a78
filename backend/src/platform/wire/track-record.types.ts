/**
 * The public track record. R (multiples of the risk) and fractions of one are decimal strings; null is undefined, never zero.
 * `docs/track-record.md` says how each is computed.
 */

/** A share with its 95 % Wilson interval. */
export interface ShareWire {
  hits: number;
  n: number;
  rate: string | null;
  low: string | null;
  high: string | null;
}

/** GET /track-record/signals: `outcome`. */
export type OutcomeFilterWire = 'running' | 'won' | 'lost' | 'flat' | 'missed' | 'missed_ambiguous' | 'expired_unfilled' | 'unscored';

export interface TrackRecordMonthWire {
  /** YYYY-MM */
  month: string;
  n: number;
  /** Of the model's equity. Null in a month in which nothing ended. */
  change: string | null;
  totalR: string | null;
}

/** Data of GET /track-record */
export interface TrackRecordWire {
  methodology: number;
  computedAt: string;
  /** False: older signals than are computed with are left out. */
  complete: boolean;
  /** From the first publication to the last end. */
  period: { from: string; to: string } | null;
  /** Signals ever published: running, unscored, and ended. */
  published: number;
  running: number;
  unscored: number;
  ended: number;
  closed: number;
  missed: number;
  missedAmbiguous: number;
  expired: number;
  /** Closed signals with a minute in which the order of events is unknown. */
  ambiguous: number;
  meanR: string | null;
  medianR: string | null;
  totalR: string | null;
  profitFactor: string | null;
  winRate: ShareWire;
  losses: number;
  flat: number;
  /** Of take profit 1, 2 and 3. */
  targetRates: ShareWire[];
  fillRate: ShareWire;
  maxLosingStreak: number;
  /** Seconds. */
  longestOpen: number | null;
  model: {
    change: string | null;
    maxDrawdown: string | null;
    /** Days on which something ended, in order; the equity began with 1. */
    points: { day: string; equity: string }[];
    months: TrackRecordMonthWire[];
    worstMonth: TrackRecordMonthWire | null;
    bestMonth: TrackRecordMonthWire | null;
  };
  distribution: { from: string | null; to: string | null; n: number }[];
  optimistic: { meanR: string | null; winRate: ShareWire; change: string | null };
  /** Months (YYYY-MM) of GET /track-record/download, the newest first, with their parts. */
  downloads: { month: string; signals: number; parts: number }[];
}

/** Data of GET /track-record/summary: figures shown with a link to the track record. */
export type TrackRecordSummaryWire = Pick<TrackRecordWire, 'period' | 'published' | 'ended' | 'closed' | 'meanR' | 'winRate'>;

/** Data of GET /track-record/practice. Of each figure either `unknown` or `figures` is null. */
export interface SignalPracticeWire {
  /** Null: nothing has been computed so far. */
  computedAt: string | null;
  /** Of the club's own account. */
  followRate: {
    /** `no_manager`: no account is named; `not_read`: its trades are not read yet; `no_signals`: none that was filled has ended since. */
    unknown: 'computing' | 'no_manager' | 'not_read' | 'no_signals' | null;
    figures: {
      /** `followed` of `filled`. */
      rate: string;
      /** The sum of the four after it. */
      filled: number;
      followed: number;
      /** Entered with less than a quarter of the recommended size. */
      tooSmall: number;
      /** Entered, and the recommended size is not known. */
      unsized: number;
      notEntered: number;
      /** Filled signals that the account's history does not cover; not counted. */
      outside: number;
      period: { from: string; to: string };
    } | null;
  };
  /** How far members' average entries were from the model's, of the model's; positive is worse. Rounded to a basis point. */
  slippage: {
    /** `too_few_members`: fewer than ten. */
    unknown: 'computing' | 'too_few_members' | 'no_signals' | null;
    figures: {
      members: number;
      signals: number;
      /** One of each member and signal. */
      observations: number;
      median: string;
      p10: string;
      p90: string;
      period: { from: string; to: string };
    } | null;
  };
}

/** A row of GET /track-record/signals. */
export type TrackRecordSignalWire = RunningSignalWire | EndedSignalWire;

export interface RunningSignalWire {
  ended: false;
  publishedAt: string;
  /** Its leaf in the log; the hash in base64, as GET /log/leaves has it. Null: it was published before there was a log. */
  log: { index: number; hash: string } | null;
}

export interface EndedSignalWire {
  ended: true;
  id: string;
  publishedAt: string;
  log: { index: number; hash: string } | null;
  venue: string | null;
  market: string | null;
  symbol: string;
  side: 'long' | 'short';
  timeFrame: string;
  riskLevel: string;
  leverage: string;
  entry: string;
  stop: string;
  targets: string[];
  trail: string;
  message: string;
  closesAt: string;
  amendments: { kind: 'cancel' | 'move_stop' | 'close_now'; stop: string | null; price: string | null; at: string }[];
  outcome: {
    status: 'closed' | 'missed' | 'missed_ambiguous' | 'expired_unfilled' | 'unscored';
    entryPrice: string | null;
    entryAt: string | null;
    /** `tp1`, `tp2`, `tp3`, `stop`, `expiry` or `closed`; `weight`: which part of the position. */
    exits: { reason: string; price: string; weight: string; at: string }[];
    rGross: string | null;
    rNet: string | null;
    /** Funding paid, below zero where received. Null for spot signals, and where nothing counts. */
    rFunding: string | null;
    rOptimistic: string | null;
    /** Minutes in which the order of events is unknown. */
    ambiguous: string[];
    endedAt: string | null;
    gapMinutes: number;
    candlesDigest: string | null;
    /** There is a file with which it can be computed again: GET /track-record/signals/{id}/case. */
    hasCase: boolean;
  };
}
