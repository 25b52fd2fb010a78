/** Every entity of the product: what the ORM maps and the drift check compares with the migrations. */
import { AuditEventSchema } from './audit/audit-event.entity.js';
import { MailTokenSchema } from './auth/mail-token.entity.js';
import { RateLimitSchema } from './common/rate-limits/rate-limit.entity.js';
import { SessionSchema } from './auth/session.entity.js';
import { OutboxMessageSchema } from './common/outbox/index.js';
import { exchangeEntities } from './exchange/entities.js';
import { StoredFileSchema } from './files/stored-file.entity.js';
import { KycSubmissionSchema } from './kyc/kyc-submission.entity.js';
import { DevMailSchema } from './mail/dev-mailbox/dev-mail.entity.js';
import { MailDeliverySchema } from './mail/mail-delivery.entity.js';
import { UserSchema } from './users/user.entity.js';

export const entities = [OutboxMessageSchema, UserSchema, SessionSchema, MailTokenSchema, RateLimitSchema, MailDeliverySchema, DevMailSchema, AuditEventSchema, StoredFileSchema, KycSubmissionSchema, ...exchangeEntities];
