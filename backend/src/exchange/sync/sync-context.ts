import type { EntityManager } from '@mikro-orm/postgresql';
import type { ExchangeClient } from '../port/index.js';
import type { AccountState } from './account-state.repository.js';
import type { LedgerWriter } from './ledger-writer.js';
import type { SyncProgress } from './sync-progress.js';
import type { RunPlan } from './run-plan.js';
import type { RunSteps } from './run-steps.js';
import type { WeightQuota } from './fair-share.js';

/** One run at work on one account. */
export interface SyncContext {
  /** For statements on their own; each takes a pooled connection. */
  em: EntityManager;
  accountId: string;
  /** For what somebody may wait for: the account as it stands, and its news. */
  client: ExchangeClient;
  /** For histories: of a first reading nobody must wait for. */
  history: ExchangeClient;
  writer: LedgerWriter;
  progress: SyncProgress;
  steps: RunSteps;
  quota: WeightQuota;
  plan: RunPlan;
  /** As it was when this attempt began. */
  account: AccountState;
  /** Aborted when the worker is stopped or the account's lock may be lost. */
  signal: AbortSignal;
  /** The venue's time when this attempt began to read: later than that of what it says of the account. */
  now: Date;
  /** The venue's time when the run began, in whatever attempt. */
  began: Date;
  /** Something that can be read is still unread: the next run comes soon. */
  leftOver: Set<string>;
}

/** Universes up to this size are searched whole in one run; larger ones in chunks over many. */
export const SMALL_UNIVERSE = 150;
/** Symbols of a large universe that one run searches beside its own work. */
export const SCAN_CHUNK = 40;
/** Calls under way at once within a data set. */
export const PARALLEL = 4;
