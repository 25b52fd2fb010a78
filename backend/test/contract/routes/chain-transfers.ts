import { admins, list, type Route } from './route.js';

const wrongFilter = (name: string, filter: object, field: string) => ({
  name,
  as: 'admin' as const,
  query: `filter=${JSON.stringify(filter)}`,
  status: 400,
  fields: [`filter.${field}`],
});
const none = '0'.repeat(64);

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
  ...[`tron:${none}:0`, `doge:${none}:0`, `tron:${none}:-1`, `tron:${none}:9999999999`, '{none}', 'nonsense'].map((id): Route => ({
    method: 'GET',
    path: `/admin/chain-transfers/${id}`,
    allowed: admins,
    empty: 404,
  })),
];
