import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { metricsRegistry } from '../../platform/observability/metrics.js';
import { JobQueue } from '../../platform/queue/index.js';

const jobs = new Gauge({
  name: 'tidemark_queue_jobs',
  help: 'Jobs in the queues, by state',
  labelNames: ['queue', 'state'],
  registers: [metricsRegistry],
  collect: () => collect(),
});
const misconfigured = new Gauge({
  name: 'tidemark_queue_misconfigured',
  help: 'Whether the server of the queues may lose jobs by its settings (1); the warnings of /health/ready say why',
  registers: [metricsRegistry],
  collect: () => collect(),
});

/** TTL of the values: `/metrics` is not rate limited. */
const TTL_MS = 5000;
/** Limit after which the other metrics are sent without those of the queue. */
const ANSWER_MS = 2000;

let source: JobQueue | null = null;
let collected: { at: number; done: Promise<void> } | null = null;

function collect(): Promise<void> {
  if (!collected || performance.now() - collected.at >= TTL_MS) collected = { at: performance.now(), done: read() };
  return collected.done;
}

async function read(): Promise<void> {
  jobs.reset();
  misconfigured.remove();
  const queue = source;
  if (!queue) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), ANSWER_MS);
  });
  // Checked first: the first use of a queue waits for as long as its server is unreachable.
  const answer = (async () => {
    const problem = await queue.backend.misconfigured();
    await queue.backend.ping();
    return { problem, counts: await queue.counts() };
  })().catch(() => null);
  const found = await Promise.race([answer, late]).finally(() => clearTimeout(timer));
  if (!found) return;
  misconfigured.set(found.problem === null ? 0 : 1);
  for (const [name, states] of Object.entries(found.counts))
    for (const [state, count] of Object.entries(states)) jobs.set({ queue: name, state }, count);
}

/** Exports the number of jobs in the queues of the whole installation. Exports no series while their server is unreachable. */
@Injectable()
export class QueueMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(private readonly queue: JobQueue) {}

  onApplicationBootstrap(): void {
    source = this.queue;
    collected = null;
  }

  onApplicationShutdown(): void {
    if (source === this.queue) source = null;
  }
}
