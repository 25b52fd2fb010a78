import { Counter, Gauge } from 'prom-client';
import { metricsRegistry } from '../../platform/observability/metrics.js';

const registers = [metricsRegistry];

export const openSockets = new Gauge({ name: 'tidemark_live_sockets', help: 'Open WebSockets', registers });
/** Of a public topic, in this process. */
export const publicListeners = new Gauge({
  name: 'tidemark_live_listeners',
  help: 'Sockets that listen to a public topic',
  labelNames: ['topic'],
  registers,
});
export const sentEvents = new Counter({
  name: 'tidemark_live_sent_total',
  help: 'Events handed to sockets',
  labelNames: ['topic'],
  registers,
});
export const skippedEvents = new Counter({
  name: 'tidemark_live_skipped_total',
  help: 'Messages of a public topic that a slow reader was not given',
  labelNames: ['topic'],
  registers,
});
export const droppedSockets = new Counter({
  name: 'tidemark_live_dropped_total',
  help: 'Sockets closed by us',
  labelNames: ['reason'],
  registers,
});
export const refusedSockets = new Counter({
  name: 'tidemark_live_refused_total',
  help: 'Upgrades refused',
  labelNames: ['reason'],
  registers,
});

let unread: () => number = () => 0;
new Gauge({
  name: 'tidemark_live_unread_bytes',
  help: 'What all sockets together have not read yet and this process still holds',
  registers,
  collect() {
    this.set(unread());
  },
});

/** The hub of this process tells how much waits in it. */
export function measureUnread(sum: () => number): void {
  unread = sum;
}
