import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../common/domain/index.js';
import { HandlesJob, JobQueue, type JobHandler } from '../../common/queue/index.js';
import { openRun } from '../sync/sync-requests.js';
import { syncAccount, syncDue } from './exchange.jobs.js';

const BATCH = 500;

/** Finds work and queues it; does none itself. */
@Injectable()
@HandlesJob(syncDue)
export class SyncDueHandler implements JobHandler<Record<string, never>>, OnApplicationBootstrap {
  constructor(
    private readonly em: EntityManager,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** A worker that was killed left its runs as running: they go on at once instead of when the queue has given up waiting for it. */
  async onApplicationBootstrap(): Promise<void> {
    const em = this.em.fork();
    const left = await em.execute<{ id: string }[]>(`select id from sync_runs where state = 'running' limit ${BATCH}`);
    await this.enqueueRuns(left, `boot-${this.clock.now().getTime()}`);
  }

  async handle(): Promise<void> {
    await this.startDueRuns();
    await this.pickUpForgottenRuns();
  }

  private async startDueRuns(): Promise<void> {
    const due = await this.em.execute<{ id: string; user_id: string }[]>(
      `select a.id, a.user_id from exchange_accounts a join users u on u.id = a.user_id
       where a.is_current and a.sync_enabled and a.next_sync_at <= now() and a.key_state in ('valid', 'unchecked')
         and u.status = 'active' and u.rejected_at is null and u.kyc_status = 'approved'
         and not exists (select 1 from sync_runs r where r.account_id = a.id and r.state in ('queued', 'running'))
       order by a.next_sync_at limit ${BATCH}`,
    );
    for (const { id, user_id } of due) {
      const runId = await openRun(this.em, { accountId: id, userId: user_id, trigger: 'schedule' });
      await this.queue.enqueue(syncAccount, { v: 1, runId }, { jobId: `sync-${runId}` });
    }
  }

  /** Runs without a sign of life: their job was lost, or its worker. A run that somebody does work on is left alone by its lock. */
  private async pickUpForgottenRuns(): Promise<void> {
    const forgotten = await this.em.execute<{ id: string }[]>(
      `select id from sync_runs where state in ('queued', 'running') and coalesce(progress_at, created_at) < now() - interval '2 minutes' order by id limit ${BATCH}`,
    );
    await this.enqueueRuns(forgotten, String(Math.floor(this.clock.now().getTime() / 60_000)));
  }

  private async enqueueRuns(runs: { id: string }[], tag: string): Promise<void> {
    await this.queue.enqueueAll(
      syncAccount,
      runs.map(({ id }) => ({ payload: { v: 1 as const, runId: id }, options: { jobId: `sync-${id}-${tag}` } })),
    );
  }
}
