import { admins, list, type Route } from './route.js';

const wrongFilter = (name: string, filter: object, field: string) => ({
  name,
  as: 'admin' as const,
  query: `filter=${JSON.stringify(filter)}`,
  status: 400,
  fields: [`filter.${field}`],
});

export const chainTransferRoutes: Route[] = [
  {
    method: 'GET',
    path: '/admin/chain-transfers',
    allowed: admins,
    empty: 200,
    bad: [
      ...list(),
      wrongFilter('a state that is none', { state: 'lost' }, 'state'),
      wrongFilter('a reason that is none', { attention: 'theft' }, 'attention'),
      wrongFilter('a chain that is none', { chain: 'doge' }, 'chain'),
      wrongFilter('an empty search', { q: ' ' }, 'q'),
    ],
  },
  ...['{none}', 'nonsense'].map((id): Route => ({
    method: 'GET',
    path: `/admin/chain-transfers/${id}`,
    allowed: admins,
    empty: 404,
  })),
  { method: 'GET', path: '/admin/chain-transfers/{none}/booking', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/chain-transfers/{none}/book', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/chain-transfers/{none}/return', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/chain-transfers/{none}/dismiss', allowed: admins, empty: 404 },
];
