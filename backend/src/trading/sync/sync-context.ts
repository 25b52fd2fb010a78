import type { EntityManager } from '@mikro-orm/postgresql';
import type { ExchangeClient } from '../venues/index.js';
import type { AccountState } from './account-state.repository.js';
import type { LedgerWriter } from './ledger.writer.js';
import type { SyncProgress } from './sync-progress.js';
import type { RunPlan } from './run-plan.rules.js';
import type { RunSteps } from './run-steps.js';
import type { WeightQuota } from './fair-share.js';

/** The state of one attempt of a run. */
export interface SyncContext {
  /** For single statements; each takes a pooled connection. */
  em: EntityManager;
  accountId: string;
  /** For balances and changes, which somebody may be waiting for. */
  client: ExchangeClient;
  /** For histories. In a first run it uses the backfill lane, so that others do not wait for it. */
  history: ExchangeClient;
  writer: LedgerWriter;
  progress: SyncProgress;
  steps: RunSteps;
  quota: WeightQuota;
  plan: RunPlan;
  /** As it was when this attempt started. */
  account: AccountState;
  /** Aborted when the worker is stopped or the account's lock may be lost. */
  signal: AbortSignal;
  /** Venue time when this attempt started to read; later than the time of the balances. */
  now: Date;
  /** Venue time when the first attempt of the run started. */
  began: Date;
  /** Data sets with unread rows; if there are any, the next run starts soon. */
  leftOver: Set<string>;
}

/** Venues with up to this number of symbols are searched in one run; larger ones in chunks over many runs. */
export const SMALL_UNIVERSE = 150;
/** Symbols of a large venue that each run searches in addition. */
export const SCAN_CHUNK = 40;
/** Concurrent calls within a data set. */
export const PARALLEL = 4;
