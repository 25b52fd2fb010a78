import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/domain/index.js';
import { HandlesJob, JobQueue, RateLimitedError, type JobContext, type JobHandler } from '../../platform/queue/index.js';
import { SyncService } from './sync.service.js';
import { accountRead, syncAccount } from './sync.jobs.js';

const LOCKED_MS = 5000;
/** Longest delay of a rescheduled run: the limit may have opened earlier. */
const MAX_DELAY_MS = 300_000;
/** Runs whose weight is in the same step keep their order. */
const WEIGHT_STEP = 20;
const LAST_PRIORITY = 1_000_000;
const DELAY_PER_STEP_MS = 100;
const MAX_STEP_DELAY_MS = 3000;

@Injectable()
@HandlesJob(syncAccount)
export class SyncAccountHandler implements JobHandler<{ v: 1; runId: string }> {
  constructor(
    private readonly sync: SyncService,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  async handle({ runId }: { runId: string }, { attempt, signal }: JobContext): Promise<void> {
    const result = await this.sync.run(runId, { last: attempt >= syncAccount.options.attempts, signal });
    if (result.outcome === 'reschedule') await this.reschedule(runId, result);
    // If this is lost, the portfolio finds the account by its own schedule.
    if (result.outcome === 'done') await this.queue.enqueue(accountRead, { v: 1, runId }, { jobId: `read-${runId}` });
    // The worker that held the account may just have been killed: its lock ends with its connection.
    if (result.outcome === 'locked') throw new RateLimitedError(LOCKED_MS);
  }

  /**
   * Queues the run as a new job: the same job would keep its place in PostgreSQL's queue, ahead of later ones. Runs that have used less
   * weight come first, so that many long runs advance together. If the job is lost, the run is found without a heartbeat and started again.
   */
  private reschedule(runId: string, { afterMs, spent }: { afterMs: number; spent: number }): Promise<void> {
    const steps = Math.floor(spent / WEIGHT_STEP);
    const priority = Math.min(LAST_PRIORITY, 1 + steps);
    // When a limit opens, all runs return at once: those that have used more come a little later, behind the others in the queue.
    const delayMs = afterMs > 0 ? Math.min(afterMs, MAX_DELAY_MS) + Math.min(MAX_STEP_DELAY_MS, steps * DELAY_PER_STEP_MS) : 0;
    return this.queue.enqueue(
      syncAccount,
      { v: 1, runId },
      { jobId: `sync-${runId}-${this.clock.now().getTime()}`, priority, ...(delayMs > 0 && { delayMs }) },
    );
  }
}
