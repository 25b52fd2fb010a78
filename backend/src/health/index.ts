export { endConnections, Ending } from './ending.js';
export { WorkerDoor } from './worker-door.js';
export { HealthModule } from './health.module.js';
export { ReadinessProbe, type Readiness } from './readiness.js';
