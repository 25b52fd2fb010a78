import { Counter, Gauge } from 'prom-client';
import { metricsRegistry } from '../observability/metrics.js';

const registers = [metricsRegistry];

export const openSockets = new Gauge({ name: 'tidemark_live_sockets', help: 'Open WebSockets', registers });
export const sentEvents = new Counter({ name: 'tidemark_live_sent_total', help: 'Events handed to sockets', labelNames: ['topic'], registers });
export const droppedSockets = new Counter({ name: 'tidemark_live_dropped_total', help: 'Sockets closed by us', labelNames: ['reason'], registers });
export const refusedSockets = new Counter({ name: 'tidemark_live_refused_total', help: 'Upgrades refused', labelNames: ['reason'], registers });
