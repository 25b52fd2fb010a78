import { consolePaths } from '../../../../frontend/src/config/console-routes.js';
import { hostile, surnames, type Hostile } from './console-hostile.js';

/** A screen of the console: where it is, and what planted texts it must show. */
export interface ConsoleScreen {
  /** The key of `consolePaths` that leads there. */
  key: keyof typeof consolePaths;
  path: (planted: Hostile) => string;
  shows?: readonly string[];
  /** Also walked through by keyboard: where there is something to fill in or to decide. */
  tour?: boolean;
}

const { IMAGE, FORMULA, SCRIPT } = hostile;
const userPages = ['timeline', 'notes', 'kyc', 'payments', 'exchange', 'signals', 'mail', 'sessions', 'audit'] as const;
const memberPages = ['spot', 'deposits', 'withdrawals', 'sync', 'reconciliation'] as const;
const futuresTabs = ['open_order', 'open_position', 'trade_history'] as const;
const shownOnUserPage: Partial<Record<(typeof userPages)[number], readonly string[]>> = { audit: [], sessions: [IMAGE] };
const shownOnMemberPage: Partial<Record<(typeof memberPages)[number], readonly string[]>> = {
  spot: [IMAGE, FORMULA, SCRIPT],
  deposits: [IMAGE, FORMULA],
  withdrawals: [IMAGE, FORMULA],
};

/** Every screen of the console, filled with what is hostile. */
export const consoleScreens: readonly ConsoleScreen[] = [
  { key: 'start', path: () => consolePaths.start, tour: true },
  { key: 'inbox', path: () => consolePaths.inbox, shows: [surnames.waiting], tour: true },
  { key: 'users', path: () => consolePaths.users, shows: [surnames.trader, surnames.waiting], tour: true },
  { key: 'user', path: ({ trader }) => consolePaths.user(trader.userId), shows: [surnames.trader], tour: true },
  ...userPages.map((page): ConsoleScreen => ({
    key: 'userPage',
    path: ({ trader }) => consolePaths.userPage(trader.userId, page),
    shows: [surnames.trader, ...(shownOnUserPage[page] ?? [])],
  })),
  { key: 'userList', path: () => consolePaths.userList, shows: [surnames.trader, surnames.waiting] },
  { key: 'rejectedUsers', path: () => consolePaths.rejectedUsers, shows: [surnames.rejected] },
  { key: 'referrals', path: ({ code }) => consolePaths.referrals(code), shows: [surnames.referred] },
  { key: 'kycReviews', path: () => consolePaths.kycReviews, shows: [surnames.waiting, SCRIPT], tour: true },
  { key: 'kycReview', path: ({ review }) => consolePaths.kycReview(review), shows: [surnames.waiting, SCRIPT], tour: true },
  { key: 'payments', path: () => consolePaths.payments, shows: [surnames.waiting], tour: true },
  { key: 'payment', path: ({ payment }) => consolePaths.payment(payment), shows: [surnames.waiting], tour: true },
  { key: 'chainTransfers', path: () => consolePaths.chainTransfers, shows: [surnames.trader, 'TM-'], tour: true },
  { key: 'payAddresses', path: () => consolePaths.payAddresses, shows: ['In use'], tour: true },
  { key: 'invoices', path: () => consolePaths.invoices, shows: ['TM-'], tour: true },
  { key: 'invoice', path: ({ invoice }) => consolePaths.invoice(invoice), shows: ['TM-'] },
  { key: 'fundMandates', path: () => consolePaths.fundMandates, shows: [surnames.trader], tour: true },
  { key: 'fundMandate', path: ({ mandate }) => consolePaths.fundMandate(mandate), shows: [surnames.trader, IMAGE], tour: true },
  { key: 'fundFees', path: () => consolePaths.fundFees, tour: true },
  { key: 'shareInvoices', path: () => consolePaths.shareInvoices, tour: true },
  { key: 'shareDisputes', path: () => consolePaths.shareDisputes, shows: [surnames.trader, IMAGE], tour: true },
  { key: 'erasureRequests', path: () => consolePaths.erasureRequests, shows: [surnames.trader] },
  { key: 'broadcasts', path: () => consolePaths.broadcasts, shows: [IMAGE] },
  { key: 'newBroadcast', path: () => consolePaths.newBroadcast, tour: true },
  { key: 'broadcast', path: ({ broadcast }) => consolePaths.broadcast(broadcast), shows: [IMAGE, surnames.trader] },
  { key: 'signals', path: () => consolePaths.signals, shows: ['BTC'], tour: true },
  { key: 'signal', path: ({ signal }) => consolePaths.signal(signal), shows: [IMAGE, SCRIPT, FORMULA] },
  { key: 'newSignal', path: () => consolePaths.newSignal, tour: true },
  { key: 'analysis', path: () => consolePaths.analysis, shows: [IMAGE], tour: true },
  { key: 'newAnalysis', path: () => consolePaths.newAnalysis, tour: true },
  { key: 'analysisPost', path: ({ analysis }) => consolePaths.analysisPost(analysis), shows: [IMAGE, SCRIPT], tour: true },
  { key: 'calendar', path: () => consolePaths.calendar, shows: [IMAGE], tour: true },
  { key: 'newCalendarEvent', path: () => consolePaths.newCalendarEvent, tour: true },
  { key: 'calendarEvent', path: ({ calendarEvent }) => consolePaths.calendarEvent(calendarEvent), shows: [IMAGE, SCRIPT], tour: true },
  { key: 'comments', path: () => consolePaths.comments, shows: [IMAGE], tour: true },
  { key: 'comment', path: ({ comment }) => consolePaths.comment(comment), shows: [IMAGE, SCRIPT], tour: true },
  { key: 'siteContent', path: () => consolePaths.siteContent, tour: true },
  { key: 'siteSection', path: () => consolePaths.siteSection('faqs'), shows: [IMAGE, SCRIPT], tour: true },
  { key: 'editSiteSection', path: () => consolePaths.editSiteSection('faqs'), shows: [IMAGE, SCRIPT], tour: true },
  { key: 'members', path: () => consolePaths.members, shows: [surnames.trader] },
  { key: 'member', path: ({ trader }) => consolePaths.member(trader.userId), shows: [surnames.trader, IMAGE], tour: true },
  ...memberPages.map((page): ConsoleScreen => ({
    key: 'memberPage',
    path: ({ trader }) => consolePaths.memberPage(trader.userId, page),
    shows: shownOnMemberPage[page] ?? [],
  })),
  ...futuresTabs.map((tab): ConsoleScreen => ({
    key: 'memberPage',
    path: ({ trader }) => `${consolePaths.memberPage(trader.userId, 'futures')}?tab=${tab}`,
    shows: [IMAGE, FORMULA],
  })),
  { key: 'news', path: () => consolePaths.news },
  { key: 'auditLog', path: () => consolePaths.auditLog, shows: [] },
  { key: 'channels', path: () => consolePaths.channels, tour: true },
  { key: 'channelAddresses', path: () => consolePaths.channelAddresses, shows: [] },
  { key: 'deliveries', path: () => consolePaths.deliveries, shows: [] },
  { key: 'queues', path: () => consolePaths.queues, shows: [] },
  { key: 'system', path: () => consolePaths.system, tour: true },
  { key: 'team', path: () => consolePaths.team },
  { key: 'teamPerson', path: ({ colleague }) => consolePaths.teamPerson(colleague), tour: true },
  { key: 'invitation', path: () => consolePaths.invitation, tour: true },
  { key: 'profile', path: () => consolePaths.profile },
  { key: 'security', path: () => consolePaths.security },
];
