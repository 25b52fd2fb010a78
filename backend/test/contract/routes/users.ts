import { admins, list, paging, signedIn, type BadRequest, type Route } from './route.js';

const status: BadRequest[] = [
  { name: 'a status that is none', as: 'admin', body: { status: 'rejected' }, status: 400, fields: ['status'] },
  { name: 'a field that is not the status', as: 'admin', body: { status: 'active', role: 'admin' }, status: 400, fields: ['role'] },
];
const userFilters: BadRequest[] = [
  { name: 'a status that is none', as: 'admin', query: 'filter={"status":"rejected"}', status: 400, fields: ['filter.status'] },
  { name: 'an object for a search', as: 'admin', query: 'filter={"q":{"$ne":1}}', status: 400, fields: ['filter.q'] },
  { name: 'an id that is none', as: 'admin', query: 'filter={"id":["x"]}', status: 400, fields: ['filter.id'] },
];

const nobody = '00000000-0000-4000-8000-000000000000';
const bulk: BadRequest[] = [
  { name: 'nobody', as: 'admin', body: { ids: [], action: 'activate' }, status: 400, fields: ['ids'] },
  {
    name: 'more than a hundred',
    as: 'admin',
    body: { ids: Array.from({ length: 101 }, () => nobody), action: 'activate' },
    status: 400,
    fields: ['ids'],
  },
  { name: 'an id that is none', as: 'admin', body: { ids: ['x'], action: 'activate' }, status: 400, fields: ['ids.0'] },
  { name: 'an act that is done one by one', as: 'admin', body: { ids: [nobody], action: 'delete' }, status: 400, fields: ['action'] },
  { name: 'a field of its own', as: 'admin', body: { ids: [nobody], action: 'activate', role: 'admin' }, status: 400, fields: ['role'] },
];

const assignment = { kind: 'kyc', itemId: nobody, assigneeId: nobody, from: null };

export const userRoutes: Route[] = [
  { method: 'GET', path: '/admindashboard', allowed: admins, empty: 200 },
  { method: 'GET', path: '/getalluser', allowed: admins, empty: 200, bad: paging },
  { method: 'GET', path: '/getrejecteduser', allowed: admins, empty: 200, bad: paging },
  { method: 'GET', path: '/userstatus/{none}', allowed: admins, empty: 404, stateChangingGet: true },
  { method: 'GET', path: '/userstatus/nonsense', allowed: admins, empty: 404, stateChangingGet: true },
  // Off, and on again by the next row.
  { method: 'GET', path: '/userstatus/{member}', allowed: admins, empty: 200, stateChangingGet: true },
  { method: 'POST', path: '/admin/users/{member}/activate', allowed: admins, empty: 200 },
  { method: 'DELETE', path: '/deleteuser/{none}', allowed: admins, empty: 404 },
  { method: 'DELETE', path: '/deleteuser/nonsense', allowed: admins, empty: 404 },
  { method: 'GET', path: '/restoreuser/{none}', allowed: admins, empty: 404, stateChangingGet: true },
  { method: 'GET', path: '/restoreuser/{member}', allowed: admins, empty: 409, stateChangingGet: true },
  {
    method: 'GET',
    path: '/admin/search',
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'no text', as: 'admin', status: 400, fields: ['q'] },
      { name: 'one character', as: 'admin', query: 'q=a', status: 400, fields: ['q'] },
      { name: 'a long text', as: 'admin', query: `q=${'x'.repeat(101)}`, status: 400, fields: ['q'] },
      { name: 'two texts', as: 'admin', query: 'q=anna&q=ben', status: 400, fields: ['q'] },
    ],
  },
  {
    method: 'GET',
    path: '/admin/inbox',
    allowed: admins,
    empty: 200,
    bad: [
      ...list(),
      { name: 'a kind that is none', as: 'admin', query: 'filter={"kind":"x"}', status: 400, fields: ['filter.kind'] },
      { name: 'an assignment that is none', as: 'admin', query: 'filter={"assigned":"x"}', status: 400, fields: ['filter.assigned'] },
    ],
  },
  {
    method: 'GET',
    path: '/admin/inbox/people',
    allowed: admins,
    empty: 400,
    bad: [{ name: 'a kind that is none', as: 'admin', query: 'kind=x', status: 400, fields: ['kind'] }],
  },
  {
    method: 'POST',
    path: '/admin/inbox/assign',
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'nothing', as: 'admin', body: {}, status: 400, fields: ['kind', 'itemId', 'assigneeId', 'from'] },
      { name: 'a kind that is none', as: 'admin', body: { ...assignment, kind: 'x' }, status: 400, fields: ['kind'] },
      { name: 'a long id', as: 'admin', body: { ...assignment, itemId: 'x'.repeat(101) }, status: 400, fields: ['itemId'] },
      { name: 'a person that is no id', as: 'admin', body: { ...assignment, assigneeId: 'x' }, status: 400, fields: ['assigneeId'] },
      { name: 'a time of its own', as: 'admin', body: { ...assignment, assignedAt: 'now' }, status: 400, fields: ['assignedAt'] },
      { name: 'an item that does not wait', as: 'admin', body: assignment, status: 404 },
    ],
  },
  { method: 'GET', path: '/admin/users', allowed: admins, empty: 200, bad: [...list(), ...userFilters] },
  { method: 'GET', path: '/admin/users/{member}', allowed: admins, empty: 200 },
  { method: 'GET', path: '/admin/users/{none}', allowed: admins, empty: 404 },
  { method: 'PUT', path: '/admin/users/{member}', allowed: admins, empty: 400, bad: status },
  { method: 'PATCH', path: '/admin/users/{member}', allowed: admins, empty: 400, bad: status },
  { method: 'DELETE', path: '/admin/users/{none}', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/users/{none}/deactivate', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/users/{none}/activate', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/users/bulk', allowed: admins, empty: 400, bad: bulk },
  // Not without a mistake: what it answers is no JSON.
  { method: 'GET', path: '/admin/users.csv?range=[0,1]', allowed: admins, empty: 400 },
  { method: 'POST', path: '/admin/users/{none}/end-sessions', allowed: admins, empty: 404 },
  {
    method: 'GET',
    path: '/admin/sessions',
    allowed: admins,
    empty: 400,
    bad: [
      ...list({ needsMember: true }),
      { name: 'an open that is neither', as: 'admin', query: 'filter={"open":"yes"}', status: 400, fields: ['filter.open'] },
    ],
  },
  { method: 'POST', path: '/admin/sessions/{none}/end', allowed: admins, empty: 404 },
  {
    method: 'GET',
    path: '/admin/mails',
    allowed: admins,
    empty: 400,
    bad: [
      ...list({ needsMember: true }),
      { name: 'a state that is none', as: 'admin', query: 'filter={"state":"lost"}', status: 400, fields: ['filter.state'] },
    ],
  },
  {
    method: 'GET',
    path: '/admin/notes',
    allowed: admins,
    empty: 400,
    bad: list({ needsMember: true }),
  },
  {
    method: 'POST',
    path: '/admin/notes',
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'a blank note', as: 'admin', body: { userId: nobody, text: ' ' }, status: 400, fields: ['text'] },
      { name: 'a long note', as: 'admin', body: { userId: nobody, text: 'x'.repeat(2001) }, status: 400, fields: ['text'] },
      { name: 'a user that is no id', as: 'admin', body: { userId: 'x', text: 'A note' }, status: 400, fields: ['userId'] },
      { name: 'an author', as: 'admin', body: { userId: nobody, text: 'A note', authorId: nobody }, status: 400, fields: ['authorId'] },
      { name: 'a user who is not there', as: 'admin', body: { userId: nobody, text: 'A note' }, status: 404 },
    ],
  },
  { method: 'DELETE', path: '/admin/notes/{none}', allowed: admins, empty: 404 },
  {
    method: 'GET',
    path: '/admin/users/{member}/timeline',
    allowed: admins,
    empty: 200,
    bad: [
      'x',
      'x_y',
      `2026-02-31T00:00:00.000000Z_${nobody}`,
      `0000-01-01T00:00:00.000000Z_${nobody}`,
      '2026-01-01T00:00:00.000000Z_x',
    ].map((before) => ({ name: `before=${before}`, as: 'admin', query: `before=${before}`, status: 400, fields: ['before'] })),
  },
  { method: 'GET', path: '/admin/users/{none}/timeline', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/rejected-users', allowed: admins, empty: 200, bad: list() },
  { method: 'GET', path: '/admin/rejected-users/{none}', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/rejected-users/{member}', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/rejected-users/{none}/restore', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/rejected-users/{member}/restore', allowed: admins, empty: 409 },
  { method: 'GET', path: '/getrefferals', allowed: signedIn, empty: 200, bad: paging },
  { method: 'GET', path: '/getrefferalsuser/AAAAAAAAAAAA', allowed: admins, empty: 404, bad: paging },
];
