import { Counter, Gauge } from 'prom-client';
import { metricsRegistry } from '../../platform/observability/metrics.js';

export const chainReadings = new Counter({
  name: 'tidemark_chain_readings_total',
  help: 'Readings of receiving addresses, by chain and result',
  labelNames: ['chain', 'result'],
  registers: [metricsRegistry],
});

export const chainsDelayed = new Gauge({
  name: 'tidemark_chain_delay_seconds',
  help: 'Since when a chain cannot be read; 0 while it can',
  labelNames: ['chain'],
  registers: [metricsRegistry],
});
