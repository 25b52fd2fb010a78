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
  {
    method: 'GET',
    path: '/admin/chain-transfers/{none}/booking',
    allowed: admins,
    empty: 404,
  },
  {
    method: 'POST',
    path: '/admin/chain-transfers/{none}/book',
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'a value that is none', as: 'admin', body: { invoice: 'TM-1', value: '1e3' }, status: 400, fields: ['value'] },
      { name: 'a number instead of text', as: 'admin', body: { invoice: 'TM-1', value: 50 }, status: 400, fields: ['value'] },
      { name: 'an endless number', as: 'admin', body: { invoice: 'x'.repeat(50), value: '1' }, status: 400, fields: ['invoice'] },
      { name: 'a field that is unknown', as: 'admin', body: { invoice: 'TM-1', value: '1', usd: '2' }, status: 400 },
      { name: 'a payment that is unknown', as: 'admin', body: { invoice: 'TM-1', value: '1' }, status: 404 },
    ],
  },
  ...['return', 'dismiss'].map((what): Route => ({
    method: 'POST',
    path: `/admin/chain-transfers/{none}/${what}`,
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'no note', as: 'admin', body: { note: ' ' }, status: 400, fields: ['note'] },
      { name: 'an endless note', as: 'admin', body: { note: 'x'.repeat(600) }, status: 400, fields: ['note'] },
      { name: 'a field that is unknown', as: 'admin', body: { note: 'Sent back', usd: '2' }, status: 400 },
      { name: 'a payment that is unknown', as: 'admin', body: { note: 'Sent back' }, status: 404 },
    ],
  })),
];
