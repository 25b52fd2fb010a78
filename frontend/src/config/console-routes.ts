/** The console lives under one base path; the specification's admin paths lead to these. */
export const consoleBase = '/admin';
export const consolePaths = {
  start: consoleBase,
  kycReviews: `${consoleBase}/kyc-reviews`,
  payments: `${consoleBase}/payments`,
  users: `${consoleBase}/users`,
  rejectedUsers: `${consoleBase}/rejected-users`,
  security: `${consoleBase}/security`,
  news: `${consoleBase}/news`,
  members: `${consoleBase}/members`,
  member: (userId: string) => `${consoleBase}/members/${encodeURIComponent(userId)}`,
  memberPage: (userId: string, page: MemberPage) => `${consoleBase}/members/${encodeURIComponent(userId)}/${page}`,
} as const;

export const isConsolePath = (path: string): boolean => path.split('?')[0] === consoleBase || path.startsWith(`${consoleBase}/`);

export type MemberPage = 'futures' | 'spot' | 'deposits' | 'withdrawals' | 'sync' | 'reconciliation';
