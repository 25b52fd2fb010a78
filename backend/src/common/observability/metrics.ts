import { collectDefaultMetrics, Registry } from 'prom-client';

/** One registry a process; `/metrics` prints it. */
export const metricsRegistry = new Registry();
metricsRegistry.setDefaultLabels({ service: 'tidemark' });

let collecting = false;

/** Event loop, memory and garbage collection of this process; called once by each entry point. */
export function collectProcessMetrics(): void {
  if (collecting) return;
  collecting = true;
  collectDefaultMetrics({ register: metricsRegistry });
}
