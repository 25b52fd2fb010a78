import type { Job } from 'bullmq';
import { readTraceparent, type SpanStart } from '../observability/tracing.js';
import type { JobDefinition } from './job.js';

/**
 * Describes the span of one attempt, a child of the span that enqueued the job. Names come from the definition: the store is not trusted.
 */
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
