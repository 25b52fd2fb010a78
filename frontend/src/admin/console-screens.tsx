import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { type ScreenChunk, screenChunk } from '../components/layout/screen-chunk';
import { ScreenSkeleton, type ScreenShape } from '../components/layout/screen-skeleton';
import { consoleBase } from '../config/console-routes';
import type { PermissionWire } from '../lib/wire/types';
import { guarded } from './access/allowed';

type Load = () => Promise<ComponentType>;

interface ConsoleScreen extends ScreenChunk {
  /** The permission without which the server refuses its requests; null where everybody in the team has it. */
  needs: PermissionWire | null;
}
export type ScreensByPath = Readonly<Record<string, ConsoleScreen>>;

/** A screen in a chunk of its own. */
function screen(shape: ScreenShape, needs: PermissionWire | null, load: Load): ConsoleScreen {
  const { Screen, prefetch } = screenChunk(<ScreenSkeleton shape={shape} />, load, { eachPath: false });
  return { needs, prefetch, Screen: needs === null ? Screen : guarded(needs, Screen, shape) };
}
const table = (needs: PermissionWire, load: Load) => screen('table', needs, load);
const cards = (needs: PermissionWire | null, load: Load) => screen('cards', needs, load);
const form = (needs: PermissionWire | null, load: Load) => screen('form', needs, load);

export const start = cards(null, async () => (await import('./start/start-page')).StartPage);

/** The screens of each resource by their paths below its own; the list has none. */
export const ofResources: Readonly<Record<string, ScreensByPath>> = {
  inbox: {
    '': table('dashboard.read', async () => (await import('./inbox/inbox-list')).InboxList),
  },
  'kyc-reviews': {
    '': table('kyc.read', async () => (await import('./kyc-reviews/kyc-review-list')).KycReviewList),
    ':id': cards('kyc.read', async () => (await import('./kyc-reviews/kyc-review-page')).KycReviewPage),
  },
  payments: {
    '': table('payments.read', async () => (await import('./payments/payment-list')).PaymentList),
    ':id': cards('payments.read', async () => (await import('./payments/payment-page')).PaymentPage),
  },
  'chain-transfers': {
    '': table('payments.read', async () => (await import('./chain-transfers/chain-transfer-list')).ChainTransferList),
  },
  invoices: {
    '': table('invoices.read', async () => (await import('./invoices/invoice-list')).InvoiceList),
    ':invoiceId': cards('invoices.read', async () => (await import('./invoices/invoice-page')).InvoicePage),
  },
  'fund-mandates': {
    '': table('fund.read', async () => (await import('./fund-mandates/mandate-list')).MandateList),
    ':mandateId': cards('fund.read', async () => (await import('./fund-mandates/mandate-page')).MandatePage),
  },
  'share-disputes': {
    '': table('disputes.read', async () => (await import('./share-disputes/share-dispute-list')).ShareDisputeList),
  },
  users: {
    '': table('users.read', async () => (await import('./users/user-list')).UserList),
    ':userId/*': cards('users.read', async () => (await import('./users/room/user-room')).UserRoom),
  },
  'rejected-users': {
    '': table('users.read', async () => (await import('./users/rejected-user-list')).RejectedUserList),
  },
  members: {
    '': table('sync.read', async () => (await import('./members/member-list')).MemberList),
    ':userId/*': cards('sync.read', async () => (await import('./members/member-room')).MemberRoom),
  },
  'erasure-requests': {
    '': table('erasure.read', async () => (await import('./erasure/erasure-list')).ErasureList),
  },
  signals: {
    '': table('signals.read', async () => (await import('./signals/signal-list')).SignalList),
    new: form('signals.publish', async () => (await import('./signals/new-signal')).NewSignal),
    ':signalId': cards('signals.read', async () => (await import('./signals/signal-page')).SignalPage),
  },
  calendar: {
    '': table('calendar.read', async () => (await import('./calendar/calendar-list')).CalendarList),
    new: form('calendar.publish', async () => (await import('./calendar/new-calendar-event')).NewCalendarEvent),
    ':eventId': cards('calendar.read', async () => (await import('./calendar/calendar-event')).CalendarEvent),
  },
  analysis: {
    '': table('analysis.read', async () => (await import('./analysis/analysis-list')).AnalysisList),
    new: form('analysis.publish', async () => (await import('./analysis/new-analysis')).NewAnalysis),
    ':postId': cards('analysis.read', async () => (await import('./analysis/analysis-post')).AnalysisPost),
  },
  comments: {
    '': table('comments.read', async () => (await import('./comments/comment-list')).CommentList),
    ':commentId': cards('comments.read', async () => (await import('./comments/comment-page')).CommentPage),
  },
  'site-sections': {
    '': table('site.read', async () => (await import('./site-content/section-list')).SectionList),
    ':section': cards('site.read', async () => (await import('./site-content/section-page')).SectionPage),
    ':section/edit': form('site.publish', async () => (await import('./site-content/edit-section')).EditSection),
  },
  broadcasts: {
    '': table('broadcasts.read', async () => (await import('./broadcasts/broadcast-list')).BroadcastList),
    new: form('broadcasts.send', async () => (await import('./broadcasts/new-broadcast')).NewBroadcast),
    ':broadcastId': cards('broadcasts.read', async () => (await import('./broadcasts/broadcast-page')).BroadcastPage),
  },
  'channel-addresses': {
    '': table('system.read', async () => (await import('./channels/channel-address-list')).ChannelAddressList),
  },
  deliveries: {
    '': table('system.read', async () => (await import('./deliveries/delivery-list')).DeliveryList),
  },
  team: {
    '': table('team.read', async () => (await import('./team/team-screens')).TeamList),
    ':id': form('team.manage', async () => (await import('./team/team-screens')).ChangeRole),
  },
  'team-invitations': {
    create: form('team.manage', async () => (await import('./team/team-screens')).InvitePerson),
  },
};

/** The screens that are no resource's own, by their paths below the console. */
export const others: ScreensByPath = {
  'user-list': table('users.read', async () => (await import('./users/trade-user-list')).TradeUserList),
  'referrals/:code': table('users.read', async () => (await import('./users/referrals-of-user')).ReferralsOfUser),
  'pay-addresses': table('payments.read', async () => (await import('./pay-addresses/pay-address-list')).PayAddressList),
  'fund-fees': table('fund.read', async () => (await import('./fund-fees/fund-fees-page')).FundFeesPage),
  'share-invoices': table('fund.read', async () => (await import('./share-invoices/share-invoices-page')).ShareInvoicesPage),
  'audit-log': table('audit.read', async () => (await import('./audit/audit-log')).AuditLog),
  channels: cards('system.read', async () => (await import('./channels/channels-screen')).ChannelsScreen),
  queues: table('system.read', async () => (await import('./queues/queues-screen')).QueuesScreen),
  system: cards('system.read', async () => (await import('./system/system-screen')).SystemScreen),
  profile: form(null, async () => (await import('./profile/admin-profile')).AdminProfile),
  security: cards(null, async () => (await import('../components/security/security-screen')).SecurityScreen),
  news: cards(null, async () => (await import('./console-news')).ConsoleNews),
};

const byPath: readonly (readonly [pattern: string, screen: ConsoleScreen])[] = [
  [consoleBase, start],
  ...Object.entries(others).map(([path, one]) => [`${consoleBase}/${path}`, one] as const),
  ...Object.entries(ofResources).flatMap(([name, screens]) =>
    Object.entries(screens).map(([path, one]) => [[consoleBase, name, path].filter(Boolean).join('/'), one] as const),
  ),
];

/** Loads the code of the screen at a path of the router. */
export async function prefetchConsoleScreen(pathname: string): Promise<void> {
  await byPath.find(([pattern]) => matchPath(pattern, pathname))?.[1].prefetch();
}

/** Load the code of the screens that somebody with these permissions may open next. */
export const likelyScreens = (permissions: readonly PermissionWire[]) =>
  byPath.filter(([, { needs }]) => needs === null || permissions.includes(needs)).map(([, { prefetch }]) => prefetch);
