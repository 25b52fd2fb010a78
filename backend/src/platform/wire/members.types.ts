import type { MembershipWire } from './account.types.js';
import type { KeyStateWire } from './admin.types.js';

export type SyncRunStateWire = 'queued' | 'running' | 'done' | 'failed';
/**
 * What a run reads. balances: the account as it stands, and what is new. history: a piece of what is older, and no balances. full: every
 * symbol, balances included.
 */
export type SyncRunKindWire = 'balances' | 'history' | 'full';
export type SyncTriggerWire = 'approval' | 'schedule' | 'demand';

/** current: read within the last two intervals. behind: not. none: there is no exchange account. */
export type SyncStandingWire = 'current' | 'behind' | 'none';

export interface LastRunWire {
  id: string;
  /** Null: it has not begun. */
  kind: SyncRunKindWire | null;
  state: SyncRunStateWire;
  /** Why it failed, or why it waits to be tried again. */
  error: string | null;
}

/** How far an account is read. */
export interface SyncStateWire {
  venue: string | null;
  keyState: KeyStateWire;
  keyHint: string | null;
  state: SyncStandingWire;
  /** When the balances were last read: the one "as of" of every screen. Null until the first sync has ended. */
  lastSyncedAt: string | null;
  nextSyncAt: string | null;
  /** Seconds since `lastSyncedAt`; null before the first. */
  lag: number | null;
  /** Spans of time, over all data sets, in which something is known to be missing. */
  gaps: number;
  /** Of the last run that ended. */
  warnings: number;
  /** Whether the key reaches futures; null before it was tried. */
  futuresAvailable: boolean | null;
  /** Spot symbols that the venue lists and that were never asked for this account: nothing points to them. Null before the first count. */
  unsearched: number | null;
  /** No known gaps within what the venue provides: the basis of claims on the screens. */
  complete: boolean;
  lastRun: LastRunWire | null;
}

/**
 * `members`: members with approved KYC and the state of their sync. `id` is the userId. Sorts `createdDate`, `fullName`, `email`,
 * `userType`, `lastSyncedAt`, `lag`; filters `id`, `q`, `userType`, `state`, `keyState`, `venue`. Of one: GET {id}/history/{file}.csv and
 * {id}/history/{file}/names, as at /me/history.
 */
export interface MemberWire extends SyncStateWire {
  id: string;
  fullName: string;
  email: string;
  userType: MembershipWire;
  createdDate: string;
  /** The member requested deletion; the request is open. */
  restricted: boolean;
  /** Since when the exchange refuses the key; null: it does not. */
  keyRefusedAt: string | null;
  /** The same as in `lastRun`. */
  lastRunState: SyncRunStateWire | null;
  lastError: string | null;
  /** Reported by the exchange, in USDT; null before the first sync. */
  totalBalance: string | null;
}

export type DatasetWire =
  | 'spot_trades'
  | 'futures_trades'
  | 'futures_income'
  | 'deposits'
  | 'withdrawals'
  | 'movements_transfer'
  | 'movements_dust'
  | 'movements_convert'
  | 'movements_dividend';

export interface GapWire {
  from: string;
  to: string;
  /** unread: will be read. lost: no longer available from the venue. */
  reason: 'unread' | 'lost';
}

/** Proven completeness of a data set. */
export interface CoverageWire {
  dataset: DatasetWire;
  /** Everything between the two is here, but for the gaps; null: nothing is proven yet. */
  completeFrom: string | null;
  completeTo: string | null;
  /** Start of the venue's history; null: unlimited. */
  horizon: string | null;
  /** The newest 50. */
  gaps: GapWire[];
  /** How many there are. */
  gapCount: number;
  symbols: {
    /** Read to their end. */
    done: number;
    /** Found, and not read to their end yet. */
    reading: number;
    /** The venue does not know them any more; at most 50. */
    gone: string[];
    /** Added by hand and not read yet; at most 50. */
    wanted: string[];
  };
}

/** GET /admin/members/{id} */
export interface MemberDetailWire extends MemberWire {
  coverage: CoverageWire[];
}

/** GET /me/sync: `data`. */
export interface MySyncWire extends SyncStateWire {
  coverage: CoverageWire[];
}

/** POST /admin/members/{id}/symbols, POST /me/sync/symbols */
export interface WantedSymbolWire {
  market: 'spot' | 'futures';
  symbol: string;
}

/** Share of the known history that has been read, by data set. */
export type SyncProgressWire = Record<string, { done: number; of: number }>;

/** `sync-runs` */
export interface SyncRunWire {
  id: string;
  userId: string;
  venue: string;
  trigger: SyncTriggerWire;
  /** Null: it has not begun. */
  kind: SyncRunKindWire | null;
  state: SyncRunStateWire;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** Seconds from start to end, or until now; null before the start. */
  duration: number | null;
  progress: SyncProgressWire;
  /** Rows written by data set. */
  rows: Record<string, number>;
  /** Data sets or symbols that could not be read, each with its reason. */
  warnings: string[];
  error: string | null;
}

/** GET /admin/exchange-limits: `data`. */
export interface ExchangeLimitWire {
  venue: string;
  /** The venue's counter; `*`: everything of the venue. */
  scope: string;
  /** Null: open. */
  closedUntil: string | null;
  /** limit: this counter was used up. address: the venue shuts our address out. */
  reason: 'limit' | 'address' | null;
  /** Weight used in the present window. */
  used: number;
  /** 0: not counted. */
  limit: number;
}
