import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { OutboxBacklog, type BacklogOfKind } from '../../platform/outbox/index.js';
import { definedJobs, QueueBoard, type StoredCount, type StoredState } from '../../platform/queue/index.js';

/** One kind of job: what stands in the queue now, and what became of it in the last 24 hours. */
export interface JobKind extends Record<StoredState, number> {
  job: string;
  queue: string;
  /** Seconds between two runs; null: it runs when something asks for it. */
  everySeconds: number | null;
  /** In the last 24 hours. */
  done: number;
  failedTries: number;
  givenUp: number;
  doneAt: Date | null;
  failedAt: Date | null;
  /** What the last failure said, without secrets. */
  failure: string | null;
}

export interface QueueOverview {
  store: 'postgresql' | 'redis';
  jobs: JobKind[];
  /** False: the queues hold more jobs than were looked at, and the counts of those that stand in them are at least so many. */
  complete: boolean;
  outbox: BacklogOfKind[];
}

interface TallyRow {
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

/** Sums of a day; the last moments are looked for as far back as tallies are kept. */
const tallies = `select t.job, (array_agg(t.queue order by t.hour desc))[1] as queue, (array_agg(t.every_seconds order by t.hour desc))[1] as every_seconds,
    coalesce(sum(t.done) filter (where t.hour > now() - interval '24 hours'), 0)::int as done,
    coalesce(sum(t.failed) filter (where t.hour > now() - interval '24 hours'), 0)::int as failed,
    coalesce(sum(t.given_up) filter (where t.hour > now() - interval '24 hours'), 0)::int as given_up,
    max(t.done_at) as done_at, max(t.failed_at) as failed_at,
    (array_agg(t.failure order by t.failed_at desc nulls last))[1] as failure
  from job_tallies t group by t.job`;

const empty = (job: string, queue: string): JobKind => ({
  job,
  queue,
  everySeconds: null,
  waiting: 0,
  active: 0,
  delayed: 0,
  failed: 0,
  done: 0,
  failedTries: 0,
  givenUp: 0,
  doneAt: null,
  failedAt: null,
  failure: null,
});

@Injectable()
export class QueueOverviewService {
  constructor(
    private readonly em: EntityManager,
    private readonly board: QueueBoard,
    private readonly backlog: OutboxBacklog,
  ) {}

  async read(): Promise<QueueOverview> {
    const [{ rows, complete }, counted, outbox] = await Promise.all([
      this.board.counts(),
      this.em.execute<TallyRow[]>(tallies),
      this.backlog.byKind(),
    ]);
    return { store: this.board.store, jobs: kindsOf(rows, counted), complete, outbox };
  }
}

/** Every kind that is defined, stands in a queue or has run lately, by queue and name. */
function kindsOf(counts: readonly StoredCount[], counted: readonly TallyRow[]): JobKind[] {
  const kinds = new Map<string, JobKind>();
  const of = (job: string, queue: string): JobKind => {
    const known = kinds.get(job) ?? empty(job, queue);
    kinds.set(job, known);
    return known;
  };
  for (const { name, queue, schedule } of definedJobs()) of(name, queue).everySeconds = schedule ? schedule.everyMs / 1000 : null;
  for (const { name, queue, state, count } of counts) {
    const kind = of(name, queue);
    kind.queue = queue;
    kind[state] += count;
  }
  for (const { job, queue, every_seconds, done, failed, given_up, done_at, failed_at, failure } of counted) {
    const kind = of(job, queue);
    kind.everySeconds ??= every_seconds;
    Object.assign(kind, { done, failedTries: failed, givenUp: given_up, doneAt: dateOf(done_at), failedAt: dateOf(failed_at), failure });
  }
  return [...kinds.values()].toSorted((one, other) => one.queue.localeCompare(other.queue) || one.job.localeCompare(other.job));
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));
