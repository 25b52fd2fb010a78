import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { HandlesJob, type JobHandler } from '../../../platform/queue/index.js';
import { failedKinds, Retention, RETENTION_RUN } from './retention.js';
import { retentionDue } from './retention.jobs.js';

/** UTC: few people are awake where most members live. */
const NIGHT_HOUR = 2;
const tonight = `(date_trunc('day', (now() at time zone 'UTC') - interval '${NIGHT_HOUR} hours') + interval '${NIGHT_HOUR} hours') at time zone 'UTC'`;
/**
 * A run that was killed has left no record, and one that could not delete everything says so: both are done again. On its first day an
 * installation has nothing that is old.
 */
const DUE = `not exists (select 1 from audit_events where action = '${RETENTION_RUN}' and detail ->> 'trigger' = 'nightly' and detail ->> 'failed' = 'false' and at >= ${tonight})
  and exists (select 1 from audit_events where at < now() - interval '1 day')`;

@Injectable()
@HandlesJob(retentionDue)
export class RetentionDueHandler implements JobHandler<Record<string, never>> {
  private readonly log = new Logger('Retention');

  constructor(
    private readonly em: EntityManager,
    private readonly retention: Retention,
  ) {}

  async handle(): Promise<void> {
    const [row] = await this.em.fork().execute<{ due: boolean }[]>(`select ${DUE} as due`);
    if (!row?.due) return;
    const report = await this.retention.run({ dryRun: false }, 'nightly');
    for (const { name, due, done, doneFiles, spared, failure } of report.lines) {
      if (due > 0 || failure !== null)
        this.log.log({ rule: name, due, done, files: doneFiles, kept: spared, failure }, 'data whose time is over');
    }
    const failed = failedKinds(report);
    // Seen among the failed jobs, and tried again within the hour.
    if (failed.length > 0) throw new Error(`retention failed for ${failed.join(', ')}`);
  }
}
