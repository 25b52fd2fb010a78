import { Injectable } from '@nestjs/common';
import type { Job } from 'bullmq';
import { JobQueue } from './job-queue.service.js';
import { queues, type QueueName } from './job.js';
import type { FailedJob, StoredCount } from './stored-jobs.port.js';

/** The queues as an operator sees them, whichever server holds them. */
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

  /** Jobs by kind and state. `complete` false: there are more than were looked at. */
  async counts(): Promise<{ rows: StoredCount[]; complete: boolean }> {
    await this.reach();
    return this.jobs.backend.jobs.counts(this.all());
  }

  /** The last that failed come first. */
  async failed(): Promise<FailedJob[]> {
    await this.reach();
    const jobs = await this.jobs.backend.jobs.failed(this.all());
    return jobs.toSorted((one, other) => other.failedAt.getTime() - one.failedAt.getTime());
  }

  /** Puts a failed job back with all of its attempts; null where it has not failed, or not any more, else its kind. Handlers are safe to repeat. */
  retry(queue: QueueName, id: string): Promise<string | null> {
    return this.withFailed(queue, id, (job) => job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true }));
  }

  /** Forgets a failed job; null where it has not failed, or not any more, else its kind. */
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
      // Somebody was faster: what they did stands.
      if (await queue.getJob(id).then((now) => now?.isFailed() ?? false)) throw error;
      return null;
    }
    return job.name;
  }

  /** Throws while the store is away: a queue that is asked for the first time then would wait until it is back. */
  private reach(): Promise<void> {
    return this.jobs.backend.ping();
  }

  private all() {
    return (Object.keys(queues) as QueueName[]).map((name) => this.jobs.queue(name));
  }
}
