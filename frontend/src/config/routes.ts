/**
 * Every path of the hash router (specification, section 2), spelt as its clients know it. A path stands here before its
 * screen exists; `app/app.tsx` says which screens there are, everything else shows the not-found page.
 */
export const paths = {
  landing: '/',
  register: '/register',
  registerWithCode: '/register/:refferalId?',
  login: '/login',
  terms: '/term',
  disclaimer: '/disclamer',
  publicResources: '/page_resources',
  forgotPassword: '/forgetpassword',
  changePassword: '/changepassword/:token',
  confirmEmail: '/emailconfirm/:token?',
  checkYourMail: '/redirectform',

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
} as const;

/** The name of the referral code within the path above. */
export const REFERRAL_CODE_PARAM = 'refferalId';

/** Paths that anybody may open: a failed profile fetch on any other path ends the session. */
const publicPaths = [
  paths.landing,
  paths.register,
  paths.login,
  paths.terms,
  paths.disclaimer,
  paths.publicResources,
  paths.forgotPassword,
  '/changepassword',
  '/emailconfirm',
  paths.checkYourMail,
];

export function isPublicPath(pathname: string): boolean {
  return publicPaths.some((path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)));
}

/** The console lives under one base path; the specification's admin paths lead to these. */
export const consoleBase = '/admin';
export const consolePaths = {
  start: consoleBase,
  kycReviews: `${consoleBase}/kyc-reviews`,
  members: `${consoleBase}/members`,
  member: (userId: string) => `${consoleBase}/members/${encodeURIComponent(userId)}`,
  memberPage: (userId: string, page: MemberPage) => `${consoleBase}/members/${encodeURIComponent(userId)}/${page}`,
} as const;

export type MemberPage = 'futures' | 'spot' | 'deposits' | 'withdrawals';

/** A link to a path outside the router: the landing page has none. */
export const hashLink = (path: string) => `#${path}`;
