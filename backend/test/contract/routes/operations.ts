import { admins, list, type BadRequest, type Route } from './route.js';

const NONE = '00000000-0000-4000-8000-000000000000';
const chosen = (id: string): BadRequest[] => [
  { name: 'no field at all', as: 'admin', body: {}, status: 400, fields: ['action', 'ids'] },
  { name: 'an action that is none', as: 'admin', body: { action: 'burn', ids: [id] }, status: 400, fields: ['action'] },
  { name: 'nobody chosen', as: 'admin', body: { action: 'retry', ids: [] }, status: 400, fields: ['ids'] },
  {
    name: 'more than are taken at once',
    as: 'admin',
    body: { action: 'retry', ids: Array.from({ length: 101 }, () => id) },
    status: 400,
    fields: ['ids'],
  },
  { name: 'a field of its own', as: 'admin', body: { action: 'drop', ids: [id], all: true }, status: 400, fields: ['all'] },
];

export const operationRoutes: Route[] = [
  { method: 'GET', path: '/admin/dashboard/counters', allowed: admins, empty: 200 },
  {
    method: 'GET',
    path: '/admin/dashboard/trends',
    allowed: admins,
    empty: 200,
    bad: ['days=7', 'days=3650', 'days=x', 'days=-30'].map((query) => ({
      name: `the days of ${query}`,
      as: 'admin',
      query,
      status: 400,
      fields: ['days'],
    })),
  },
  { method: 'GET', path: '/admin/dashboard/sync', allowed: admins, empty: 200 },
  { method: 'GET', path: '/admin/dashboard/mail', allowed: admins, empty: 200 },
  { method: 'GET', path: '/admin/operations/queues', allowed: admins, empty: 200 },
  { method: 'GET', path: '/admin/operations/system', allowed: admins, empty: 200 },
  { method: 'GET', path: '/admin/operations/keyring', allowed: admins, empty: 200 },
  { method: 'POST', path: '/admin/operations/probes/mail', allowed: admins, empty: 200 },
  { method: 'POST', path: '/admin/operations/probes/exchanges', allowed: admins, empty: 200 },
  { method: 'GET', path: '/admin/failed-jobs', allowed: admins, empty: 200, bad: list() },
  { method: 'GET', path: '/admin/failed-jobs/{none}', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/failed-jobs/nonsense', allowed: admins, empty: 404 },
  {
    method: 'POST',
    path: '/admin/failed-jobs/bulk',
    allowed: admins,
    empty: 400,
    bad: [
      ...chosen('system~nothing'),
      { name: 'an id that is none', as: 'admin', body: { action: 'retry', ids: ['nonsense'] }, status: 400, fields: ['ids.0'] },
    ],
  },
  { method: 'POST', path: '/admin/failed-jobs/{none}/retry', allowed: admins, empty: 404 },
  { method: 'DELETE', path: '/admin/failed-jobs/{none}', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/dead-letters/bulk', allowed: admins, empty: 400, bad: chosen(NONE) },
];
