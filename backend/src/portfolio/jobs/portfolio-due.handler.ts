import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../common/domain/index.js';
import { HandlesJob, JobQueue, type JobHandler } from '../../common/queue/index.js';
import { METHODOLOGY_VERSION } from '../store/index.js';
import { computePortfolio, portfolioDue } from './portfolio.jobs.js';

const BATCH = 200;
/** The queue does it long before: this is for jobs that were lost, workers that were killed, and prices that were not told. */
const PATIENCE = `interval '10 minutes'`;

/** Finds work and queues it; does none itself. */
@Injectable()
@HandlesJob(portfolioDue)
export class PortfolioDueHandler implements JobHandler<Record<string, never>> {
  constructor(
    private readonly em: EntityManager,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  async handle(): Promise<void> {
    const due = await this.em.execute<{ id: string }[]>(
      `select a.id from exchange_accounts a left join portfolio_states s on s.account_id = a.id
       where a.is_current and a.last_synced_at < now() - ${PATIENCE} and coalesce(s.started_at, '-infinity') < now() - ${PATIENCE}
         and (s.computed_at is null or s.computed_at < a.last_synced_at or s.methodology_version <> ? or (s.dirty_from is not null and s.computed_at < now() - ${PATIENCE}))
         and not exists (select 1 from sync_runs r where r.account_id = a.id and r.state = 'running')
       order by s.computed_at nulls first limit ${BATCH}`,
      [METHODOLOGY_VERSION],
    );
    const tag = Math.floor(this.clock.now().getTime() / 600_000);
    await this.queue.enqueueAll(
      computePortfolio,
      due.map(({ id }) => ({ payload: { v: 1 as const, accountId: id }, options: { jobId: `portfolio-${id}-${tag}` } })),
    );
  }
}
