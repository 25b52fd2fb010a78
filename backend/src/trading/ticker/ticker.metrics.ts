import { Gauge } from 'prom-client';
import { metricsRegistry } from '../../platform/observability/metrics.js';
import type { TickerFeed } from './ticker-feed.js';

let source: TickerFeed | null = null;

const age = new Gauge({
  name: 'tidemark_ticker_age_seconds',
  help: 'Since the ticker last heard of the exchange; no series while nobody listens or nothing came yet',
  registers: [metricsRegistry],
  collect() {
    const ageMs = source?.status().ageMs ?? null;
    if (ageMs === null) this.remove();
    else this.set(ageMs / 1000);
  },
});

/** 1: live; 0: interrupted. */
const up = new Gauge({
  name: 'tidemark_ticker_live',
  help: 'Whether the stream of prices is connected and heard; no series while nobody listens',
  registers: [metricsRegistry],
  collect() {
    const state = source?.status().state ?? 'idle';
    if (state === 'idle') this.remove();
    else this.set(state === 'live' ? 1 : 0);
  },
});

/** Registers the ticker's metrics of this process. */
export function measureTicker(feed: TickerFeed): void {
  source = feed;
  for (const gauge of [age, up]) gauge.remove();
}
