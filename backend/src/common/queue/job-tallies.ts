import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { scrub } from '../observability/logger.js';
import { definedJobs } from './job.js';
import { Pulse } from './pulse.js';
import { Seldom } from './seldom.js';

const EVERY_MS = 5_000;
const KEPT_DAYS = 14;
const SWEPT_EVERY_MS = 3_600_000;
const LONGEST_FAILURE = 300;

interface Counted {
  done: number;
  failed: number;
  givenUp: number;
  postponed: number;
  doneAt: string | null;
  failedAt: string | null;
  failure: string | null;
}

const nothing = (): Counted => ({ done: 0, failed: 0, givenUp: 0, postponed: 0, doneAt: null, failedAt: null, failure: null });

/** In the order of their keys, so that two workers who write at once cannot wait for each other. */
const write = `insert into job_tallies as t (job, hour, queue, every_seconds, done, failed, given_up, postponed, done_at, failed_at, failure)
  select n.job, date_trunc('hour', now(), 'UTC'), n.queue, n."everySeconds", n.done, n.failed, n."givenUp", n.postponed, n."doneAt", n."failedAt", n.failure
  from jsonb_to_recordset(?::jsonb) as n(job text, queue text, "everySeconds" int, done int, failed int, "givenUp" int, postponed int, "doneAt" timestamptz, "failedAt" timestamptz, failure text)
  order by n.job
  on conflict (job, hour) do update set queue = excluded.queue, every_seconds = excluded.every_seconds, done = t.done + excluded.done, failed = t.failed + excluded.failed, given_up = t.given_up + excluded.given_up, postponed = t.postponed + excluded.postponed,
    done_at = greatest(t.done_at, excluded.done_at),
    failure = case when excluded.failed_at is null or t.failed_at > excluded.failed_at then t.failure else excluded.failure end,
    failed_at = greatest(t.failed_at, excluded.failed_at)`;

/** Counts in memory what this worker's jobs come to, and writes it down every few seconds: a database that is away for a while costs nothing. */
@Injectable()
export class JobTallies implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Jobs');
  #counted = new Map<string, Counted>();
  private readonly sweep = new Seldom(SWEPT_EVERY_MS);
  private readonly pulse = new Pulse({
    everyMs: EVERY_MS,
    round: async () => {
      await this.flush();
      return false;
    },
    onOutage: (error) => this.log.warn({ err: error }, 'what became of the jobs is written down later'),
  });

  constructor(private readonly orm: MikroORM) {}

  /** Each kind is written down before it first runs: who looks at the queues need not know what the workers know. */
  onApplicationBootstrap(): void {
    for (const { name } of definedJobs()) this.of(name);
    this.pulse.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.pulse.stop();
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
      .slice(0, LONGEST_FAILURE);
  }

  /** Writes down what was counted since the last time. Where that fails it stays counted. */
  async flush(): Promise<void> {
    const taken = this.#counted;
    if (taken.size === 0) return;
    this.#counted = new Map();
    try {
      await this.orm.em
        .fork()
        .execute(write, [JSON.stringify([...taken].map(([job, counted]) => ({ job: job.slice(0, 80), ...definition(job), ...counted })))]);
    } catch (error) {
      for (const [job, counted] of taken) this.putBack(job, counted);
      throw error;
    }
    await this.sweep.run(() => this.orm.em.fork().execute(`delete from job_tallies where hour < now() - interval '${KEPT_DAYS} days'`));
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
    // What has happened since is newer.
    if (now.failedAt === null) Object.assign(now, { failedAt: before.failedAt, failure: before.failure });
  }
}

function definition(job: string): { queue: string; everySeconds: number | null } {
  const known = definedJobs().find(({ name }) => name === job);
  return { queue: known?.queue ?? '', everySeconds: known?.schedule ? Math.round(known.schedule.everyMs / 1000) : null };
}
