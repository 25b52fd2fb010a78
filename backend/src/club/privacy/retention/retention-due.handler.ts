import { Injectable, Logger } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../../platform/queue/index.js';
import { retentionDue } from './retention.jobs.js';
import { RetentionRepository } from './retention.repository.js';
import { failedKinds, RETENTION_RUN, RetentionService } from './retention.service.js';

/** UTC: most members are asleep. */
const NIGHT_HOUR = 2;

/** Starts the run of the night, unless it has been completed. */
@Injectable()
@HandlesJob(retentionDue)
export class RetentionDueHandler implements JobHandler<Record<string, never>> {
  private readonly log = new Logger('Retention');

  constructor(
    private readonly rows: RetentionRepository,
    private readonly retention: RetentionService,
  ) {}

  async handle(): Promise<void> {
    if (!(await this.rows.isNightlyRunDue(RETENTION_RUN, NIGHT_HOUR))) return;
    const report = await this.retention.run({ dryRun: false }, 'nightly');
    for (const { name, due, done, doneFiles, spared, failure } of report.lines) {
      if (due > 0 || failure !== null)
        this.log.log({ rule: name, due, done, files: doneFiles, kept: spared, failure }, 'data whose time is over');
    }
    const failed = failedKinds(report);
    // Appears among the failed jobs; the next hourly job retries.
    if (failed.length > 0) throw new Error(`retention failed for ${failed.join(', ')}`);
  }
}
