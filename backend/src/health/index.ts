export { HealthModule } from './health.module.js';
export { ReadinessProbe, type Readiness } from './readiness.js';
