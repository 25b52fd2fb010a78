import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../../../platform/domain/index.js';
import { HandlesJob, JobQueue, type JobHandler } from '../../../../platform/queue/index.js';
import { findDuePairs } from './scored-signal.repository.js';
import { scorePair, scoringDue } from './scoring.jobs.js';

const BATCH = 1000;

/** Queues the scoring of each pair with open signals. */
@Injectable()
@HandlesJob(scoringDue)
export class ScoringDueHandler implements JobHandler<Record<string, never>> {
  constructor(
    private readonly em: EntityManager,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  async handle(): Promise<void> {
    const pairs = await findDuePairs(this.em, BATCH);
    const minute = Math.floor(this.clock.now().getTime() / 60_000);
    await this.queue.enqueueAll(
      scorePair,
      pairs.map((pair) => ({
        payload: { v: 1 as const, ...pair },
        options: { jobId: `score-${pair.venue}-${pair.market}-${pair.base}-${pair.quote}-${minute}` },
      })),
    );
  }
}
