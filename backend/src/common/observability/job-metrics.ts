import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { metricsRegistry } from './metrics.js';

const duration = new Histogram({
  name: 'tidemark_job_seconds',
  help: 'Run time of a job',
  labelNames: ['job', 'outcome'],
  buckets: [0.01, 0.05, 0.2, 1, 5, 20, 60, 300],
  registers: [metricsRegistry],
});
const failures = new Counter({
  name: 'tidemark_job_failures_total',
  help: 'Failed runs of a job',
  labelNames: ['job', 'final'],
  registers: [metricsRegistry],
});

export type JobOutcome = 'done' | 'failed' | 'postponed';

@Injectable()
export class JobMetrics {
  start(job: string): (outcome: JobOutcome) => void {
    const end = duration.startTimer({ job });
    return (outcome) => void end({ outcome });
  }

  failed(job: string, final: boolean): void {
    failures.inc({ job, final: String(final) });
  }
}
