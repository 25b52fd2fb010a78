import { admins, list, members, paging, type Route } from './route.js';

const wrongFilter = (name: string, filter: object, field: string) => ({
  name,
  as: 'admin' as const,
  query: `filter=${JSON.stringify(filter)}`,
  status: 400,
  fields: [`filter.${field}`],
});
const filters = [
  wrongFilter('a status that is none', { status: 'draft' }, 'status'),
  wrongFilter('a kind that is none', { kind: 'tips' }, 'kind'),
  wrongFilter('a member that is no id', { userId: 'x' }, 'userId'),
  wrongFilter('a day that is none', { from: '2026-02-30' }, 'from'),
];

const wrongPeriod = (name: string, query: string, field: string) => ({ name, as: 'admin' as const, query, status: 400, fields: [field] });
const periods = [
  wrongPeriod('a first day that is none', 'from=2026-02-30&to=2026-03-01', 'from'),
  wrongPeriod('no last day', 'from=2026-02-01', 'to'),
  wrongPeriod('an end before its start', 'from=2026-02-01&to=2026-01-31', 'to'),
  wrongPeriod('more than 400 days', 'from=2025-01-01&to=2026-12-31', 'to'),
];

export const invoiceRoutes: Route[] = [
  { method: 'GET', path: '/me/invoices', allowed: members, empty: 200, bad: paging.map((one) => ({ ...one, as: 'trade club' as const })) },
  ...[
    '/me/invoices/{none}',
    '/me/invoices/nonsense',
    '/me/invoices/{none}/pdf',
    '/me/invoices/{none}/credit-note/pdf',
    '/me/invoices/{none}/payment',
  ].map((path): Route => ({
    method: 'GET',
    path,
    allowed: members,
    empty: 404,
  })),
  {
    method: 'POST',
    path: '/me/invoices/{none}/quotes',
    allowed: members,
    empty: 400,
    bad: [
      { name: 'a chain that is none', as: 'trade club', body: { chain: 'doge' }, status: 400, fields: ['chain'] },
      { name: 'a field that is unknown', as: 'trade club', body: { chain: 'tron', usd: '1' }, status: 400 },
      { name: 'a chain that is not read here', as: 'trade club', body: { chain: 'tron' }, status: 409, fields: ['chain'] },
    ],
  },
  {
    method: 'POST',
    path: '/me/invoices/{none}/transactions',
    allowed: members,
    empty: 400,
    bad: [
      { name: 'a transaction id that is none', as: 'trade club', body: { txid: 'abc' }, status: 400, fields: ['txid'] },
      { name: 'an invoice that does not exist', as: 'trade club', body: { txid: 'a'.repeat(64) }, status: 404 },
    ],
  },
  // There is a wallet in the demo alone.
  { method: 'POST', path: '/me/invoices/{none}/demo-payment', allowed: members, empty: 404 },
  { method: 'GET', path: '/admin/invoices', allowed: admins, empty: 200, bad: [...list(), ...filters] },
  // Not without a mistake: what it answers is no JSON.
  { method: 'GET', path: '/admin/invoices.csv?filter={"status":"draft"}', allowed: admins, empty: 400 },
  ...['/admin/ledger.csv', '/admin/ledger.journal'].map((path): Route => ({
    method: 'GET',
    path,
    allowed: admins,
    empty: 400,
    bad: periods,
  })),
  ...['/admin/invoices/{none}', '/admin/invoices/nonsense', '/admin/invoices/{none}/pdf', '/admin/invoices/{none}/credit-note/pdf'].map(
    (path): Route => ({
      method: 'GET',
      path,
      allowed: admins,
      empty: 404,
    }),
  ),
  {
    method: 'POST',
    path: '/admin/invoices/{none}/void',
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'an empty reason', as: 'admin', body: { reason: ' ' }, status: 400, fields: ['reason'] },
      { name: 'an endless reason', as: 'admin', body: { reason: 'x'.repeat(600) }, status: 400, fields: ['reason'] },
      { name: 'a field that is unknown', as: 'admin', body: { reason: 'A mistake', status: 'paid' }, status: 400 },
    ],
  },
];
