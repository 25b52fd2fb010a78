import { admins, list, members, type Route } from './route.js';

const badSymbols = (as: 'trade club' | 'admin'): Route['bad'] => [
  { name: 'no market and no symbol', as, body: {}, status: 400, fields: ['market', 'symbol'] },
  { name: 'a market that there is none of', as, body: { market: 'margin', symbol: 'BTCUSDT' }, status: 400, fields: ['market'] },
  { name: 'a symbol with a slash', as, body: { market: 'spot', symbol: 'BTC/USDT' }, status: 400, fields: ['symbol'] },
  { name: 'a symbol that is endless', as, body: { market: 'spot', symbol: 'A'.repeat(21) }, status: 400, fields: ['symbol'] },
  {
    name: 'a field that there is none of',
    as,
    body: { market: 'spot', symbol: 'BTCUSDT', accountId: 'x' },
    status: 400,
    fields: ['accountId'],
  },
];

export const liveRoutes: Route[] = [
  { method: 'GET', path: '/me/sync', allowed: members, empty: 200 },
  // Nobody in the table is verified.
  { method: 'POST', path: '/me/sync', allowed: members, empty: 409 },
  { method: 'POST', path: '/me/sync/symbols', allowed: members, empty: 400, bad: badSymbols('trade club') },
  {
    method: 'POST',
    path: '/admin/members/{none}/symbols',
    allowed: admins,
    empty: 400,
    bad: [
      ...badSymbols('admin')!,
      { name: 'a member that there is none of', as: 'admin', body: { market: 'spot', symbol: 'BTCUSDT' }, status: 404 },
    ],
  },
  { method: 'GET', path: '/admin/exchange-limits', allowed: admins, empty: 200 },
  { method: 'GET', path: '/admin/futures-income?filter={"userId":"{member}"}', allowed: admins, empty: 200 },
  { method: 'GET', path: '/admin/futures-income', allowed: admins, empty: 400, bad: list({ needsMember: true }) },
];
