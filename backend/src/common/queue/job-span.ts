import type { Job } from 'bullmq';
import { readTraceparent, type SpanStart } from '../observability/tracing.js';
import type { JobDefinition } from './job.js';

/** One try of a job, under the span of whoever asked for it. Names are those of the definition: whoever reaches the store can write others. */
export function jobSpan({ name, queue }: JobDefinition, { attemptsMade, data }: Pick<Job, 'attemptsMade' | 'data'>): SpanStart {
  const { traceparent } = (data ?? {}) as { traceparent?: unknown };
  return {
    name: `job ${name}`,
    kind: 'consumer',
    facts: {
      'messaging.system': 'bullmq',
      'messaging.operation.type': 'process',
      'messaging.destination.name': queue,
      'tidemark.job.name': name,
      'tidemark.job.attempt': attemptsMade + 1,
    },
    parent: readTraceparent(traceparent),
  };
}
