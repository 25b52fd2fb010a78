import { accountControls } from './accounts.mjs';
import { adapterControls } from './adapters.mjs';
import { budgetControls } from './budget.mjs';
import { channelControls } from './channels.mjs';
import { deliveryControls } from './deliveries.mjs';
import { doorControls } from './door.mjs';
import { fileControls } from './files.mjs';
import { fundControls } from './fund.mjs';
import { historyControls } from './history.mjs';
import { keyControls } from './keys.mjs';
import { ledgerControls } from './ledger.mjs';
import { liveControls } from './live.mjs';
import { mailControls } from './mail.mjs';
import { noticeControls } from './notices.mjs';
import { notificationControls } from './notifications.mjs';
import { analysisControls } from './analysis.mjs';
import { siteContentControls } from './site-content.mjs';
import { alertControls } from './alerts.mjs';
import { calendarControls } from './calendar.mjs';
import { commentControls } from './comments.mjs';
import { auditEndControls } from './audit-end.mjs';
import { moneyControls } from './money.mjs';
import { positionSizeControls } from './position-size.mjs';
import { signalMarkControls } from './signal-marks.mjs';
import { privacyControls } from './privacy.mjs';
import { pushControls } from './push.mjs';
import { reconciliationControls } from './reconciliation.mjs';
import { reviewControls } from './reviews.mjs';
import { secondFactorControls } from './second-factor.mjs';
import { sessionControls } from './sessions.mjs';
import { sharedStateControls } from './shared-state.mjs';
import { signalDraftControls } from './signal-drafts.mjs';
import { tickerWebControls } from './ticker-web.mjs';
import { tickerControls } from './ticker.mjs';
import { traceControls } from './traces.mjs';
import { userControls } from './users.mjs';
import { venueControls } from './venues.mjs';

/**
 * The controls of the HTTP routes (T), of the sync (F: a fault it survives, F19: state that is shared, S: its sums) and of the web app (W1:
 * the ticker), each with the mutation that takes it away and the tests that must fail then. The id begins with the threat that the control
 * answers and is kept for good: a new control gets the next free number of its threat. A mutation names what it changes by syntax, see
 * scripts/lib/mutation/operations.mjs; `npm run check` applies all of them in memory. `npm run controls` (scripts/mutation-test.mjs) tries
 * them in a copy of the project.
 */
export const controls = [
  ...doorControls,
  ...sessionControls,
  ...accountControls,
  ...secondFactorControls,
  ...userControls,
  ...reviewControls,
  ...fileControls,
  ...mailControls,
  ...channelControls,
  ...signalDraftControls,
  ...positionSizeControls,
  ...signalMarkControls,
  ...analysisControls,
  ...siteContentControls,
  ...alertControls,
  ...calendarControls,
  ...commentControls,
  ...noticeControls,
  ...pushControls,
  ...deliveryControls,
  ...notificationControls,
  ...keyControls,
  ...liveControls,
  ...tickerWebControls,
  ...budgetControls,
  ...adapterControls,
  ...venueControls,
  ...ledgerControls,
  ...historyControls,
  ...reconciliationControls,
  ...auditEndControls,
  ...moneyControls,
  ...fundControls,
  ...privacyControls,
  ...tickerControls,
  ...traceControls,
  ...sharedStateControls,
];
