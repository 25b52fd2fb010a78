import { SetMetadata } from '@nestjs/common';
import type { JobDefinition } from './job.js';

export const JOB_HANDLER = 'tidemark:job-handler';

export interface JobContext {
  /** From 1. */
  attempt: number;
  /** Aborted when the worker shuts down: finish the step under way, then throw. */
  signal: AbortSignal;
}

/** A handler may run twice for one job and must change nothing the second time. */
export interface JobHandler<P> {
  handle(payload: P, context: JobContext): Promise<void>;
}

/** Put on the one class that serves `job`. */
export const HandlesJob = (job: JobDefinition<never> | JobDefinition) => SetMetadata(JOB_HANDLER, job);

/** Ends a job for good: trying again cannot help. */
export class PermanentJobError extends Error {}

/** Puts the job back for `ms` without using up an attempt. */
export class RateLimitedError extends Error {
  constructor(readonly ms: number) {
    super(`again in ${ms} ms`);
  }
}
