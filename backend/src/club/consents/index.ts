export { ConsentEventSchema } from './consent-event.entity.js';
export { ConsentLogRepository, type Consenter } from './consent-log.repository.js';
export { ConsentsModule } from './consents.module.js';
export { consentedEmails, type ConsentedEmail } from './consent-texts.settings.js';
