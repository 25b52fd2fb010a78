import { collectDefaultMetrics, Registry } from 'prom-client';

/** How often the delay of the event loop is looked at, which each figure of it contains: by default it is 10 ms, which wakes an idle process a hundred times a second. */
const LOOP_LOOK_MS = 100;

/** One registry a process; `/metrics` prints it. */
export const metricsRegistry = new Registry();
metricsRegistry.setDefaultLabels({ service: 'tidemark' });

let collecting = false;

/** Event loop, memory and garbage collection of this process; called once by each entry point. */
export function collectProcessMetrics(): void {
  if (collecting) return;
  collecting = true;
  collectDefaultMetrics({ register: metricsRegistry, eventLoopMonitoringPrecision: LOOP_LOOK_MS });
}
