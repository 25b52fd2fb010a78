import { admins, list, members, paging, type Route } from './route.js';

const NONE = '0'.repeat(64);
const signature = { version: '2026-12', sha256: NONE, name: 'Ada Lovelace' };
const wrongSignature = (name: string, body: object, field: string) => ({
  name,
  as: 'hedge fund' as const,
  body: { ...signature, ...body },
  status: 400,
  fields: [field],
});
const wrongAmount = (name: string, amount: unknown) => ({
  name,
  as: 'hedge fund' as const,
  body: { amount },
  status: 400,
  fields: ['amount'],
});
const wrongTick = (name: string, body: object, status: number, fields?: string[]) => ({
  name,
  as: 'admin' as const,
  body: { item: 'money_free', isDone: true, ...body },
  status,
  ...(fields && { fields }),
});
const amounts = [
  wrongAmount('nothing', '0'),
  wrongAmount('a number', 100),
  wrongAmount('three places', '1.005'),
  wrongAmount('a word', 'half'),
];

export const fundRoutes: Route[] = [
  { method: 'GET', path: '/me/fund', allowed: members, empty: 200 },
  { method: 'GET', path: '/me/fund/terms', allowed: members, empty: 200 },
  { method: 'GET', path: '/me/fund/days', allowed: members, empty: 200, bad: paging.map((one) => ({ ...one, as: 'trade club' as const })) },
  { method: 'GET', path: '/me/fund/case', allowed: members, empty: 404 },
  { method: 'GET', path: '/me/fund/invoices/{none}/case', allowed: members, empty: 404 },
  ...['{none}/pdf', 'nonsense/csv', 'nonsense/returns'].map((file): Route => ({
    method: 'GET',
    path: `/me/fund/statements/${file}`,
    allowed: members,
    empty: 404,
  })),
  {
    method: 'POST',
    path: '/me/fund/mandate',
    allowed: members,
    empty: 400,
    bad: [
      wrongSignature('no version', { version: '' }, 'version'),
      wrongSignature('a hash that is none', { sha256: 'x' }, 'sha256'),
      wrongSignature('no name', { name: ' ' }, 'name'),
      wrongSignature('an endless name', { name: 'x'.repeat(300) }, 'name'),
      { name: 'terms that are not there', as: 'hedge fund', body: signature, status: 409 },
      { name: 'no client of the fund', as: 'trade club', body: signature, status: 403 },
    ],
  },
  ...['/me/fund/redemptions', '/me/fund/redemptions/preview'].map((path): Route => ({
    method: 'POST',
    path,
    allowed: members,
    empty: 400,
    bad: [...amounts, { name: 'no mandate', as: 'hedge fund', body: { amount: 'all' }, status: 409 }],
  })),
  { method: 'POST', path: '/me/fund/redemptions/{none}/cancel', allowed: members, empty: 409 },
  { method: 'GET', path: '/admin/fund-book', allowed: admins, empty: 200 },
  {
    method: 'GET',
    path: '/admin/fund-mandates',
    allowed: admins,
    empty: 200,
    bad: [
      ...list({ needsMember: true }),
      { name: 'a state that is none', as: 'admin', query: 'filter={"state":"open"}', status: 400, fields: ['filter.state'] },
    ],
  },
  ...[
    '/admin/fund-mandates/{none}',
    '/admin/fund-mandates/nonsense',
    '/admin/fund-mandates/{none}/statements/nonsense/pdf',
    '/admin/fund-mandates/{none}/statements/nonsense/csv',
    '/admin/fund-mandates/{none}/statements/nonsense/returns',
  ].map((path): Route => ({
    method: 'GET',
    path,
    allowed: admins,
    empty: 404,
  })),
  { method: 'POST', path: '/admin/fund-mandates/{none}/countersign', allowed: admins, empty: 404 },
  {
    method: 'POST',
    path: '/admin/fund-mandates/{none}/decline',
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'an empty reason', as: 'admin', body: { reason: ' ' }, status: 400, fields: ['reason'] },
      { name: 'an endless reason', as: 'admin', body: { reason: 'x'.repeat(600) }, status: 400, fields: ['reason'] },
    ],
  },
  { method: 'GET', path: '/admin/fund-redemptions', allowed: admins, empty: 200 },
  ...['acknowledge', 'end-access', 'settle'].map((act): Route => ({
    method: 'POST',
    path: `/admin/fund-redemptions/{none}/${act}`,
    allowed: admins,
    empty: 404,
  })),
  {
    method: 'POST',
    path: '/admin/fund-redemptions/{none}/checklist',
    allowed: admins,
    empty: 400,
    bad: [
      wrongTick('an item that nobody ticks', { item: 'fees_invoiced' }, 400, ['item']),
      wrongTick('an item that there is not', { item: 'lunch' }, 400, ['item']),
      wrongTick('a tick that is a word', { isDone: 'yes' }, 400, ['isDone']),
      wrongTick('no redemption', {}, 404),
    ],
  },
  { method: 'GET', path: '/admin/fund-invoices', allowed: admins, empty: 200 },
  {
    method: 'POST',
    path: '/admin/fund-invoices',
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'no invoices', as: 'admin', body: { count: 0, total: '0.00' }, status: 400, fields: ['count'] },
      { name: 'a total that is a number', as: 'admin', body: { count: 1, total: 5 }, status: 400, fields: ['total'] },
      { name: 'another total than that of the dry run', as: 'admin', body: { count: 1, total: '5.00' }, status: 409 },
    ],
  },
];
