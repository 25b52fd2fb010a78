import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { ReconciliationService, type ReconcileOptions } from '../reconciliation/index.js';
import { noteFailedSync, noteSynced, type AccountState } from './account-state.repository.js';
import { RunEventsService } from './run-events.service.js';
import { SyncProgress } from './sync-progress.js';
import { kindOf, planRun, type RunPlan } from './run-plan.rules.js';
import { observeSync } from './sync.metrics.js';
import {
  completeRun,
  countOthersWaiting,
  failRun,
  findRun,
  requeueRun,
  setRunKind,
  startRun,
  type OpenRun,
  type RunResult,
} from './sync-run.repository.js';

/** What a finished run has read. */
export interface RunScope {
  /** Balances, not only history. */
  head: boolean;
  /** Every symbol. */
  full: boolean;
  /** Something is still unread, so the next run starts soon. */
  more: boolean;
}

/** Key in a run's steps: the weight that its attempts have used. */
const SPENT = 'spent:';

/** Moves runs from queued to done or failed, and publishes each change. */
@Injectable()
export class SyncRunsService {
  private readonly log = new Logger('Exchange');

  constructor(
    private readonly config: AppConfig,
    private readonly events: RunEventsService,
    private readonly clock: Clock,
    private readonly reconciliation: ReconciliationService,
  ) {}

  load(em: EntityManager, runId: string): Promise<OpenRun | null> {
    return findRun(em, runId);
  }

  plan(run: OpenRun, account: AccountState): RunPlan {
    return planRun(account, { trigger: run.trigger, intervalMinutes: this.config.sync.intervalMinutes, now: this.clock.now() });
  }

  /** Stores what kind of run this is, as its first attempt planned it. */
  async noteKind(em: EntityManager, run: OpenRun, plan: RunPlan): Promise<void> {
    await setRunKind(em, run.id, kindOf(plan));
  }

  progressOf(em: EntityManager, run: OpenRun): SyncProgress {
    return new SyncProgress(em, run, this.events);
  }

  async begin(em: EntityManager, run: OpenRun): Promise<void> {
    await startRun(em, run.id);
    await this.events.publish(null, { ...run, state: 'running', error: null });
  }

  othersWaiting(em: EntityManager, runId: string): Promise<number> {
    return countOthersWaiting(em, runId);
  }

  /**
   * Reconciles what was read with the account's balances: after a full run, and whenever the last reconciliation is out of date. A failure
   * there does not fail the run.
   */
  async reconcile(em: EntityManager, accountId: string, full: boolean, evidence: () => Promise<ReconcileOptions>): Promise<void> {
    try {
      if (!full && !(await this.reconciliation.isDue(em.fork(), accountId))) return;
      await this.reconciliation.reconcile(em.fork(), accountId, await evidence());
    } catch (error) {
      this.log.error({ err: error, accountId }, 'an account could not be reconciled');
    }
  }

  /** Ends a run that has read everything, together with its account's schedule. Returns false where the run was ended meanwhile. */
  finish(em: EntityManager, run: OpenRun, { rows, progress, warnings }: RunResult, scope: RunScope): Promise<boolean> {
    return em.fork().transactional(async (tx) => {
      const ended = await completeRun(tx, run.id, { rows, progress, warnings });
      if (!ended) return false;
      observeSync('done', ended.seconds);
      await noteSynced(tx, run.accountId, { ...scope, intervalMinutes: this.config.sync.intervalMinutes });
      await this.events.publish(tx, { ...run, state: 'done', rows, progress, error: null });
      return true;
    });
  }

  /**
   * Puts the run back into the queue, not to be started before `afterMs`; `reason` is shown meanwhile. `spent`: weight that this attempt
   * has used. Returns the weight that all attempts have used.
   */
  async postpone(
    em: EntityManager,
    run: OpenRun,
    { reason, afterMs = 0, spent }: { reason: string | null; afterMs?: number; spent: number },
  ): Promise<number> {
    const total = Math.round(Number(run.steps[SPENT] ?? 0) + spent);
    const waiting = await requeueRun(em, run.id, { error: reason, afterMs, steps: { [SPENT]: String(total) } });
    if (waiting) await this.events.publish(null, { ...run, ...waiting, state: 'queued' });
    return total;
  }

  /** Ends the run as failed; the account's next run starts after `nextMinutes`, by default after the usual interval. */
  async fail(em: EntityManager, run: OpenRun, reason: string, nextMinutes = this.config.sync.intervalMinutes): Promise<void> {
    await em.fork().transactional(async (tx) => {
      const failed = await failRun(tx, run.id, reason);
      await noteFailedSync(tx, run.accountId, nextMinutes);
      if (!failed) return;
      const { seconds, ...reached } = failed;
      observeSync('failed', seconds);
      await this.events.publish(tx, { ...run, ...reached, state: 'failed' });
    });
  }
}
