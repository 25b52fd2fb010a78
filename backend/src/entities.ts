/** Every entity of the product: what the ORM maps and the drift check compares with the migrations. */
import { auditChainEntities } from './operations/audit/audit-chain.entity.js';
import { AuditEventSchema } from './operations/audit/audit-event.entity.js';
import { analysisEntities } from './club/analysis/analysis.entities.js';
import { calendarEntities } from './club/calendar/calendar.entities.js';
import { commentEntities } from './club/comments/comment.entities.js';
import { siteContentEntities } from './club/site-content/site-content.entities.js';
import { MailTokenSchema } from './club/auth/mail-token.entity.js';
import { secondFactorEntities } from './club/auth/mfa/mfa.entities.js';
import { ConsentEventSchema } from './club/consents/consent-event.entity.js';
import { IdempotencyKeySchema } from './platform/idempotency/index.js';
import { channelEntities } from './messaging/channels/channels.entities.js';
import { broadcastEntities } from './messaging/broadcasts/broadcasts.entities.js';
import { JobTallySchema } from './platform/queue/job-tally.entity.js';
import { RateLimitSchema } from './platform/rate-limits/rate-limit.entity.js';
import { BackupRunSchema } from './operations/backup/backup-run.entity.js';
import { SessionSchema } from './club/auth/session.entity.js';
import { OutboxMessageSchema } from './platform/outbox/index.js';
import { ExchangeAccountSchema } from './trading/exchange-accounts/exchange-account.entity.js';
import { ledgerEntities } from './trading/history/ledger.entities.js';
import { snapshotEntities } from './trading/history/snapshot.entities.js';
import { reconciliationEntities } from './trading/reconciliation/reconciliation.entities.js';
import { SyncCursorSchema } from './trading/sync/sync-cursor.entity.js';
import { SyncRunSchema } from './trading/sync/sync-run.entity.js';
import { budgetEntities } from './trading/venues/budget/budget.entities.js';
import { StoredFileSchema } from './club/files/stored-file.entity.js';
import { ReencryptionRunSchema } from './operations/keys/reencryption-run.entity.js';
import { KycFingerprintSchema } from './club/kyc/kyc-fingerprint.entity.js';
import { InboxAssignmentSchema } from './club/inbox/inbox-assignment.entity.js';
import { MemberNoteSchema } from './club/member-notes/member-note.entity.js';
import { KycSubmissionSchema } from './club/kyc/kyc-submission.entity.js';
import { DevMailSchema } from './messaging/mail/dev-mailbox/dev-mail.entity.js';
import { MailBounceSchema } from './messaging/mail/mail-bounce.entity.js';
import { MailDeliverySchema } from './messaging/mail/mail-delivery.entity.js';
import { candleEntities } from './trading/market/candles/candle.entities.js';
import { fundingEntities } from './trading/market/funding/funding.entities.js';
import { fundEntities } from './money/fund/fund.entities.js';
import { InvoiceRunSchema } from './money/invoices/invoice-run.entity.js';
import { shareInvoiceEntities } from './money/profit-share/share-invoice.entities.js';
import { shareResultEntities } from './money/profit-share/share-result.entities.js';
import { SignalPracticeSchema } from './money/signal-practice/signal-practice.entity.js';
import { ShareDisputeSchema } from './money/profit-share/share-dispute.entity.js';
import { FxRateSchema } from './money/fx/fx-rate.entity.js';
import { MarketCloseSchema } from './trading/market/market-close.entity.js';
import { noticeEntities } from './messaging/notices/notices.entities.js';
import { preferenceEntities } from './messaging/preferences/preferences.entities.js';
import { ProcessBeatSchema } from './operations/monitoring/process-beat.entity.js';
import { PaymentSchema } from './club/payments/payment.entity.js';
import { invoicePaymentEntities } from './money/invoice-payments/invoice-payments.entities.js';
import { invoiceEntities } from './money/invoices/invoice.entities.js';
import { moneyLedgerEntities } from './money/ledger/ledger.entities.js';
import { PayAddressChangeSchema } from './money/pay-addresses/pay-address.entity.js';
import { portfolioEntities } from './trading/portfolio/portfolio.entities.js';
import { privacyEntities } from './club/privacy/privacy.entities.js';
import { retentionEntities } from './club/privacy/retention/retention.entities.js';
import { accountAlertEntities } from './trading/alerts/account-alert.entities.js';
import { SignalMarkSchema } from './trading/signals/marks/signal-mark.entity.js';
import { alertEntities } from './trading/alerts/alert.entities.js';
import { SignalDraftSchema } from './trading/signals/drafts/signal-draft.entity.js';
import { SignalReceiptSchema } from './trading/signals/signal-receipt.entity.js';
import { LessonProgressSchema } from './club/resources/lessons/lesson-progress.entity.js';
import { ReviewClaimSchema } from './club/reviews/review-claim.entity.js';
import { ReviewApprovalSchema } from './club/reviews/review-approval.entity.js';
import { DocumentRequestSchema } from './club/reviews/document-request.entity.js';
import { ReviewCheckSchema } from './club/reviews/review-check.entity.js';
import { ScheduledDecisionSchema } from './club/reviews/scheduled-decision.entity.js';
import { ReviewPresenceSchema } from './club/reviews/review-presence.entity.js';
import { SignalAmendmentSchema } from './trading/signals/amendments/signal-amendment.entity.js';
import { SignalScoreSchema } from './trading/signals/scoring/jobs/signal-score.entity.js';
import { SignalDigestSchema } from './trading/signals/delivery/signal-digest.entity.js';
import { SignalMailingSchema } from './trading/signals/delivery/signal-mailing.entity.js';
import { SignalSchema } from './trading/signals/signal.entity.js';
import { DepositCostSchema } from './trading/tax/deposit-cost.entity.js';
import { logEntities } from './trading/transparency/log.entities.js';
import { TeamInvitationSchema } from './club/team/team-invitation.entity.js';
import { UserSchema } from './club/users/user.entity.js';

export const entities = [
  BackupRunSchema,
  OutboxMessageSchema,
  UserSchema,
  SessionSchema,
  MailTokenSchema,
  TeamInvitationSchema,
  RateLimitSchema,
  IdempotencyKeySchema,
  MailDeliverySchema,
  ...preferenceEntities,
  ...noticeEntities,
  MailBounceSchema,
  DevMailSchema,
  AuditEventSchema,
  StoredFileSchema,
  KycSubmissionSchema,
  InboxAssignmentSchema,
  MemberNoteSchema,
  KycFingerprintSchema,
  PaymentSchema,
  ...moneyLedgerEntities,
  ...invoiceEntities,
  InvoiceRunSchema,
  ...fundEntities,
  ShareDisputeSchema,
  ...shareResultEntities,
  ...shareInvoiceEntities,
  SignalPracticeSchema,
  ...invoicePaymentEntities,
  PayAddressChangeSchema,
  ReviewPresenceSchema,
  ReviewClaimSchema,
  ReviewApprovalSchema,
  ScheduledDecisionSchema,
  DocumentRequestSchema,
  ReviewCheckSchema,
  LessonProgressSchema,
  ...analysisEntities,
  ...calendarEntities,
  ...commentEntities,
  ...siteContentEntities,
  SignalSchema,
  SignalAmendmentSchema,
  SignalReceiptSchema,
  SignalDigestSchema,
  SignalDraftSchema,
  SignalMailingSchema,
  ...auditChainEntities,
  ...secondFactorEntities,
  ExchangeAccountSchema,
  SyncRunSchema,
  SyncCursorSchema,
  ...ledgerEntities,
  ...snapshotEntities,
  ...budgetEntities,
  ...reconciliationEntities,
  ...broadcastEntities,
  ...channelEntities,
  MarketCloseSchema,
  ...candleEntities,
  ...fundingEntities,
  FxRateSchema,
  SignalScoreSchema,
  SignalMarkSchema,
  ...alertEntities,
  ...accountAlertEntities,
  ...portfolioEntities,
  DepositCostSchema,
  ...privacyEntities,
  ...retentionEntities,
  ConsentEventSchema,
  JobTallySchema,
  ProcessBeatSchema,
  ReencryptionRunSchema,
  ...logEntities,
];
