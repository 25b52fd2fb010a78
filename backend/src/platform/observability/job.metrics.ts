import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { metricsRegistry } from './metrics.js';

const duration = new Histogram({
  name: 'tidemark_job_seconds',
  help: 'Run time of a job',
  // Not `job`: Prometheus itself sets a label of this name on every series.
  labelNames: ['kind', 'outcome'],
  buckets: [0.01, 0.05, 0.2, 1, 5, 20, 60, 300],
  registers: [metricsRegistry],
});
const failures = new Counter({
  name: 'tidemark_job_failures_total',
  help: 'Failed runs of a job',
  labelNames: ['kind', 'final'],
  registers: [metricsRegistry],
});

export type JobOutcome = 'done' | 'failed' | 'postponed';

@Injectable()
export class JobMetrics {
  start(job: string): (outcome: JobOutcome) => void {
    const end = duration.startTimer({ kind: job });
    return (outcome) => void end({ outcome });
  }

  /** Initialises the series of a kind at 0: Prometheus does not see the first failure of a series that starts with it. */
  expect(job: string): void {
    for (const final of ['true', 'false']) failures.inc({ kind: job, final }, 0);
  }

  failed(job: string, final: boolean): void {
    failures.inc({ kind: job, final: String(final) });
  }
}
