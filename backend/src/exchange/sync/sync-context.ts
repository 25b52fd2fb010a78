import type { EntityManager } from '@mikro-orm/postgresql';
import type { ExchangeClient } from '../port/index.js';
import type { LedgerWriter } from './ledger-writer.js';
import type { RunJournal } from './run-journal.js';

/** One run at work on one account. */
export interface SyncContext {
  /** For statements on their own; each takes a pooled connection. */
  em: EntityManager;
  accountId: string;
  client: ExchangeClient;
  writer: LedgerWriter;
  journal: RunJournal;
  signal: AbortSignal;
  /** The venue's time when the run began. */
  now: Date;
  /** The venue's time when the last whole run began; null before the first. */
  previous: Date | null;
  /** Ask for every symbol, not only for those that news point at: on the first run and once a day. */
  full: boolean;
}

/** Universes up to this size are searched whole in one run; larger ones in chunks over many. */
export const SMALL_UNIVERSE = 150;
/** Symbols of a large universe that one run searches beside its own work. */
export const SCAN_CHUNK = 40;
/** Calls under way at once within a data set. */
export const PARALLEL = 4;
