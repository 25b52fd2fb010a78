import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/domain/index.js';
import { HandlesJob, JobQueue, RateLimitedError, type JobContext, type JobHandler } from '../../common/queue/index.js';
import { SyncService } from '../sync/sync.service.js';
import { accountRead, syncAccount } from './exchange.jobs.js';

const BUSY_MS = 5000;
/** Nothing is put back for longer: whoever looks after five minutes may find that the limit has opened earlier. */
const LONGEST_PAUSE_MS = 300_000;
/** Runs within the same step of weight come in the order of their turns. */
const WEIGHT_STEP = 20;
const LAST_PRIORITY = 1_000_000;
const LATER_MS = 100;
const LATEST_MS = 3000;

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
    if (result.outcome === 'again') await this.goOn(runId, result);
    // Whoever makes figures of accounts finds the account by itself where this is lost.
    if (result.outcome === 'done') await this.queue.enqueue(accountRead, { v: 1, runId }, { jobId: `read-${runId}` });
    // The worker that held the account may have been killed a moment ago: its lock goes with its connection.
    if (result.outcome === 'busy') throw new RateLimitedError(BUSY_MS);
  }

  /**
   * As a job of its own: put back, this one would keep its place in PostgreSQL's queue, which is before all who came later. Who has had less
   * of the exchange's weight comes first, so that many long readings grow side by side. Where the job is lost between here and its end, the
   * run is found without a sign of life and begun again.
   */
  private goOn(runId: string, { afterMs, spent }: { afterMs: number; spent: number }): Promise<void> {
    const steps = Math.floor(spent / WEIGHT_STEP);
    const priority = Math.min(LAST_PRIORITY, 1 + steps);
    // When a limit opens again, all come back at once: who has had more comes a moment later, so that the others are in the queue before.
    const delayMs = afterMs > 0 ? Math.min(afterMs, LONGEST_PAUSE_MS) + Math.min(LATEST_MS, steps * LATER_MS) : 0;
    return this.queue.enqueue(
      syncAccount,
      { v: 1, runId },
      { jobId: `sync-${runId}-${this.clock.now().getTime()}`, priority, ...(delayMs > 0 && { delayMs }) },
    );
  }
}
