import { admins, list, paging, signedIn, type Route } from './route.js';

export const auditRoutes: Route[] = [
  {
    method: 'GET',
    path: '/admin/audit-events',
    allowed: admins,
    empty: 200,
    bad: [
      ...list(),
      { name: 'a sort by anything but time', as: 'admin', query: 'sort=["action","ASC"]', status: 400, fields: ['sort'] },
      { name: 'an id that is none', as: 'admin', query: 'filter={"id":["x"]}', status: 400, fields: ['filter.id'] },
      { name: 'an actor that is no id', as: 'admin', query: 'filter={"actorId":"x"}', status: 400, fields: ['filter.actorId'] },
      { name: 'somebody who is no id', as: 'admin', query: 'filter={"about":"x"}', status: 400, fields: ['filter.about'] },
      { name: 'a moment that is none', as: 'admin', query: 'filter={"from":"yesterday"}', status: 400, fields: ['filter.from'] },
      { name: 'an end that is none', as: 'admin', query: 'filter={"to":7}', status: 400, fields: ['filter.to'] },
      { name: 'a NUL in an action', as: 'admin', query: 'filter={"action":"a\\u0000"}', status: 400, fields: ['filter.action'] },
      {
        name: 'an endless beginning of an action',
        as: 'admin',
        query: `filter={"q":"${'a'.repeat(500)}"}`,
        status: 400,
        fields: ['filter.q'],
      },
      { name: 'an object for a target', as: 'admin', query: 'filter={"targetId":{"a":1}}', status: 400, fields: ['filter.targetId'] },
    ],
  },
  // What it answers otherwise is a file, which has a test of its own.
  { method: 'GET', path: '/admin/audit-events.csv?filter={"actorId":"x"}', allowed: admins, empty: 400 },
  { method: 'GET', path: '/admin/audit-events/actions', allowed: admins, empty: 200 },
  { method: 'GET', path: '/admin/audit-events/chain', allowed: admins, empty: 200 },
  { method: 'POST', path: '/admin/audit-events/chain/verify', allowed: admins, empty: 202 },
  { method: 'GET', path: '/admin/audit-events/{none}', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/audit-events/nonsense', allowed: admins, empty: 404 },
  { method: 'GET', path: '/me/file-views', allowed: signedIn, empty: 200, bad: paging },
];
