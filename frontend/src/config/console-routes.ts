/** The console lives under one base path; the specification's admin paths lead to these. */
export const consoleBase = '/admin';
const under = (path: string) => `${consoleBase}/${path}`;
const one = (path: string, id: string) => `${consoleBase}/${path}/${encodeURIComponent(id)}`;

export const consolePaths = {
  start: consoleBase,
  inbox: under('inbox'),

  users: under('users'),
  user: (userId: string) => one('users', userId),
  userPage: (userId: string, page: UserPage) => `${one('users', userId)}/${page}`,
  userList: under('user-list'),
  rejectedUsers: under('rejected-users'),
  referrals: (referralCode: string) => one('referrals', referralCode),
  kycReviews: under('kyc-reviews'),
  kycReview: (submissionId: string) => one('kyc-reviews', submissionId),
  payments: under('payments'),
  payment: (paymentId: string) => one('payments', paymentId),
  chainTransfers: under('chain-transfers'),
  payAddresses: under('pay-addresses'),
  invoices: under('invoices'),
  invoice: (invoiceId: string) => one('invoices', invoiceId),
  fundMandates: under('fund-mandates'),
  fundMandate: (mandateId: string) => one('fund-mandates', mandateId),
  fundFees: under('fund-fees'),
  shareDisputes: under('share-disputes'),
  shareInvoices: under('share-invoices'),
  erasureRequests: under('erasure-requests'),

  broadcasts: under('broadcasts'),
  newBroadcast: under('broadcasts/new'),
  broadcast: (broadcastId: string) => one('broadcasts', broadcastId),

  signals: under('signals'),
  newSignal: under('signals/new'),
  signal: (signalId: string) => one('signals', signalId),

  calendar: under('calendar'),
  newCalendarEvent: under('calendar/new'),
  calendarEvent: (eventId: string) => one('calendar', eventId),

  analysis: under('analysis'),
  newAnalysis: under('analysis/new'),
  analysisPost: (postId: string) => one('analysis', postId),

  comments: under('comments'),
  comment: (commentId: string) => one('comments', commentId),

  siteContent: under('site-sections'),
  siteSection: (section: string) => one('site-sections', section),
  editSiteSection: (section: string) => `${one('site-sections', section)}/edit`,

  members: under('members'),
  member: (userId: string) => one('members', userId),
  memberPage: (userId: string, page: MemberPage) => `${one('members', userId)}/${page}`,
  news: under('news'),

  auditLog: under('audit-log'),
  team: under('team'),
  teamPerson: (userId: string) => one('team', userId),
  invitation: under('team-invitations/create'),
  profile: under('profile'),
  channels: under('channels'),
  channelAddresses: under('channel-addresses'),
  deliveries: under('deliveries'),
  queues: under('queues'),
  system: under('system'),
  security: under('security'),
} as const;

export const isConsolePath = (path: string): boolean => path.split('?')[0] === consoleBase || path.startsWith(`${consoleBase}/`);

export type MemberPage = 'futures' | 'spot' | 'deposits' | 'withdrawals' | 'sync' | 'reconciliation';
/** What stands beside a user's profile, each under a tab. */
export type UserPage = 'timeline' | 'notes' | 'kyc' | 'payments' | 'exchange' | 'signals' | 'mail' | 'sessions' | 'audit';
