export { type LetterData, type LetterName } from './letters/letters.js';
export { DevMailSchema } from './dev-mailbox/dev-mail.entity.js';
export { MailDelivery, MailDeliverySchema } from './mail-delivery.entity.js';
export { MailOutbox, type QueuedLetter } from './mail-outbox.js';
export { MailModule } from './mail.module.js';
