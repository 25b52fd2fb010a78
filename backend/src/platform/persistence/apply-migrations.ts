import { setTimeout as pause } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../domain/index.js';
import { isLockTimeout, SCHEMA_LOCK } from './schema-lock.sql.js';

/** The schema cannot be changed now; nothing was changed. */
export class SchemaBusy extends DomainError {
  constructor(message: string) {
    super('unavailable', 'schema.busy', message);
  }
}

export interface MigrationOptions {
  /** The name of the last migration to apply; the newest unless given. */
  to?: string;
  /** Receives progress lines. */
  note?: (line: string) => void;
  /** How long to wait for another migration or a backup to end. */
  turnMs?: number;
  /** `lock_timeout` of the migrations: requests that touch the table queue behind a waiting migration for at most this long. */
  lockMs?: number;
  tries?: number;
  /** Waits between two tries; tests replace it. */
  pauseFor?: (ms: number) => Promise<unknown>;
}

const TURN_MS = 15 * 60_000;
const LOCK_MS = 3_000;
/** About five minutes with the pauses. */
const TRIES = 12;
const MAX_PAUSE_MS = 30_000;

/**
 * Applies the pending migrations in one transaction, one process at a time. A migration that does not get a lock within `lockMs` is rolled
 * back and retried after a pause, so that a long reader delays the migration and not every request behind it. Throws SchemaBusy.
 */
export async function applyMigrations(orm: MikroORM, options: MigrationOptions = {}): Promise<void> {
  const { note = () => undefined, tries = TRIES, pauseFor = (ms) => pause(ms) } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptMigrations(orm, options);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempt === tries)
        throw new SchemaBusy(
          `A migration did not get its lock in ${tries} tries: ` +
            'end the long transactions (pg_stat_activity shows them) and migrate again. Nothing was changed',
        );
      note(`A migration waits for a lock that a long transaction holds; try ${attempt + 1} of ${tries} follows`);
      await pauseFor(Math.min(1000 * 2 ** (attempt - 1), MAX_PAUSE_MS));
    }
  }
}

async function attemptMigrations(orm: MikroORM, { to, turnMs = TURN_MS, lockMs = LOCK_MS }: MigrationOptions): Promise<void> {
  await orm.em.fork().transactional(async (tx) => {
    await tx.execute(`set local lock_timeout = ${turnMs}`);
    try {
      await tx.execute(`select pg_advisory_xact_lock(${SCHEMA_LOCK})`);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      throw new SchemaBusy(`Another migration or a backup has been running for ${turnMs / 1000} s: migrate once it has ended`);
    }
    await tx.execute(`set local lock_timeout = ${lockMs}`);
    // In the transaction that holds the lock: the migrations inherit its settings.
    await orm.migrator.up({ ...(to !== undefined && { to }), transaction: tx.getTransactionContext<object>()! });
  });
}
