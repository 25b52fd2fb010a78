/** The console's dashboard, queue board and system page. */
import type { KeyStateWire } from './admin.types.js';

/** One counter of GET /admin/dashboard/counters: `resource` with `filter` is the list that has `count` rows. */
export interface DashboardCounterWire {
  id: 'users' | 'paid' | 'kyc-approved' | 'kyc-pending' | 'kyc-rejected' | 'signals';
  count: number;
  resource: 'users' | 'signals';
  filter: Record<string, string>;
}

/** GET /admin/dashboard/trends?days=30|90|365: one value a day of UTC, the present one included; no day is left out. */
export interface DashboardTrendsWire {
  /** YYYY-MM-DD, in order. */
  days: string[];
  signUps: number[];
  paymentsSubmitted: number[];
  paymentsApproved: number[];
  signals: number[];
}

/** GET /admin/dashboard/sync: members with approved KYC, as the list `members` has them. */
export interface SyncHealthWire {
  /** How many members have a key in each state: `members` with the filter `keyState`. */
  keys: { state: KeyStateWire; count: number }[];
  /** Not read within the last two intervals: `members` with the filter `state` "behind". */
  behind: number;
  /** The accounts that have waited longest for a successful reading. */
  oldest: { userId: string; fullName: string; lastSyncedAt: string | null }[];
  runs: {
    waiting: number;
    running: number;
    /** Ended within the last hour. */
    doneLastHour: number;
    failedLastHour: number;
    lastDoneAt: string | null;
    lastFailedAt: string | null;
  };
}

/** GET /admin/dashboard/mail */
export interface MailQueueWire {
  waiting: number;
  sending: number;
  /** Given up: listed under `dead-letters` with the filter `kind` "mail.send". */
  dead: number;
  /** When the oldest unsent email was written. */
  oldestAt: string | null;
  /** Mails of broadcasts that are under way and have not left. */
  broadcastWaiting: number;
}

/** One kind of job of GET /admin/operations/queues. */
export interface JobKindWire {
  job: string;
  queue: string;
  /** Seconds between two runs; null: runs on demand. */
  everySeconds: number | null;
  waiting: number;
  active: number;
  delayed: number;
  /** Given up and still kept: the list `failed-jobs` with the filter `job`. */
  failed: number;
  /** In the last 24 hours. */
  done: number;
  failedTries: number;
  givenUp: number;
  doneAt: string | null;
  failedAt: string | null;
  failure: string | null;
}

/** Pending messages of one kind in the outbox. */
export interface OutboxBacklogWire {
  kind: string;
  waiting: number;
  sending: number;
  dead: number;
  oldestAt: string | null;
  /** How long the most overdue message has been waiting for a worker. */
  lagSeconds: number;
}

export interface QueueOverviewWire {
  store: 'postgresql' | 'redis';
  jobs: JobKindWire[];
  /** False: the queues hold more than was looked at, and the present counts are at least so many. */
  complete: boolean;
  outbox: OutboxBacklogWire[];
}

/**
 * `failed-jobs`; actions: POST {id}/retry, DELETE {id}, POST bulk {action, ids}. Sorts: failedAt, addedAt, job. Filters: id, q, job, queue.
 */
export interface FailedJobWire {
  id: string;
  queue: string;
  job: string;
  attempts: number;
  addedAt: string;
  failedAt: string;
  failure: string;
  may: ('retry' | 'drop')[];
}

/** POST /admin/failed-jobs/bulk and /admin/dead-letters/bulk: one result an id. */
export interface SetAsideOutcomeWire {
  id: string;
  done: boolean;
  reason: string | null;
}

export interface ProcessWire {
  id: string;
  role: 'api' | 'worker';
  version: string;
  node: string;
  host: string;
  pid: number;
  startedAt: string;
  seenAt: string;
  /** It said that it is there within the last minute. */
  alive: boolean;
  uptimeSeconds: number;
}

/** GET /admin/operations/system */
export interface SystemStateWire {
  versions: { app: string; node: string; database: string; queue: string; queueStore: 'postgresql' | 'redis' };
  migrations: { applied: number; last: string | null; pending: string[] };
  /** The status of GET /health/ready: `ok`, or the problem. */
  health: { ready: boolean; checks: { database: string; migrations: string; queue: string }; warnings?: string[] };
  processes: ProcessWire[];
  /** `oldestAt`: since when the oldest that has not left waits. */
  outbox: { waiting: number; sending: number; dead: number; oldestAt: string | null; lagSeconds: number };
}

export type SealedPlaceWire = 'exchange-keys' | 'kyc-addresses' | 'authenticator-apps' | 'waiting-messages' | 'channel-addresses' | 'files';

/** GET /admin/operations/keyring: key ids and what they seal, never a key. At most a minute old. */
export interface KeyringWire {
  keys: { id: string; current: boolean; inRing: boolean; values: Record<SealedPlaceWire, number> }[];
  unknownFiles: number;
  readAt: string;
}

/** POST /admin/operations/probes/mail */
export interface ProbeWire {
  reachable: boolean;
  milliseconds: number;
  problem: string | null;
  at: string;
}

/** POST /admin/operations/probes/exchanges: one a venue. */
export interface VenueProbeWire extends ProbeWire {
  venue: string;
  name: string;
  /** Ours minus the exchange's. */
  clockDifferenceMs: number | null;
  /** So far apart that the exchange may refuse our requests. */
  clockOff: boolean;
}
