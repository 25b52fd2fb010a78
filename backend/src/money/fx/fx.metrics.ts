import { Counter, Gauge } from 'prom-client';
import { metricsRegistry } from '../../platform/observability/metrics.js';

export const fxFailures = new Counter({
  name: 'tidemark_fx_failures_total',
  help: 'Readings of the reference rates that failed or were refused, and currencies that were left out of a day',
  labelNames: ['reason'],
  registers: [metricsRegistry],
});

let newest: { day: string; now: () => Date } | null = null;

const age = new Gauge({
  name: 'tidemark_fx_age_seconds',
  help: 'Since the beginning of the newest day with reference rates; no series where none are read or stored',
  registers: [metricsRegistry],
  collect() {
    if (newest === null) this.remove();
    else this.set((newest.now().getTime() - Date.parse(newest.day)) / 1000);
  },
});

/** Sets the day whose age this process reports; null: none. */
export function measureFxDay(day: string | null, now: () => Date): void {
  newest = day === null ? null : { day, now };
  if (day === null) age.remove();
}
