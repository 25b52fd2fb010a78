import { Histogram } from 'prom-client';
import { metricsRegistry } from '../../platform/observability/metrics.js';

const duration = new Histogram({
  name: 'tidemark_sync_seconds',
  help: 'Time from the start of a sync to its end, over all of its turns',
  labelNames: ['outcome'],
  buckets: [1, 3, 10, 30, 60, 180, 600, 1800, 7200],
  registers: [metricsRegistry],
});

/** Records the duration of a run. `seconds` null: it ended before it started. */
export function observeSync(outcome: 'done' | 'failed', seconds: number | null): void {
  if (seconds !== null) duration.observe({ outcome }, Math.max(0, seconds));
}
