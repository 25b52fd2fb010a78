export { ConsentEventSchema } from './consent-event.entity.js';
export { ConsentLog, type Consenter } from './consent-log.js';
export { ConsentsModule } from './consents.module.js';
