export { endConnections, ShutdownStateStore } from './shutdown-state.store.js';
export { WorkerHealthServer } from './worker-health.server.js';
export { HealthModule } from './health.module.js';
export { ReadinessProbeService, type Readiness } from './readiness-probe.service.js';
