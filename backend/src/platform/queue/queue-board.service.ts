import { Injectable } from '@nestjs/common';
import type { Job } from 'bullmq';
import { JobQueue } from './job-queue.service.js';
import { queues, type QueueName } from './job.js';
import type { FailedJob, StoredCount } from './stored-jobs.port.js';

/** Inspects and retries jobs for operators, on either store. */
@Injectable()
export class QueueBoard {
  constructor(private readonly jobs: JobQueue) {}

  get store(): 'postgresql' | 'redis' {
    return this.jobs.backend.kind;
  }

  async version(): Promise<string> {
    await this.reach();
    return this.jobs.backend.jobs.version();
  }

  /** Counts jobs by kind and state. `complete` false: there are more than were read. */
  async counts(): Promise<{ rows: StoredCount[]; complete: boolean }> {
    await this.reach();
    return this.jobs.backend.jobs.counts(this.all());
  }

  /** Lists failed jobs, latest first. */
  async failed(): Promise<FailedJob[]> {
    await this.reach();
    const jobs = await this.jobs.backend.jobs.failed(this.all());
    return jobs.toSorted((one, other) => other.failedAt.getTime() - one.failedAt.getTime());
  }

  /** Retries a failed job with all of its attempts. Returns its kind; null if it is not in the failed state (any more). */
  retry(queue: QueueName, id: string): Promise<string | null> {
    return this.withFailed(queue, id, (job) => job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true }));
  }

  /** Deletes a failed job. Returns its kind; null if it is not in the failed state (any more). */
  drop(queue: QueueName, id: string): Promise<string | null> {
    return this.withFailed(queue, id, (job) => job.remove());
  }

  private async withFailed(name: QueueName, id: string, act: (job: Job) => Promise<void>): Promise<string | null> {
    await this.reach();
    const queue = this.jobs.queue(name);
    const job = await queue.getJob(id);
    if (!job || !(await job.isFailed())) return null;
    try {
      await act(job);
    } catch (error) {
      // A concurrent call was faster: keep its result.
      if (await queue.getJob(id).then((now) => now?.isFailed() ?? false)) throw error;
      return null;
    }
    return job.name;
  }

  /** Throws while the store is unreachable: BullMQ's first call to a queue would wait until it is back. */
  private reach(): Promise<void> {
    return this.jobs.backend.ping();
  }

  private all() {
    return (Object.keys(queues) as QueueName[]).map((name) => this.jobs.queue(name));
  }
}
