/** Every entity of the product: what the ORM maps and the drift check compares with the migrations. */
import { auditChainEntities } from './audit/audit-chain.entity.js';
import { AuditEventSchema } from './audit/audit-event.entity.js';
import { MailTokenSchema } from './auth/mail-token.entity.js';
import { secondFactorEntities } from './auth/mfa/entities.js';
import { ConsentEventSchema } from './consents/consent-event.entity.js';
import { IdempotencyKeySchema } from './common/idempotency/index.js';
import { broadcastEntities } from './broadcasts/entities.js';
import { JobTallySchema } from './common/queue/job-tally.entity.js';
import { RateLimitSchema } from './common/rate-limits/rate-limit.entity.js';
import { BackupRunSchema } from './backup/backup-run.entity.js';
import { SessionSchema } from './auth/session.entity.js';
import { OutboxMessageSchema } from './common/outbox/index.js';
import { exchangeEntities } from './exchange/entities.js';
import { StoredFileSchema } from './files/stored-file.entity.js';
import { ReencryptionRunSchema } from './keys/reencryption-run.entity.js';
import { KycSubmissionSchema } from './kyc/kyc-submission.entity.js';
import { DevMailSchema } from './mail/dev-mailbox/dev-mail.entity.js';
import { MailBounceSchema } from './mail/mail-bounce.entity.js';
import { MailDeliverySchema } from './mail/mail-delivery.entity.js';
import { candleEntities } from './market/candles/candle.entities.js';
import { fundingEntities } from './market/funding/funding.entities.js';
import { MarketCloseSchema } from './market/market-close.entity.js';
import { MailPreferenceSchema } from './mail/preferences/mail-preference.entity.js';
import { ProcessBeatSchema } from './operations/process-beat.entity.js';
import { PaymentSchema } from './payments/payment.entity.js';
import { portfolioEntities } from './portfolio/portfolio.entities.js';
import { privacyEntities } from './privacy/privacy.entities.js';
import { retentionEntities } from './privacy/retention/retention.entities.js';
import { SignalReceiptSchema } from './signals/signal-receipt.entity.js';
import { ReviewPresenceSchema } from './reviews/review-presence.entity.js';
import { SignalAmendmentSchema } from './signals/amendments/signal-amendment.entity.js';
import { SignalScoreSchema } from './signals/scorer/signal-score.entity.js';
import { SignalMailingSchema } from './signals/delivery/signal-mailing.entity.js';
import { SignalSchema } from './signals/signal.entity.js';
import { logEntities } from './transparency/log.entities.js';
import { UserSchema } from './users/user.entity.js';

export const entities = [
  BackupRunSchema,
  OutboxMessageSchema,
  UserSchema,
  SessionSchema,
  MailTokenSchema,
  RateLimitSchema,
  IdempotencyKeySchema,
  MailDeliverySchema,
  MailPreferenceSchema,
  MailBounceSchema,
  DevMailSchema,
  AuditEventSchema,
  StoredFileSchema,
  KycSubmissionSchema,
  PaymentSchema,
  ReviewPresenceSchema,
  SignalSchema,
  SignalAmendmentSchema,
  SignalReceiptSchema,
  SignalMailingSchema,
  ...auditChainEntities,
  ...secondFactorEntities,
  ...exchangeEntities,
  ...broadcastEntities,
  MarketCloseSchema,
  ...candleEntities,
  ...fundingEntities,
  SignalScoreSchema,
  ...portfolioEntities,
  ...privacyEntities,
  ...retentionEntities,
  ConsentEventSchema,
  JobTallySchema,
  ProcessBeatSchema,
  ReencryptionRunSchema,
  ...logEntities,
];
