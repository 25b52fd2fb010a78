import { admins, list, paging, signedIn, type BadRequest, type Route } from './route.js';

const filter = (name: string, field: string, value: string): BadRequest => ({
  name,
  as: 'admin',
  query: `filter={"${field}":"${value}"}`,
  status: 400,
  fields: [`filter.${field}`],
});
/** `from` and `to` of a history: days, the first not after the last. Positions have a moment and no history: they take days as well. */
const days = (name: string): BadRequest[] => [
  {
    name: `a first day of ${name} that is none`,
    as: 'admin',
    query: 'filter={"userId":"00000000-0000-4000-8000-000000000000","from":"2026-02-30"}',
    status: 400,
    fields: ['filter.from'],
  },
  {
    name: `a last day of ${name} before the first`,
    as: 'admin',
    query: 'filter={"userId":"00000000-0000-4000-8000-000000000000","from":"2026-02-03","to":"2026-02-02"}',
    status: 400,
    fields: ['filter.to'],
  },
];
const memberFilters = [
  filter('a state that there is none of', 'state', 'asleep'),
  filter('a key state that there is none of', 'keyState', 'x'),
  filter('an exchange that there is none of', 'venue', 'kraken'),
];

const history = (path: string): Route[] => [
  { method: 'GET', path: `/${path}/{own}`, allowed: signedIn, empty: path === 'wallet' ? 200 : 200 },
  { method: 'GET', path: `/${path}/{member}`, allowed: admins, empty: 200, ...(path !== 'wallet' && { bad: paging }) },
  { method: 'GET', path: `/${path}/{none}`, allowed: admins, empty: 404 },
  { method: 'GET', path: `/${path}/nonsense`, allowed: admins, empty: 404 },
];

export const exchangeRoutes: Route[] = [
  ...['wallet', 'open_trade', 'open_position', 'trade_history', 'spot_trade', 'deposit_history', 'withdraw_history'].flatMap(history),
  { method: 'GET', path: '/admin/members', allowed: admins, empty: 200, bad: [...list(), ...memberFilters] },
  { method: 'GET', path: '/admin/members/{none}', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/members/{none}/sync', allowed: admins, empty: 404 },
  ...['spot-trades', 'futures-trades', 'futures-orders', 'futures-positions', 'deposits', 'withdrawals', 'balances'].map((name): Route => ({
    method: 'GET',
    path: `/admin/${name}?filter={"userId":"{member}"}`,
    allowed: admins,
    empty: 200,
  })),
  ...['spot-trades', 'futures-trades', 'futures-orders', 'futures-positions', 'deposits', 'withdrawals', 'balances', 'sync-runs'].map(
    (name): Route => ({
      method: 'GET',
      path: `/admin/${name}`,
      allowed: admins,
      empty: name === 'sync-runs' ? 200 : 400,
      bad: [
        ...list({ needsMember: true }),
        ...(name === 'balances' || name === 'sync-runs' ? [] : days(name)),
        ...(name === 'sync-runs' ? [filter('a trigger that there is none of', 'trigger', 'x')] : []),
      ],
    }),
  ),
  { method: 'GET', path: '/admin/sync-runs/{none}', allowed: admins, empty: 404 },
];
