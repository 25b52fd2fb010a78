import { admins, everybody, list, members, signedIn, type Route } from './route.js';

/** A member's own data: a copy of it, and to be forgotten. Nobody here has confirmed an act just now: 403 with `stepUp`. */
export const privacyRoutes: Route[] = [
  { method: 'GET', path: '/me/export', allowed: members, empty: 200 },
  { method: 'POST', path: '/me/export', allowed: [], empty: 403 },
  { method: 'POST', path: '/me/export/link', allowed: [], empty: 403 },
  { method: 'GET', path: '/me/export/{none}/archive', allowed: everybody, empty: 403 },
  { method: 'GET', path: '/me/erasure', allowed: members, empty: 200 },
  { method: 'POST', path: '/me/erasure', allowed: [], empty: 403 },
  // Nobody here has asked.
  { method: 'DELETE', path: '/me/erasure', allowed: members, empty: 409 },
  {
    method: 'GET',
    path: '/admin/erasure-requests',
    allowed: admins,
    empty: 200,
    bad: [
      ...list({ needsMember: true }),
      { name: 'a state that there is not', as: 'admin', query: 'filter={"state":"gone"}', status: 400, fields: ['filter.state'] },
    ],
  },
  { method: 'GET', path: '/admin/erasure-requests/{none}', allowed: admins, empty: 404 },
  {
    method: 'POST',
    path: '/admin/erasure-requests/{none}/decide',
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'a decision that there is not', as: 'admin', body: { decision: 'forget' }, status: 400, fields: ['decision'] },
      { name: 'a refusal without a reason', as: 'admin', body: { decision: 'refuse' }, status: 400, fields: ['reason'] },
      {
        name: 'a field that there is not',
        as: 'admin',
        body: { decision: 'complete', state: 'completed' },
        status: 400,
        fields: ['state'],
      },
      { name: 'nobody’s request', as: 'admin', body: { decision: 'complete' }, status: 404 },
    ],
  },
];

/** Nobody here has paid: members read how to get there. */
export const resourceRoutes: Route[] = [
  { method: 'GET', path: '/me/resources/pages/{none}', allowed: admins, empty: 404 },
  { method: 'GET', path: '/me/resources/handbook', allowed: admins, empty: 200 },
  { method: 'GET', path: '/me/resources/handbook/file', allowed: everybody, empty: 403 },
  { method: 'GET', path: '/me/lessons', allowed: admins, empty: 200 },
  { method: 'GET', path: '/me/lessons/{none}', allowed: admins, empty: 404 },
  { method: 'POST', path: '/me/lessons/{none}/open', allowed: admins, empty: 404 },
  { method: 'POST', path: '/me/lessons/{none}/read', allowed: admins, empty: 404 },
  { method: 'PUT', path: '/me/lessons/{none}/bookmark', allowed: admins, empty: 404 },
  { method: 'DELETE', path: '/me/lessons/{none}/bookmark', allowed: admins, empty: 404 },
  {
    method: 'POST',
    path: '/me/lessons/{none}/quiz',
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'no answers', as: 'admin', body: {}, status: 400, fields: ['answers'] },
      { name: 'answers that are a list', as: 'admin', body: { answers: ['a'] }, status: 400, fields: ['answers'] },
      { name: 'an answer that is no text', as: 'admin', body: { answers: { q1: 1 } }, status: 400, fields: ['answers.q1'] },
      { name: 'another member', as: 'admin', body: { answers: { q1: 'a' }, userId: 'x' }, status: 400, fields: ['userId'] },
      { name: 'a lesson that there is not', as: 'admin', body: { answers: { q1: 'a' } }, status: 404 },
    ],
  },
  { method: 'GET', path: '/me/news', allowed: signedIn, empty: 200 },
];
