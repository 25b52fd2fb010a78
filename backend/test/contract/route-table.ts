import { accountRoutes } from './routes/accounts.js';
import { auditRoutes } from './routes/audit.js';
import { channelRoutes } from './routes/channels.js';
import { chainTransferRoutes } from './routes/chain-transfers.js';
import { exchangeKeyRoutes } from './routes/exchange-key.js';
import { exchangeRoutes } from './routes/exchange.js';
import { clubShareRoutes } from './routes/club-share.js';
import { fundRoutes } from './routes/fund.js';
import { fundFeeRoutes } from './routes/fund-fees.js';
import { historyRoutes } from './routes/history.js';
import { invoiceRoutes } from './routes/invoices.js';
import { kycRoutes } from './routes/kyc.js';
import { liveRoutes } from './routes/live.js';
import { logRoutes } from './routes/log.js';
import { mailRoutes } from './routes/mail.js';
import { alertRoutes } from './routes/alerts.js';
import { calendarRoutes } from './routes/calendar.js';
import { commentRoutes } from './routes/comments.js';
import { noticeRoutes } from './routes/notices.js';
import { notificationRoutes } from './routes/notifications.js';
import { operationRoutes } from './routes/operations.js';
import { payAddressRoutes } from './routes/pay-addresses.js';
import { paymentRoutes } from './routes/payments.js';
import { portfolioRoutes } from './routes/portfolio.js';
import { privacyRoutes, resourceRoutes } from './routes/privacy.js';
import { everybody, type Route } from './routes/route.js';
import { reconciliationRoutes } from './routes/reconciliation.js';
import { secondFactorRoutes } from './routes/second-factor.js';
import { signInRoutes, signOutRoutes } from './routes/sign-in.js';
import { signalRoutes } from './routes/signals.js';
import { analysisRoutes } from './routes/analysis.js';
import { siteContentRoutes } from './routes/site-content.js';
import { taxRoutes } from './routes/tax.js';
import { teamRoutes } from './routes/team.js';
import { trackRecordRoutes } from './routes/track-record.js';
import { userRoutes } from './routes/users.js';
import { pushRoutes } from './routes/push.js';
import { telegramRoutes } from './routes/telegram.js';
import { webhookRoutes } from './routes/webhooks.js';

/** Every route under /api/v1 that exists, as data: who may call it, and each way a request can be wrong with the fields it must name. */
export const routes: Route[] = [
  ...signInRoutes,
  ...accountRoutes,
  ...secondFactorRoutes,
  ...kycRoutes,
  ...paymentRoutes,
  ...payAddressRoutes,
  ...invoiceRoutes,
  ...clubShareRoutes,
  ...fundRoutes,
  ...chainTransferRoutes,
  ...signalRoutes,
  ...channelRoutes,
  ...telegramRoutes,
  ...pushRoutes,
  ...webhookRoutes,
  ...alertRoutes,
  ...logRoutes,
  ...trackRecordRoutes,
  ...fundFeeRoutes,
  ...exchangeRoutes,
  ...exchangeKeyRoutes,
  ...historyRoutes,
  ...liveRoutes,
  ...reconciliationRoutes,
  ...portfolioRoutes,
  ...analysisRoutes,
  ...calendarRoutes,
  ...commentRoutes,
  ...siteContentRoutes,
  ...taxRoutes,
  ...userRoutes,
  ...teamRoutes,
  ...mailRoutes,
  ...noticeRoutes,
  ...notificationRoutes,
  ...auditRoutes,
  ...operationRoutes,
  ...privacyRoutes,
  ...resourceRoutes,
  { method: 'GET', path: '/public/config', allowed: everybody, empty: 200 },
  { method: 'GET', path: '/files/{none}', allowed: everybody, empty: 403 },
  { method: 'GET', path: '/files/{none}/pages/nonsense', allowed: everybody, empty: 400 },
  // Last: they end the session they are called with.
  ...signOutRoutes,
];
