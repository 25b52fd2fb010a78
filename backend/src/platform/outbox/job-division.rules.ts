import { MAX_PER_JOB } from './outbox.jobs.js';

/** Up to this many messages get a job each and are delivered beside each other. */
const FEW = 10;

export interface DividedMessage {
  id: string;
  kind: string;
  request_id: string | null;
  traceparent: string | null;
}

/**
 * Divides messages into jobs. Up to FEW messages get a job each, so that none waits for another. More messages share jobs if they have one
 * kind and come from one request or job: fewer jobs cost the queue less, and a mail server that hangs delays only mails. Messages of one
 * lane share a job, so that the second follows the first instead of being deferred.
 */
export function inJobs<M extends DividedMessage>(messages: readonly M[], lanes: ReadonlyMap<string, string>): [M, ...M[]][] {
  const size = Math.min(MAX_PER_JOB, Math.ceil(messages.length / FEW));
  const jobs: [M, ...M[]][] = [];
  const filling = new Map<string, [M, ...M[]]>();
  for (const message of messages) {
    const cause = `${message.kind} ${message.request_id} ${message.traceparent}`;
    const lane = lanes.get(message.id);
    const laneKey = `${cause} ${lane}`;
    const before = lane === undefined ? undefined : filling.get(laneKey);
    const isRoomy = before !== undefined && before.length < MAX_PER_JOB;
    let job = isRoomy ? before : filling.get(cause);
    if (job && (isRoomy || job.length < size)) job.push(message);
    else {
      job = [message];
      jobs.push(job);
      filling.set(cause, job);
    }
    if (lane !== undefined) filling.set(laneKey, job);
  }
  return jobs;
}
