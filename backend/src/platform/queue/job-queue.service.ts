import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { AppConfig } from '../config/index.js';
import { currentTrace } from '../observability/trace.js';
import { tracing } from '../observability/tracing.js';
import { queues, type JobDefinition, type QueueName } from './job.js';
import { createQueueBackend, type QueueBackend } from './queue-backend.provider.js';

export interface EnqueueOptions {
  /** A job is dropped if one with this id still exists. */
  jobId?: string;
  delayMs?: number;
  /** Lower runs first, none before all. Up to 2^21. */
  priority?: number;
  /** The id of the causing request; the current one unless given. */
  requestId?: string;
  /** The parent span; the current one unless given. */
  traceparent?: string;
}

/** By how much the clocks of two workers may differ. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Adds jobs to the queues, in both processes. */
@Injectable()
export class JobQueue implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly backend: QueueBackend;
  private readonly log = new Logger('Queue');
  private readonly open = new Map<QueueName, Queue>();

  constructor(config: AppConfig) {
    this.backend = createQueueBackend(config, (error) => this.log.warn({ err: error }, 'queue connection lost'));
  }

  /** Logs a misconfigured store once at start; readiness, console and metrics keep showing it. */
  async onApplicationBootstrap(): Promise<void> {
    const problem = await this.backend.misconfigured().catch(() => null); // unreachable: reported elsewhere
    if (problem !== null) this.log.warn(problem);
  }

  async enqueue<P>(job: JobDefinition<P>, payload: P, options: EnqueueOptions = {}): Promise<void> {
    await this.queue(job.queue).add(job.name, stored(job, payload, options), this.jobOptions(job, options));
  }

  /** Adds many jobs of one definition in one round trip. */
  async enqueueAll<P>(job: JobDefinition<P>, entries: { payload: P; options?: EnqueueOptions }[]): Promise<void> {
    if (entries.length === 0) return;
    await this.queue(job.queue).addBulk(
      entries.map(({ payload, options }) => ({
        name: job.name,
        data: stored(job, payload, options),
        opts: this.jobOptions(job, options ?? {}),
      })),
    );
  }

  /**
   * Upserts a job's schedule, which is shared by all workers. One whose clock is ahead moves the next run into the future, where it would
   * stay when that clock is corrected: such a schedule begins anew.
   */
  async schedule(job: JobDefinition): Promise<void> {
    if (!job.schedule) return;
    const queue = this.queue(job.queue);
    const { everyMs } = job.schedule;
    const { next = 0 } = (await queue.getJobScheduler(job.name)) ?? {};
    if (next > Date.now() + everyMs + CLOCK_TOLERANCE_MS) await queue.removeJobScheduler(job.name);
    await queue.upsertJobScheduler(
      job.name,
      { every: everyMs },
      { name: job.name, data: job.schedule.payload, opts: this.jobOptions(job, {}) },
    );
  }

  /** Counts waiting, active, delayed and failed jobs of each queue. */
  async counts(): Promise<Record<QueueName, Record<string, number>>> {
    const entries = await Promise.all(
      (Object.keys(queues) as QueueName[]).map(async (name): Promise<[QueueName, Record<string, number>]> => {
        const {
          waiting = 0,
          prioritized = 0,
          ...others
        } = await this.queue(name).getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed');
        return [name, { waiting: waiting + prioritized, ...others }];
      }),
    );
    return Object.fromEntries(entries) as Record<QueueName, Record<string, number>>;
  }

  queue(name: QueueName): Queue {
    let queue = this.open.get(name);
    if (!queue) {
      queue = this.backend.queue(name);
      queue.on('error', (error) => this.log.warn({ err: error, queue: name }, 'queue connection lost'));
      this.open.set(name, queue);
    }
    return queue;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.open.values()].map((queue) => queue.close()));
    await this.backend.close();
  }

  private jobOptions(job: JobDefinition<never> | JobDefinition, { jobId, delayMs, priority }: EnqueueOptions) {
    return {
      attempts: job.options.attempts,
      backoff: { type: 'exponential' as const, delay: job.options.backoffMs, jitter: 1 },
      removeOnComplete: true,
      removeOnFail: { age: 14 * 24 * 3600, count: 1000 },
      ...(jobId !== undefined && { jobId }),
      // BullMQ on PostgreSQL only takes whole milliseconds.
      ...(delayMs !== undefined && { delay: Math.ceil(delayMs) }),
      ...(priority !== undefined && { priority }),
    };
  }
}

/** Returns the stored data of a job: its payload, and the causing request and span, which handlers do not see. */
function stored<P>(
  job: JobDefinition<P>,
  payload: P,
  { requestId = currentTrace()?.requestId, traceparent = tracing()?.current()?.traceparent }: EnqueueOptions = {},
): object {
  return {
    ...(job.payload.parse(payload) as object),
    ...(requestId !== undefined && { requestId }),
    ...(traceparent !== undefined && { traceparent }),
  };
}
