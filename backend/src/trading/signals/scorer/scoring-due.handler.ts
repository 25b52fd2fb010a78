import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../../platform/domain/index.js';
import { HandlesJob, JobQueue, type JobHandler } from '../../../platform/queue/index.js';
import { marketColumn, stillOpen, venueColumn, withScore, type SignalPair } from './scored-signals.js';
import { scorePair, scoringDue } from './scoring.jobs.js';

const BATCH = 1000;
/** A market that the venue does not know is asked for now and then while the signal runs: it may be listed yet. */
const UNKNOWN_EVERY = `interval '1 hour'`;

/** Finds work and queues it; does none itself. */
@Injectable()
@HandlesJob(scoringDue)
export class ScoringDueHandler implements JobHandler<Record<string, never>> {
  constructor(
    private readonly em: EntityManager,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  async handle(): Promise<void> {
    const pairs = await this.em.execute<SignalPair[]>(
      `select distinct ${venueColumn} as venue, ${marketColumn} as market, s.base, s.quote from ${withScore}
       where ${stillOpen} and (x.status is distinct from 'unscored' or (x.updated_at < now() - ${UNKNOWN_EVERY} and s.projected_closure_at > now()))
       limit ${BATCH}`,
    );
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
