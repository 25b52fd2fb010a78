import { admins, list, paging, signedIn, type Route } from './route.js';

const history = (path: string): Route[] => [
  { method: 'GET', path: `/${path}/{own}`, allowed: signedIn, empty: path === 'wallet' ? 200 : 200 },
  { method: 'GET', path: `/${path}/{member}`, allowed: admins, empty: 200, ...(path !== 'wallet' && { bad: paging }) },
  { method: 'GET', path: `/${path}/{none}`, allowed: admins, empty: 404 },
  { method: 'GET', path: `/${path}/nonsense`, allowed: admins, empty: 404 },
];


export const exchangeRoutes: Route[] = [
  ...['wallet', 'open_trade', 'open_position', 'trade_history', 'spot_trade', 'deposit_history', 'withdraw_history'].flatMap(history),
  { method: 'GET', path: '/admin/members', allowed: admins, empty: 200, bad: list() },
  { method: 'GET', path: '/admin/members/{none}', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/members/{none}/sync', allowed: admins, empty: 404 },
  ...['spot-trades', 'futures-trades', 'futures-orders', 'futures-positions', 'deposits', 'withdrawals', 'balances'].map((name): Route => ({
    method: 'GET', path: `/admin/${name}?filter={"userId":"{member}"}`, allowed: admins, empty: 200,
  })),
  ...['spot-trades', 'futures-trades', 'futures-orders', 'futures-positions', 'deposits', 'withdrawals', 'balances', 'sync-runs'].map((name): Route => ({
    method: 'GET', path: `/admin/${name}`, allowed: admins, empty: name === 'sync-runs' ? 200 : 400, bad: list({ needsMember: true }),
  })),
  { method: 'GET', path: '/admin/sync-runs/{none}', allowed: admins, empty: 404 },
];
