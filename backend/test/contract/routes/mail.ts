import { admins, everybody, list, type BadRequest, type Route } from './route.js';

const mailText = { subject: 'Hello', message: 'Dear all' };
const wrongText = (name: string, change: object, fields: string[]): BadRequest => ({
  name,
  as: 'admin',
  body: { ...mailText, ...change },
  status: 400,
  fields,
});
const texts = (whom: object): BadRequest[] => [
  wrongText('a subject of two lines', { ...whom, subject: 'Hello\r\nBcc: everybody@example.com' }, ['subject']),
  wrongText('a subject that turns the direction of writing', { ...whom, subject: 'Pay \u202Egpj' }, ['subject']),
  wrongText('an endless subject', { ...whom, subject: 'x'.repeat(201) }, ['subject']),
  wrongText('an empty message', { ...whom, message: ' \n' }, ['message']),
  wrongText('an endless message', { ...whom, message: 'x'.repeat(10_001) }, ['message']),
  wrongText('a message with a control character', { ...whom, message: 'a\u0007' }, ['message']),
];
const noFields = (...fields: string[]): BadRequest => ({ name: 'no field at all', as: 'admin', body: {}, status: 400, fields });

const planned: BadRequest[] = [
  wrongText('a segment of another audience', { audience: 'all', segment: { version: 1 } }, ['segment']),
  wrongText('an unknown condition', { audience: 'segment', segment: { version: 1, vip: true } }, ['segment.vip']),
  wrongText('an unknown personal field', { audience: 'all', message: '{{nick}}' }, ['message']),
  wrongText('a time that has passed', { audience: 'all', schedule: { at: 'moment', startsAt: '2020-01-01T00:00:00Z' } }, [
    'schedule.startsAt',
  ]),
];

export const mailRoutes: Route[] = [
  {
    method: 'POST',
    path: '/senduseremail',
    allowed: admins,
    empty: 400,
    bad: [
      noFields('user', 'subject', 'message'),
      ...texts({ user: 'all' }),
      wrongText('an address for a user', { user: 'ann@example.com' }, ['user']),
      wrongText('a list for a user', { user: ['all'] }, ['user']),
      { name: 'a user that nobody is', as: 'admin', body: { ...mailText, user: '00000000-0000-4000-8000-000000000000' }, status: 404 },
    ],
  },
  { method: 'GET', path: '/admin/broadcasts', allowed: admins, empty: 200, bad: list() },
  {
    method: 'POST',
    path: '/admin/broadcasts',
    allowed: admins,
    empty: 400,
    bad: [
      noFields('audience', 'subject', 'message'),
      ...texts({ audience: 'all' }),
      wrongText('a field of its own', { audience: 'all', state: 'done' }, ['state']),
      wrongText('an unknown kind', { audience: 'all', kind: 'spam' }, ['kind']),
      ...planned,
    ],
  },
  {
    method: 'PUT',
    path: '/admin/broadcasts/{none}',
    allowed: admins,
    empty: 400,
    bad: [
      noFields('audience', 'subject', 'message'),
      ...texts({ audience: 'all' }),
      ...planned.slice(0, 3),
      { name: 'a broadcast that does not exist', as: 'admin', body: { ...mailText, audience: 'all' }, status: 404 },
    ],
  },
  {
    method: 'POST',
    path: '/admin/broadcasts/reach',
    allowed: admins,
    empty: 400,
    bad: [
      noFields('audience'),
      { name: 'a segment that is a text', as: 'admin', body: { audience: 'segment', segment: 'x' }, status: 400, fields: ['segment'] },
      { name: 'a user that nobody is', as: 'admin', body: { audience: '00000000-0000-4000-8000-000000000000' }, status: 404 },
    ],
  },
  { method: 'GET', path: '/admin/broadcasts/fields', allowed: admins, empty: 200 },
  {
    method: 'POST',
    path: '/admin/broadcasts/preview',
    allowed: admins,
    empty: 400,
    bad: [noFields('subject', 'message'), ...texts({}), wrongText('somebody to send it to', { audience: 'all' }, ['audience'])],
  },
  {
    method: 'POST',
    path: '/admin/broadcasts/test',
    allowed: admins,
    empty: 400,
    bad: [noFields('subject', 'message'), ...texts({}), wrongText('somebody else to send it to', { audience: 'all' }, ['audience'])],
  },
  {
    method: 'GET',
    path: '/admin/broadcasts/audiences',
    allowed: admins,
    empty: 200,
    bad: [
      { name: 'a user that is no id', as: 'admin', query: 'user=x', status: 400, fields: ['user'] },
      { name: 'a user that nobody is', as: 'admin', query: 'user=00000000-0000-4000-8000-000000000000', status: 404 },
    ],
  },
  { method: 'GET', path: '/admin/broadcasts/{none}', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/broadcasts/{none}/recipients', allowed: admins, empty: 404, bad: list() },
  { method: 'GET', path: '/admin/broadcasts/{none}/recipients.csv', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/broadcasts/{none}/pause', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/broadcasts/{none}/resume', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/broadcasts/{none}/cancel', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/dead-letters', allowed: admins, empty: 200, bad: list() },
  { method: 'GET', path: '/admin/dead-letters/{none}', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/dead-letters/{none}/retry', allowed: admins, empty: 404 },
  { method: 'DELETE', path: '/admin/dead-letters/{none}', allowed: admins, empty: 404 },
  { method: 'GET', path: '/public/unsubscribe/nonsense', allowed: everybody, empty: 404 },
  { method: 'POST', path: '/public/unsubscribe/nonsense', allowed: everybody, empty: 404 },
];
