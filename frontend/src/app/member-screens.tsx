import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { type ScreenChunk, screenChunk } from '../components/layout/screen-chunk';
import { type ScreenShape, ScreenSkeleton } from '../components/layout/screen-skeleton';
import { consoleBase, isConsolePath } from '../config/console-routes';
import { paths } from '../config/routes';
import { LoadingScreen } from './loading-screen';
import { ShellSkeleton } from './shell-skeleton';

const inShell = <P extends object>(shape: ScreenShape, fetchScreen: () => Promise<ComponentType<P>>) =>
  screenChunk(<ScreenSkeleton shape={shape} />, fetchScreen);

/** The screens of members and the console, each in a chunk of its own. */
export const screens = {
  analysis: inShell('cards', async () => (await import('../features/analysis/analysis-page')).AnalysisPage),
  analysisPost: inShell('text', async () => (await import('../features/analysis/analysis-post-page')).AnalysisPostPage),
  calendar: inShell('cards', async () => (await import('../features/calendar/calendar-page')).CalendarPage),
  calendarEvent: inShell('text', async () => (await import('../features/calendar/calendar-event-page')).CalendarEventPage),
  events: inShell('cards', async () => (await import('../features/calendar/events-page')).EventsPage),
  publicEvent: inShell('text', async () => (await import('../features/calendar/public-event-page')).PublicEventPage),
  alerts: inShell('form', async () => (await import('../features/alerts/alerts-page')).AlertsPage),
  console: screenChunk(<ShellSkeleton shape="cards" />, async () => (await import('../admin/admin-app')).AdminApp, { eachPath: false }),
  clubShare: inShell('cards', async () => (await import('../features/club-share/club-share-page')).ClubSharePage),
  dashboard: inShell('board', async () => (await import('../features/dashboards/dashboard-page')).DashboardPage),
  editProfile: inShell('form', async () => (await import('../features/profile/edit-profile-page')).EditProfilePage),
  enrol: screenChunk(<LoadingScreen />, async () => (await import('../features/security/enrol-page')).EnrolPage),
  exchangeKey: inShell('form', async () => (await import('../features/exchange-key/exchange-key-page')).ExchangeKeyPage),
  fund: inShell('cards', async () => (await import('../features/fund/fund-page')).FundPage),
  handbook: inShell('text', async () => (await import('../features/resources/handbook-page')).HandbookPage),
  history: inShell('table', async () => (await import('../features/portfolio/history-page')).HistoryPage),
  invoicePayment: inShell('form', async () => (await import('../features/invoices/invoice-payment-page')).InvoicePaymentPage),
  invoices: inShell('table', async () => (await import('../features/invoices/invoices-page')).InvoicesPage),
  kyc: inShell('form', async () => (await import('../features/kyc/kyc-page')).KycPage),
  myData: inShell('cards', async () => (await import('../features/my-data/my-data-page')).MyDataPage),
  news: inShell('text', async () => (await import('../features/news/news-page')).NewsPage),
  notices: inShell('cards', async () => (await import('../features/notices/notices-page')).NoticesPage),
  notifications: inShell('table', async () => (await import('../features/notifications/notifications-page')).NotificationsPage),
  payment: inShell('form', async () => (await import('../features/payments/payment-page')).PaymentPage),
  performance: inShell('board', async () => (await import('../features/performance/performance-page')).PerformancePage),
  profile: inShell('cards', async () => (await import('../features/profile/profile-page')).ProfilePage),
  referrals: inShell('table', async () => (await import('../features/referrals/referrals-page')).ReferralsPage),
  referralsOfCode: inShell('table', async () => (await import('../features/referrals/referrals-of-code-page')).ReferralsOfCodePage),
  resources: inShell('text', async () => (await import('../features/resources/resource-page')).ResourcePage),
  security: inShell('cards', async () => (await import('../features/security/security-page')).SecurityPage),
  signal: inShell('cards', async () => (await import('../features/signals/signal-page')).SignalPage),
  tax: inShell('table', async () => (await import('../features/tax/tax-page')).TaxPage),
  webhooks: inShell('cards', async () => (await import('../features/webhooks/webhooks-page')).WebhooksPage),
  signals: inShell('cards', async () => (await import('../features/signals/signals-page')).SignalsPage),
} as const;

/** Which chunk a path needs; those of the menu first. */
const chunkOf: readonly (readonly [path: string, chunk: Pick<ScreenChunk, 'prefetch'>])[] = [
  [paths.tradeDashboard, screens.dashboard],
  [paths.hedgeDashboard, screens.dashboard],
  [paths.tradeSignals, screens.signals],
  [paths.performance, screens.performance],
  [paths.tradeHistory, screens.history],
  [paths.taxReport, screens.tax],
  [paths.resources, screens.resources],
  [paths.analysis, screens.analysis],
  [`${paths.analysis}/:slug`, screens.analysisPost],
  [paths.calendar, screens.calendar],
  [`${paths.calendar}/:slug`, screens.calendarEvent],
  [paths.events, screens.events],
  [`${paths.events}/:slug`, screens.publicEvent],
  [paths.tradeNews, screens.news],
  [paths.profile, screens.profile],
  [paths.referrals, screens.referrals],
  [paths.kycVerification, screens.kyc],
  [paths.exchangeKey, screens.exchangeKey],
  [paths.security, screens.security],
  [paths.myData, screens.myData],
  [paths.fund, screens.fund],
  [paths.clubShare, screens.clubShare],
  [paths.alerts, screens.alerts],
  [paths.webhooks, screens.webhooks],
  [paths.notifications, screens.notices],
  [paths.notificationSettings, screens.notifications],
  [paths.invoices, screens.invoices],
  [paths.invoicePayment, screens.invoicePayment],
  [paths.subscriptionPayment, screens.payment],
  [paths.editProfile, screens.editProfile],
  [`${paths.tradeSignals}/:signalId`, screens.signal],
  [paths.resourcesSecond, screens.resources],
  [paths.resourceFrame, screens.handbook],
  [paths.referralsOfUser, screens.referralsOfCode],
  [`${consoleBase}/*`, screens.console],
];

/** Loads the code of the screen at a path of the router, where it has a chunk of its own. */
export async function prefetchScreen(path: string): Promise<void> {
  const pathname = path.split('?')[0] ?? '';
  await Promise.all([
    chunkOf.find(([pattern]) => matchPath(pattern, pathname))?.[1].prefetch(),
    isConsolePath(pathname) && prefetchConsoleScreen(pathname),
  ]);
}

/** Loads the code of a screen of the console beside that of the console. A failure is reported by the render that needs it. */
const prefetchConsoleScreen = (pathname: string): Promise<void> =>
  import('../admin/console-screens').then(
    (screens) => screens.prefetchConsoleScreen(pathname),
    () => undefined,
  );

/** Load the code that a member is likely to need next. */
export const likelyScreens = chunkOf.filter(([path]) => !isConsolePath(path)).map(([, { prefetch }]) => prefetch);
