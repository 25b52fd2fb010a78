import { doors, hashLink } from './doors';

/**
 * Every path of the hash router (specification, section 2), spelt as its clients know it. A path stands here before its
 * screen exists; `app/app.tsx` says which screens there are, everything else shows the not-found page.
 */
export const paths = {
  landing: '/',
  register: doors.register,
  registerWithCode: '/register/:refferalId?',
  login: doors.login,
  terms: '/term',
  disclaimer: '/disclamer',
  publicResources: '/page_resources',
  forgotPassword: '/forgetpassword',
  changePassword: '/changepassword/:token?',
  confirmEmail: '/emailconfirm/:token?',
  joinTeam: '/join/:token?',
  checkYourMail: '/redirectform',
  /** Beyond the specification. */
  trackRecord: '/track-record',
  verify: '/verify',
  analysis: '/analysis',
  events: '/events',
  fundFees: '/fund-fees',
  payAddresses: '/pay-addresses',

  adminDashboard: '/admin-dashboard',
  allUsers: '/all-users',
  userList: '/userlist',
  rejectedUsers: '/rejected-users',
  pendingKyc: '/pendingkyc',
  pendingPayments: '/pendingpayments',
  sendEmail: '/send-email',
  createSignal: '/create-signal',
  allSignals: '/all-signal',
  kyc: '/kyc',
  kycMembers: '/user-list',
  memberWallet: '/user-trade-history/:userId',
  memberFutures: '/future-history/:userId',
  memberSpot: '/spot-history/:userId',
  memberDeposits: '/deposit-history/:userId',
  memberWithdrawals: '/withdraw-history/:userId',
  referralsOfUser: '/viewrefferal/:refferalId',
  cryptoNews: '/crypto-news',

  tradeDashboard: '/trade-dashboard',
  hedgeDashboard: '/hedge-dashboard',
  tradeSignals: '/user-trade-signal',
  resources: '/resource',
  resourcesSecond: '/resource2',
  resourceFrame: '/resourceframe',
  tradeNews: '/trade-news',
  profile: '/profile',
  editProfile: '/editprofile',
  referrals: '/refferals',
  tradeHistory: '/user-trade-history',
  performance: '/performance',
  kycVerification: '/kycverification',
  subscriptionPayment: '/subscriptionpayment',

  /** Beyond the specification. */
  security: '/security',
  enrol: '/enrol',
  exchangeKey: '/exchange-key',
  invoices: '/invoices',
  invoicePayment: '/invoices/:invoiceId/pay',
  fund: '/fund',
  clubShare: '/club-share',
  webhooks: '/webhooks',
  alerts: '/alerts',
  calendar: '/calendar',
  notifications: '/notifications',
  notificationSettings: '/notification-settings',
  myData: '/my-data',
  taxReport: '/tax-report',
} as const;

/** The name of the referral code within the path above. */
export const REFERRAL_CODE_PARAM = 'refferalId';

/** Which of the list's invoices is open, in the query of the path. */
export const OPEN_INVOICE = 'invoice';
export const openInvoicePath = (invoiceId: string): string => `${paths.invoices}?${OPEN_INVOICE}=${encodeURIComponent(invoiceId)}`;
/** The name of the invoice's id within the path of its payment. */
export const INVOICE_PARAM = 'invoiceId';

export const invoicePaymentPath = (invoiceId: string): string =>
  paths.invoicePayment.replace(`:${INVOICE_PARAM}`, encodeURIComponent(invoiceId));

/** The page of an analysis; without its name that of all. */
export const analysisPath = (slug: string | null): string =>
  slug === null ? paths.analysis : `${paths.analysis}/${encodeURIComponent(slug)}`;

/** The page of an event for members; without its name that of all. */
export const calendarEventPath = (slug: string | null): string =>
  slug === null ? paths.calendar : `${paths.calendar}/${encodeURIComponent(slug)}`;
/** The same for visitors. */
export const publicEventPath = (slug: string): string => `${paths.events}/${encodeURIComponent(slug)}`;

export { hashLink };

/** Whether this is the page that is open now, outside of a render. */
export const isAt = (path: string): boolean => location.hash.split('?')[0] === hashLink(path);

/** Names the signal that the form is about, in the query of the path. */
export const ALERT_SIGNAL = 'signal';
export const alertsPathOf = (signalId: string): string => `${paths.alerts}?${ALERT_SIGNAL}=${encodeURIComponent(signalId)}`;
