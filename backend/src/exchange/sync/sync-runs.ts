import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../common/domain/index.js';
import { AppConfig } from '../../config/index.js';
import { ReconciliationService, type ReconcileOptions } from '../reconciliation/index.js';
import type { AccountState } from './account-state.js';
import { RunEvents, type Progress } from './run-events.js';
import { RunJournal } from './run-journal.js';
import { kindOf, planRun, type RunPlan } from './run-plan.js';
import type { SyncRunState, SyncTrigger } from './sync-run.entity.js';
import { observeSync } from './sync-metrics.js';

export interface OpenRun {
  id: string;
  accountId: string;
  userId: string;
  trigger: SyncTrigger;
  state: SyncRunState;
  rows: Record<string, number>;
  progress: Record<string, Progress>;
  steps: Record<string, string>;
}

interface RunRecord {
  id: string;
  account_id: string;
  user_id: string;
  trigger: SyncTrigger;
  state: SyncRunState;
  rows: Record<string, number>;
  progress: Record<string, Progress>;
  steps: Record<string, string>;
}

/** What a run has to say at its end. */
export interface RunResult {
  rows: Record<string, number>;
  progress: Record<string, Progress>;
  warnings: string[];
}

/** What the end of a run means for the account. */
export interface RunMeaning {
  /** The account as it stands was read, not only a piece of its history. */
  head: boolean;
  /** Every symbol was asked for. */
  full: boolean;
  /** Something that can be read is still unread: the next run comes soon. */
  more: boolean;
}

const SOON_MINUTES = 1;
/** Beside a run's steps: the weight that its attempts have used. */
const SPENT = 'spent:';

/** How long a run took that has just ended; null: it never began. */
interface Ended {
  seconds: number | null;
}
const TOOK = 'extract(epoch from finished_at - started_at)::float8 as seconds';

/** The records of runs, from queued to done or failed. Whoever looks at them is told of each step. */
@Injectable()
export class SyncRuns {
  private readonly log = new Logger('Exchange');

  constructor(
    private readonly config: AppConfig,
    private readonly events: RunEvents,
    private readonly clock: Clock,
    private readonly reconciliation: ReconciliationService,
  ) {}

  async load(em: EntityManager, runId: string): Promise<OpenRun | null> {
    const [row] = await em.execute<RunRecord[]>(
      'select id, account_id, user_id, trigger, state, rows, progress, steps from sync_runs where id = ?',
      [runId],
    );
    if (!row) return null;
    const { id, trigger, state, rows, progress, steps } = row;
    return { id, accountId: row.account_id, userId: row.user_id, trigger, state, rows, progress, steps };
  }

  plan(run: OpenRun, account: AccountState): RunPlan {
    return planRun(account, { trigger: run.trigger, intervalMinutes: this.config.sync.intervalMinutes, now: this.clock.now() });
  }

  /** Stores what kind of run this is, as its first attempt planned it. */
  async noteKind(em: EntityManager, run: OpenRun, plan: RunPlan): Promise<void> {
    await em.execute('update sync_runs set kind = ? where id = ? and kind is null', [kindOf(plan), run.id]);
  }

  journal(em: EntityManager, run: OpenRun): RunJournal {
    return new RunJournal(em, run, this.events);
  }

  async begin(em: EntityManager, run: OpenRun): Promise<void> {
    await em.execute(
      `update sync_runs set state = 'running', started_at = coalesce(started_at, now()), progress_at = now(), error = null where id = ? and state in ('queued', 'running')`,
      [run.id],
    );
    await this.events.tell(null, { ...run, state: 'running', error: null });
  }

  /** How many runs of other accounts wait for their turn, or will within a minute, counted up to a hundred. */
  async othersWaiting(em: EntityManager, runId: string): Promise<number> {
    const [row] = await em.execute<{ waiting: number }[]>(
      `select count(*)::int as waiting from (
         select 1 from sync_runs where state = 'queued' and id <> ? and coalesce(progress_at, created_at) <= now() + interval '1 minute' limit 100
       ) as waiting`,
      [runId],
    );
    return row?.waiting ?? 0;
  }

  /**
   * Adds up what was read against what the account holds: after a whole round, and wherever the last reconciliation is out of date, whatever the
   * run was for. Nothing that goes wrong there makes the reading wrong.
   */
  async reconcile(em: EntityManager, accountId: string, full: boolean, evidence: () => Promise<ReconcileOptions>): Promise<void> {
    try {
      if (!full && !(await this.reconciliation.isDue(em.fork(), accountId))) return;
      await this.reconciliation.reconcile(em.fork(), accountId, await evidence());
    } catch (error) {
      this.log.error({ err: error, accountId }, 'an account could not be reconciled');
    }
  }

  /** The run has read what it was for: run and account say so together. False where somebody ended it meanwhile. */
  finish(em: EntityManager, run: OpenRun, { rows, progress, warnings }: RunResult, { head, full, more }: RunMeaning): Promise<boolean> {
    return em.fork().transactional(async (tx) => {
      const [ended] = await tx.execute<Ended[]>(
        `update sync_runs set state = 'done', finished_at = now(), progress_at = now(), rows = ?::jsonb, progress = ?::jsonb, warnings = ?::jsonb, error = null
         where id = ? and state = 'running' returning ${TOOK}`,
        [JSON.stringify(rows), JSON.stringify(progress), JSON.stringify(warnings), run.id],
      );
      if (!ended) return false;
      observeSync('done', ended.seconds);
      // A run that only went on with a history leaves the time of the next whole one where it was.
      await tx.execute(
        `update exchange_accounts set last_synced_at = case when ? then now() else last_synced_at end,
           next_sync_at = case when ? then now() + make_interval(mins => ?) else greatest(now(), case when ? then now() else last_synced_at end + make_interval(mins => ?)) end,
           key_refused_at = null, verified_at = case when ? then now() else verified_at end, updated_at = now() where id = ?`,
        [head, more, SOON_MINUTES, head, this.config.sync.intervalMinutes, full, run.accountId],
      );
      await this.events.tell(tx, { ...run, state: 'done', rows, progress, error: null });
      return true;
    });
  }

  /**
   * It will be tried again, not before `afterMs`; `reason` is shown meanwhile. `spent`: weight that this attempt has used. Answers what all
   * attempts of the run have used together.
   */
  async postpone(
    em: EntityManager,
    run: OpenRun,
    { reason, afterMs = 0, spent }: { reason: string | null; afterMs?: number; spent: number },
  ): Promise<number> {
    const error = reason?.slice(0, 500) ?? null;
    const total = Math.round(Number(run.steps[SPENT] ?? 0) + spent);
    const [waiting] = await em.execute<{ rows: Record<string, number>; progress: Record<string, Progress> }[]>(
      `update sync_runs set state = 'queued', progress_at = now() + make_interval(secs => ?), error = ?, steps = steps || jsonb_build_object(?::text, ?::text)
       where id = ? and state = 'running' returning rows, progress`,
      [afterMs / 1000, error, SPENT, String(total), run.id],
    );
    if (waiting) await this.events.tell(null, { ...run, ...waiting, state: 'queued', error });
    return total;
  }

  /** Ends the run for good; the account's next one comes after `nextMinutes`, by default as usual. */
  async fail(em: EntityManager, run: OpenRun, reason: string, nextMinutes = this.config.sync.intervalMinutes): Promise<void> {
    const error = reason.slice(0, 500);
    await em.fork().transactional(async (tx) => {
      const [failed] = await tx.execute<({ rows: Record<string, number>; progress: Record<string, Progress> } & Ended)[]>(
        `update sync_runs set state = 'failed', finished_at = now(), error = ? where id = ? and state in ('queued', 'running') returning rows, progress, ${TOOK}`,
        [error, run.id],
      );
      await tx.execute(
        `update exchange_accounts set next_sync_at = case when key_state in ('valid', 'unchecked') then now() + make_interval(mins => ?) end, updated_at = now() where id = ?`,
        [nextMinutes, run.accountId],
      );
      if (!failed) return;
      const { seconds, ...reached } = failed;
      observeSync('failed', seconds);
      await this.events.tell(tx, { ...run, ...reached, state: 'failed', error });
    });
  }
}
