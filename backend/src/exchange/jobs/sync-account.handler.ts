import { Injectable } from '@nestjs/common';
import { HandlesJob, RateLimitedError, type JobContext, type JobHandler } from '../../common/queue/index.js';
import { SyncService } from '../sync/sync.service.js';
import { syncAccount } from './exchange.jobs.js';

const BUSY_MS = 5000;
/** Nothing is put back for longer: whoever looks after five minutes may find that the limit has opened earlier. */
const LONGEST_PAUSE_MS = 300_000;

@Injectable()
@HandlesJob(syncAccount)
export class SyncAccountHandler implements JobHandler<{ v: 1; runId: string }> {
  constructor(private readonly sync: SyncService) {}

  async handle({ runId }: { runId: string }, { attempt, signal }: JobContext): Promise<void> {
    const result = await this.sync.run(runId, { last: attempt >= syncAccount.options.attempts, signal });
    if (result.outcome === 'again') throw new RateLimitedError(Math.min(result.afterMs, LONGEST_PAUSE_MS));
    // The worker that held the account may have been killed a moment ago: its lock goes with its connection.
    if (result.outcome === 'busy') throw new RateLimitedError(BUSY_MS);
  }
}
