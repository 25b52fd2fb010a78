import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { HandlesJob, JobQueue, type JobHandler } from '../../platform/queue/index.js';
import { findDueAccounts } from './account-state.repository.js';
import { findRunningRuns, findSilentRuns, openRun } from './sync-run.repository.js';
import { syncAccount, syncDue } from './sync.jobs.js';

const BATCH = 500;

/** Queues the runs that are due or were lost. */
@Injectable()
@HandlesJob(syncDue)
export class SyncDueHandler implements JobHandler<Record<string, never>>, OnApplicationBootstrap {
  constructor(
    private readonly em: EntityManager,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** Continues the runs of a killed worker at once, before the queue notices that the worker is gone. */
  async onApplicationBootstrap(): Promise<void> {
    const em = this.em.fork();
    await this.enqueueRuns(await findRunningRuns(em, BATCH), `boot-${this.clock.now().getTime()}`);
  }

  async handle(): Promise<void> {
    await this.startDueRuns();
    await this.pickUpForgottenRuns();
  }

  private async startDueRuns(): Promise<void> {
    for (const account of await findDueAccounts(this.em, BATCH)) {
      const runId = await openRun(this.em, { ...account, trigger: 'schedule' });
      await this.queue.enqueue(syncAccount, { v: 1, runId }, { jobId: `sync-${runId}` });
    }
  }

  private async pickUpForgottenRuns(): Promise<void> {
    const silent = await findSilentRuns(this.em, BATCH);
    await this.enqueueRuns(silent, String(Math.floor(this.clock.now().getTime() / 60_000)));
  }

  private async enqueueRuns(runIds: readonly string[], tag: string): Promise<void> {
    await this.queue.enqueueAll(
      syncAccount,
      runIds.map((runId) => ({ payload: { v: 1 as const, runId }, options: { jobId: `sync-${runId}-${tag}` } })),
    );
  }
}
