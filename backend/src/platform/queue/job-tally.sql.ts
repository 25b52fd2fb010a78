import type { EntityManager } from '@mikro-orm/postgresql';

/** What this worker counted of one kind of job since the last write. */
export interface JobCounts {
  job: string;
  queue: string;
  everySeconds: number | null;
  done: number;
  failed: number;
  givenUp: number;
  postponed: number;
  doneAt: string | null;
  failedAt: string | null;
  failure: string | null;
}

/** Adds counts to the tallies of the current hour, in key order so that two workers cannot deadlock. Keeps the newer failure. */
export async function addJobTallies(em: EntityManager, counts: readonly JobCounts[]): Promise<void> {
  await em.execute(
    `insert into job_tallies as t (job, hour, queue, every_seconds, done, failed, given_up, postponed, done_at, failed_at, failure)
     select n.job, date_trunc('hour', now(), 'UTC'), n.queue, n."everySeconds", n.done, n.failed, n."givenUp", n.postponed,
       n."doneAt", n."failedAt", n.failure
     from jsonb_to_recordset(?::jsonb) as n(job text, queue text, "everySeconds" int, done int, failed int, "givenUp" int, postponed int,
       "doneAt" timestamptz, "failedAt" timestamptz, failure text)
     order by n.job
     on conflict (job, hour) do update set queue = excluded.queue, every_seconds = excluded.every_seconds, done = t.done + excluded.done,
       failed = t.failed + excluded.failed, given_up = t.given_up + excluded.given_up, postponed = t.postponed + excluded.postponed,
       done_at = greatest(t.done_at, excluded.done_at),
       failure = case when excluded.failed_at is null or t.failed_at > excluded.failed_at then t.failure else excluded.failure end,
       failed_at = greatest(t.failed_at, excluded.failed_at)`,
    [JSON.stringify(counts)],
  );
}

export async function deleteOldJobTallies(em: EntityManager, retentionDays: number): Promise<void> {
  await em.execute(`delete from job_tallies where hour < now() - ? * interval '1 day'`, [retentionDays]);
}

/** Counts of the last 24 hours; the last times, as far back as tallies are kept. */
export interface JobTallyRow {
  job: string;
  queue: string;
  every_seconds: number | null;
  done: number;
  failed: number;
  given_up: number;
  done_at: string | null;
  failed_at: string | null;
  failure: string | null;
}

const ofDay = (column: string) => `coalesce(sum(t.${column}) filter (where t.hour > now() - interval '24 hours'), 0)::int as ${column}`;

/** Sums the tallies of each job. */
export function readJobTallies(em: EntityManager): Promise<JobTallyRow[]> {
  return em.execute<JobTallyRow[]>(
    `select t.job,
       (array_agg(t.queue order by t.hour desc))[1] as queue,
       (array_agg(t.every_seconds order by t.hour desc))[1] as every_seconds,
       ${['done', 'failed', 'given_up'].map(ofDay).join(', ')},
       max(t.done_at) as done_at, max(t.failed_at) as failed_at,
       (array_agg(t.failure order by t.failed_at desc nulls last))[1] as failure
     from job_tallies t group by t.job`,
  );
}
