import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * Sampling interval of the event loop's delay, which is part of every figure. The default of 10 ms wakes an idle process a hundred times a
 * second.
 */
const LOOP_LOOK_MS = 100;

/** The registry of this process, served as `/metrics`. */
export const metricsRegistry = new Registry();
metricsRegistry.setDefaultLabels({ service: 'tidemark' });

let collecting = false;

/** Registers metrics of the event loop, memory and garbage collection; called once by each entry point. */
export function collectProcessMetrics(): void {
  if (collecting) return;
  collecting = true;
  collectDefaultMetrics({ register: metricsRegistry, eventLoopMonitoringPrecision: LOOP_LOOK_MS });
}
