export { AuditLog, type AuditRecord } from './audit-log.js';
export { AuditEvent, AuditEventSchema } from './audit-event.entity.js';
export { AuditModule } from './audit.module.js';
export { AuditHttpModule } from './audit-http.module.js';
export { networkOf } from './network.js';
