import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../config/index.js';
import type { SyncRunState, SyncTrigger } from './sync-run.entity.js';

export interface OpenRun {
  id: string;
  accountId: string;
  trigger: SyncTrigger;
  state: SyncRunState;
  rows: Record<string, number>;
}

/** The records of runs, from queued to done or failed. */
@Injectable()
export class SyncRuns {
  constructor(private readonly config: AppConfig) {}

  async load(em: EntityManager, runId: string): Promise<OpenRun | null> {
    const [row] = await em.execute<{ id: string; account_id: string; trigger: SyncTrigger; state: SyncRunState; rows: Record<string, number> }[]>(
      'select id, account_id, trigger, state, rows from sync_runs where id = ?',
      [runId],
    );
    return row ? { id: row.id, accountId: row.account_id, trigger: row.trigger, state: row.state, rows: row.rows } : null;
  }

  async begin(em: EntityManager, runId: string): Promise<void> {
    await em.execute(`update sync_runs set state = 'running', started_at = coalesce(started_at, now()), progress_at = now(), error = null where id = ? and state in ('queued', 'running')`, [runId]);
  }

  /** How long ago the last whole run of the account began, in milliseconds; null before the first. */
  async sinceLastDone(em: EntityManager, accountId: string): Promise<number | null> {
    const [row] = await em.execute<{ ms: string | null }[]>(
      `select extract(epoch from now() - max(started_at)) * 1000 as ms from sync_runs where account_id = ? and state = 'done'`,
      [accountId],
    );
    return row?.ms ? Number(row.ms) : null;
  }

  /** The account is read: run and account say so together. `full`: every symbol was asked for. */
  async finish(em: EntityManager, run: OpenRun, written: { rows: Record<string, number>; warnings: string[] }, full: boolean): Promise<void> {
    await em.fork().transactional(async (tx) => {
      await tx.execute(`update sync_runs set state = 'done', finished_at = now(), progress_at = now(), rows = ?::jsonb, warnings = ?::jsonb, error = null where id = ?`, [
        JSON.stringify(written.rows),
        JSON.stringify(written.warnings),
        run.id,
      ]);
      await tx.execute(
        `update exchange_accounts set last_synced_at = now(), next_sync_at = now() + make_interval(mins => ?), key_refused_at = null,
           verified_at = case when ? then now() else verified_at end, updated_at = now() where id = ?`,
        [this.config.sync.intervalMinutes, full, run.accountId],
      );
    });
  }

  /** It will be tried again, not before `afterMs`; `reason` is shown meanwhile. */
  async postpone(em: EntityManager, runId: string, reason: string, afterMs = 0): Promise<void> {
    await em.execute(`update sync_runs set state = 'queued', progress_at = now() + make_interval(secs => ?), error = ? where id = ? and state = 'running'`, [afterMs / 1000, reason.slice(0, 500), runId]);
  }

  /** Ends the run for good; the account's next one comes after `nextMinutes`, by default as usual. */
  async fail(em: EntityManager, run: OpenRun, reason: string, nextMinutes = this.config.sync.intervalMinutes): Promise<void> {
    await em.execute(`update sync_runs set state = 'failed', finished_at = now(), error = ? where id = ? and state in ('queued', 'running')`, [reason.slice(0, 500), run.id]);
    await em.execute(
      `update exchange_accounts set next_sync_at = case when key_state in ('valid', 'unchecked') then now() + make_interval(mins => ?) end, updated_at = now() where id = ?`,
      [nextMinutes, run.accountId],
    );
  }
}
