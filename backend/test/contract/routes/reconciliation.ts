import { admins, list, members, type Route } from './route.js';

export const reconciliationRoutes: Route[] = [
  { method: 'GET', path: '/me/reconciliation', allowed: members, empty: 200 },
  {
    method: 'GET',
    path: '/admin/reconciliations',
    allowed: admins,
    empty: 200,
    bad: [
      ...list({ needsMember: true }),
      { name: 'a status that is none', as: 'admin', query: 'filter={"status":"fine"}', status: 400, fields: ['filter.status'] },
      { name: 'a kind that is none', as: 'admin', query: 'filter={"kind":"margin"}', status: 400, fields: ['filter.kind'] },
      { name: 'an empty asset', as: 'admin', query: 'filter={"asset":" "}', status: 400, fields: ['filter.asset'] },
      { name: 'an endless asset', as: 'admin', query: `filter={"asset":"${'X'.repeat(61)}"}`, status: 400, fields: ['filter.asset'] },
    ],
  },
  { method: 'GET', path: '/admin/members/{member}/reconciliation', allowed: admins, empty: 200 },
  { method: 'GET', path: '/admin/members/{none}/reconciliation', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/members/nonsense/reconciliation', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/members/{none}/reconcile', allowed: admins, empty: 404 },
  // A member without an exchange account.
  { method: 'POST', path: '/admin/members/{member}/reconcile', allowed: admins, empty: 409 },
];
