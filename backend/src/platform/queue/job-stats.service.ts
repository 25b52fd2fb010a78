import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { scrub } from '../observability/logger.js';
import { IntervalTask } from './interval-task.js';
import { addJobTallies, deleteOldJobTallies, type JobCounts } from './job-tally.sql.js';
import { definedJobs } from './job.js';
import { RunAtMostEvery } from './throttle.js';

const INTERVAL_MS = 5_000;
const RETENTION_DAYS = 14;
const SWEEP_INTERVAL_MS = 3_600_000;
const MAX_FAILURE_LENGTH = 300;
const MAX_NAME_LENGTH = 80;

type Counted = Omit<JobCounts, 'job' | 'queue' | 'everySeconds'>;

const nothing = (): Counted => ({ done: 0, failed: 0, givenUp: 0, postponed: 0, doneAt: null, failedAt: null, failure: null });

/**
 * Counts the outcomes of this worker's jobs in memory and stores them every few seconds, so that an outage of the database loses nothing.
 */
@Injectable()
export class JobStats implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Jobs');
  private readonly sweep = new RunAtMostEvery(SWEEP_INTERVAL_MS);
  private readonly task = new IntervalTask(this.log, 'job statistics are stored later', () => this.flush());
  #counted = new Map<string, Counted>();

  constructor(private readonly orm: MikroORM) {}

  /** Stores every defined kind before its first run, so that readers need not know what the workers define. */
  onApplicationBootstrap(): void {
    for (const { name } of definedJobs()) this.of(name);
    void this.tick();
  }

  @Interval('job-stats', INTERVAL_MS)
  tick(): Promise<void> {
    return this.task.run();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  done(job: string): void {
    const counted = this.of(job);
    counted.done += 1;
    counted.doneAt = new Date().toISOString();
  }

  postponed(job: string): void {
    this.of(job).postponed += 1;
  }

  failed(job: string, error: Error, isFinal: boolean): void {
    const counted = this.of(job);
    counted.failed += 1;
    if (isFinal) counted.givenUp += 1;
    counted.failedAt = new Date().toISOString();
    counted.failure = scrub(error.message)
      .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
      .slice(0, MAX_FAILURE_LENGTH);
  }

  /** Stores what was counted since the last time. If that fails, the counts are kept. */
  async flush(): Promise<void> {
    const taken = this.#counted;
    if (taken.size === 0) return;
    this.#counted = new Map();
    const em = this.orm.em.fork() as EntityManager;
    try {
      await addJobTallies(
        em,
        [...taken].map(([job, counted]) => ({ job: job.slice(0, MAX_NAME_LENGTH), ...definition(job), ...counted })),
      );
    } catch (error) {
      for (const [job, counted] of taken) this.putBack(job, counted);
      throw error;
    }
    await this.sweep.run(() => deleteOldJobTallies(em, RETENTION_DAYS));
  }

  private of(job: string): Counted {
    const known = this.#counted.get(job);
    if (known) return known;
    const fresh = nothing();
    this.#counted.set(job, fresh);
    return fresh;
  }

  private putBack(job: string, before: Counted): void {
    const now = this.of(job);
    for (const name of ['done', 'failed', 'givenUp', 'postponed'] as const) now[name] += before[name];
    now.doneAt ??= before.doneAt;
    // A failure counted meanwhile is newer.
    if (now.failedAt === null) Object.assign(now, { failedAt: before.failedAt, failure: before.failure });
  }
}

function definition(job: string): { queue: string; everySeconds: number | null } {
  const known = definedJobs().find(({ name }) => name === job);
  return { queue: known?.queue ?? '', everySeconds: known?.schedule ? Math.round(known.schedule.everyMs / 1000) : null };
}
