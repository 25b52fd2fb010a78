import { admins, list, members, paging, type Route } from './route.js';

export const clubShareRoutes: Route[] = [
  { method: 'GET', path: '/me/club-share', allowed: members, empty: 200 },
  {
    method: 'GET',
    path: '/me/club-share/lines',
    allowed: members,
    empty: 200,
    bad: paging.map((one) => ({ ...one, as: 'trade club' as const })),
  },
  { method: 'GET', path: '/me/club-share/case', allowed: members, empty: 404 },
  {
    method: 'POST',
    path: '/me/club-share/disputes',
    allowed: members,
    empty: 400,
    bad: [
      { name: 'no trade', as: 'trade club', body: { entry: '', exit: 'x', reason: 'Not mine' }, status: 400, fields: ['entry'] },
      {
        name: 'an endless trade',
        as: 'trade club',
        body: { entry: 'x', exit: 'x'.repeat(300), reason: 'No' },
        status: 400,
        fields: ['exit', 'reason'],
      },
      { name: 'a line that is none', as: 'trade club', body: { entry: 'x', exit: 'y', reason: 'Not mine' }, status: 404 },
    ],
  },
  { method: 'POST', path: '/me/club-share/disputes/{none}/withdraw', allowed: members, empty: 404 },
  { method: 'GET', path: '/me/club-share/invoices/{none}/case', allowed: members, empty: 404 },
  { method: 'GET', path: '/admin/share-invoices', allowed: admins, empty: 200 },
  {
    method: 'POST',
    path: '/admin/share-invoices',
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'no invoices', as: 'admin', body: { count: 0, total: '0.00' }, status: 400, fields: ['count'] },
      { name: 'a total that is a number', as: 'admin', body: { count: 1, total: 5 }, status: 400, fields: ['total'] },
      { name: 'another total than that of the dry run', as: 'admin', body: { count: 1, total: '5.00' }, status: 409 },
    ],
  },
  {
    method: 'POST',
    path: '/admin/share-invoices/close-cycle',
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'an end that is no time', as: 'admin', body: { closesAt: 'today' }, status: 400, fields: ['closesAt'] },
      { name: 'another end than that of the dry run', as: 'admin', body: { closesAt: '2020-01-01T00:00:00.000Z' }, status: 409 },
    ],
  },
  {
    method: 'GET',
    path: '/admin/share-disputes',
    allowed: admins,
    empty: 200,
    bad: [
      ...list({ needsMember: true }),
      { name: 'a state that is none', as: 'admin', query: 'filter={"state":"closed"}', status: 400, fields: ['filter.state'] },
    ],
  },
  ...['uphold', 'drop'].map((act): Route => ({
    method: 'POST',
    path: `/admin/share-disputes/{none}/${act}`,
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'an empty reason', as: 'admin', body: { reason: ' ' }, status: 400, fields: ['reason'] },
      { name: 'a dispute that is none', as: 'admin', body: { reason: 'As agreed' }, status: 404 },
    ],
  })),
];
