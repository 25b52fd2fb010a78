import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { OutboxBacklog, type BacklogOfKind } from '../../platform/outbox/index.js';
import {
  definedJobs,
  QueueBoard,
  readJobTallies,
  type JobTallyRow,
  type StoredCount,
  type StoredState,
} from '../../platform/queue/index.js';

/** One kind of job: its stored jobs by state, and its results of the last 24 hours. */
export interface JobKind extends Record<StoredState, number> {
  job: string;
  queue: string;
  /** Seconds between two scheduled runs; null for a job without a schedule. */
  everySeconds: number | null;
  /** In the last 24 hours. */
  done: number;
  failedTries: number;
  givenUp: number;
  doneAt: Date | null;
  failedAt: Date | null;
  /** Message of the last failure, without secrets. */
  failure: string | null;
}

export interface QueueOverview {
  store: 'postgresql' | 'redis';
  jobs: JobKind[];
  /** False if the queues hold more jobs than were counted; the counts are then lower bounds. */
  complete: boolean;
  outbox: BacklogOfKind[];
}

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
    const [{ rows, complete }, counted, outbox] = await Promise.all([this.board.counts(), readJobTallies(this.em), this.backlog.byKind()]);
    return { store: this.board.store, jobs: kindsOf(rows, counted), complete, outbox };
  }
}

/** Merges defined, stored and recently run kinds of jobs, sorted by queue and name. */
function kindsOf(counts: readonly StoredCount[], counted: readonly JobTallyRow[]): JobKind[] {
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
