import { z } from 'zod';

/** Queues run in parallel in each worker process; `concurrency` is the limit a process. */
export const queues = {
  outbox: { concurrency: 10 },
  exchange: { concurrency: 8 },
  system: { concurrency: 1 },
} as const;
export type QueueName = keyof typeof queues;

export interface JobOptions {
  /** Attempts in all, with exponential backoff of `backoffMs` and full jitter; 1: no retries. */
  attempts: number;
  backoffMs: number;
}

export interface JobDefinition<P = unknown> {
  /** `subject.verb`. */
  name: string;
  queue: QueueName;
  /** Ids only. Payloads are parsed again when a job runs, because whoever reaches the queue's store can change them. */
  payload: z.ZodType<P>;
  options: JobOptions;
  /** Runs at this interval on one of all workers. */
  schedule?: { everyMs: number; payload: P };
}

const defined = new Map<string, JobDefinition>();

/** Declares a job; the worker refuses to start unless exactly one handler serves it. */
export function defineJob<P>(job: Omit<JobDefinition<P>, 'options'> & { options?: Partial<JobOptions> }): JobDefinition<P> {
  if (defined.has(job.name)) throw new Error(`the job ${job.name} is defined twice`);
  const complete = { ...job, options: { attempts: 5, backoffMs: 2000, ...job.options } };
  defined.set(job.name, complete as JobDefinition);
  return complete;
}

export function definedJobs(): readonly JobDefinition[] {
  return [...defined.values()];
}
