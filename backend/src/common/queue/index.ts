export { defineJob, definedJobs, queues } from './job.js';
export type { JobDefinition, QueueName } from './job.js';
export { HandlesJob, PermanentJobError, RateLimitedError } from './job-handler.js';
export type { JobContext, JobHandler } from './job-handler.js';
export { JobHost } from './job-host.js';
export { JobQueue } from './job-queue.js';
export { QUEUE_SCHEMA } from './queue-backend.js';
export { Pulse, type PulseOptions } from './pulse.js';
