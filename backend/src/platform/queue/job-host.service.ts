import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { Interval } from '@nestjs/schedule';
import { MikroORM, RequestContext } from '@mikro-orm/core';
import { DelayedError, UnrecoverableError, type Job, type Worker } from 'bullmq';
import { JobMetrics } from '../observability/job.metrics.js';
import { readRequestId, traced } from '../observability/trace.js';
import { inSpan, tracing } from '../observability/tracing.js';
import { IntervalTask } from './interval-task.js';
import { definedJobs, queues, type JobDefinition, type QueueName } from './job.js';
import { JOB_HANDLER, PermanentJobError, RateLimitedError, type JobHandler } from './job-handler.port.js';
import { JobQueue } from './job-queue.service.js';
import { jobSpan } from './job-span.js';
import { JobStats } from './job-stats.service.js';

const RESCHEDULE_MS = 60_000;

/** Runs a worker process's jobs. Refuses to start if a defined job has no handler, or two. */
@Injectable()
export class JobHost implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Jobs');
  private readonly handlers = new Map<string, { job: JobDefinition; handler: JobHandler<unknown> }>();
  private readonly workers: Worker[] = [];
  private readonly stopping = new AbortController();
  /** For log lines written outside of the job's context. */
  private readonly traceIds = new WeakMap<Job, string>();
  private readonly reschedule = new IntervalTask(this.log, 'schedules not renewed', () => this.upsertSchedules());

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
    private readonly queue: JobQueue,
    private readonly orm: MikroORM,
    private readonly metrics: JobMetrics,
    private readonly stats: JobStats,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.collectHandlers();
    for (const { name } of definedJobs()) this.metrics.expect(name);
    await this.upsertSchedules();
    for (const name of Object.keys(queues) as QueueName[]) this.workers.push(this.startWorker(name));
    await Promise.all(this.workers.map((worker) => worker.waitUntilReady()));
  }

  /** A flushed Redis loses its schedules. Storing them again is cheap and changes nothing where they exist. */
  @Interval('job-schedules', RESCHEDULE_MS)
  renewSchedules(): Promise<void> {
    return this.reschedule.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.reschedule.stop(), ...this.workers.map((worker) => worker.close())]);
    await this.stats.flush().catch((error: unknown) => this.log.warn({ err: error }, 'statistics of the last jobs are lost'));
  }

  private collectHandlers(): void {
    for (const { metatype, instance } of this.discovery.getProviders()) {
      const job = typeof metatype === 'function' ? this.reflector.get<JobDefinition | undefined>(JOB_HANDLER, metatype) : undefined;
      if (!job) continue;
      if (this.handlers.has(job.name)) throw new Error(`the job ${job.name} has two handlers`);
      this.handlers.set(job.name, { job, handler: instance as JobHandler<unknown> });
    }
    const unserved = definedJobs().filter(({ name }) => !this.handlers.has(name));
    if (unserved.length > 0) throw new Error(`no handler for ${unserved.map(({ name }) => name).join(', ')}`);
  }

  private async upsertSchedules(): Promise<void> {
    for (const job of definedJobs()) await this.queue.schedule(job);
  }

  private startWorker(name: QueueName): Worker {
    const worker = this.queue.backend.worker(name, (job, token) => this.tracedRun(job, token), {
      concurrency: queues[name].concurrency,
      lockDuration: 15_000,
      // A killed worker leaves its jobs stalled; handlers are idempotent, so the jobs are retried rather than failed.
      stalledInterval: 5_000,
      maxStalledCount: 5,
    });
    worker.on('error', (error) => this.log.warn({ err: error, queue: name }, 'worker connection lost'));
    worker.on('stalled', (jobId) => this.log.warn({ jobId, queue: name }, 'job stalled and will be repeated'));
    worker.on('failed', (job, error) => {
      const final = !job || job.attemptsMade >= (job.opts.attempts ?? 1) || error instanceof UnrecoverableError;
      this.metrics.failed(job?.name ?? 'unknown', final);
      if (job) this.stats.failed(job.name, error, final);
      const fields = { err: error, jobId: job?.id, job: job?.name, ...requestField(job), ...this.traceField(job) };
      if (final) this.log.error(fields, 'job failed');
      else this.log.warn({ ...fields, attempt: job.attemptsMade }, 'job will be tried again');
    });
    return worker;
  }

  private tracedRun(job: Job, token?: string): Promise<void> {
    const { requestId } = requestField(job);
    return requestId === undefined ? this.run(job, token) : traced({ requestId, ip: null }, () => this.run(job, token));
  }

  private async run(job: Job, token?: string): Promise<void> {
    const entry = this.handlers.get(job.name);
    if (!entry) throw new UnrecoverableError(`no handler for ${job.name}`);
    const payload = entry.job.payload.safeParse(job.data);
    if (!payload.success) throw new UnrecoverableError(`the payload of ${job.name} does not fit its schema`);
    await inSpan(
      jobSpan(entry.job, job),
      () => this.handle(entry.handler, payload.data, job, token),
      (error) => error instanceof DelayedError,
    );
  }

  private async handle(handler: JobHandler<unknown>, payload: unknown, job: Job, token?: string): Promise<void> {
    const span = tracing()?.current();
    if (span) this.traceIds.set(job, span.traceId);
    const done = this.metrics.start(job.name);
    try {
      await RequestContext.create(this.orm.em, () =>
        handler.handle(payload, { attempt: job.attemptsMade + 1, signal: this.stopping.signal }),
      );
      done('done');
      this.stats.done(job.name);
      this.log.debug({ job: job.name, jobId: job.id, attempt: job.attemptsMade + 1 }, 'job done');
    } catch (error) {
      if (error instanceof RateLimitedError) {
        done('postponed');
        this.stats.postponed(job.name);
        await job.moveToDelayed(Date.now() + Math.ceil(error.ms), token);
        throw new DelayedError();
      }
      done('failed');
      if (error instanceof PermanentJobError) throw new UnrecoverableError(error.message);
      throw error;
    }
  }

  private traceField(job: Job | undefined): { trace_id?: string } {
    const traceId = job && this.traceIds.get(job);
    return traceId === undefined ? {} : { trace_id: traceId };
  }
}

/** Returns the trace of the request that caused a job, for its log lines. */
function requestField(job: Job | undefined): { requestId?: string } {
  const requestId = readRequestId((job?.data as { requestId?: unknown } | undefined)?.requestId);
  return requestId === null ? {} : { requestId };
}
