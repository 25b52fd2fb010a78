import { SetMetadata } from '@nestjs/common';
import type { JobDefinition } from './job.js';

export const JOB_HANDLER = 'tidemark:job-handler';

export interface JobContext {
  /** From 1. */
  attempt: number;
  /** Aborted when the worker shuts down: finish the current step, then throw. */
  signal: AbortSignal;
}

/** Handles a job; must be idempotent, since a job may run twice. */
export interface JobHandler<P> {
  handle(payload: P, context: JobContext): Promise<void>;
}

/** Marks the one class that handles `job`. */
export const HandlesJob = (job: JobDefinition<never> | JobDefinition) => SetMetadata(JOB_HANDLER, job);

/** Fails a job without further attempts. */
export class PermanentJobError extends Error {}

/** Delays the job by `ms` without using up an attempt. */
export class RateLimitedError extends Error {
  constructor(readonly ms: number) {
    super(`again in ${ms} ms`);
  }
}
