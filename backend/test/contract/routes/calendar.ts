import { admins, everybody, list, signedIn, type BadRequest, type Route } from './route.js';

const event = {
  kind: 'webinar',
  title: 'T',
  summary: 'S',
  description: 'D',
  language: null,
  startsAt: '2026-12-01T18:00:00Z',
  endsAt: '2026-12-01T19:00:00Z',
  audience: 'public',
  capacity: null,
  joinUrl: null,
};
const all = Object.keys(event);
const wrong = (name: string, query: string, fields: string[]): BadRequest => ({ name, query, status: 400, fields });
const wrongEvent = (name: string, change: object, fields: string[]): BadRequest => ({
  name,
  as: 'admin',
  body: { ...event, ...change },
  status: 400,
  fields,
});
const contents = (more: object): BadRequest[] => [
  wrongEvent('no title', { ...more, title: ' ' }, ['title']),
  wrongEvent('a kind that is none', { ...more, kind: 'party' }, ['kind']),
  wrongEvent('an endless description', { ...more, description: 'x'.repeat(10_001) }, ['description']),
  wrongEvent('a link that runs', { ...more, joinUrl: 'javascript:alert(1)' }, ['joinUrl']),
  wrongEvent('a link without https', { ...more, joinUrl: 'http://example.com' }, ['joinUrl']),
  wrongEvent('a day for a time', { ...more, startsAt: '2026-12-01' }, ['startsAt']),
  wrongEvent('an end before the start', { ...more, endsAt: '2026-12-01T17:00:00Z' }, ['endsAt']),
  wrongEvent('two days', { ...more, endsAt: '2026-12-03T18:00:00Z' }, ['endsAt']),
  wrongEvent('no places', { ...more, capacity: 0 }, ['capacity']),
  wrongEvent('a field of its own', { ...more, state: 'published' }, ['state']),
];
const nothing = (...fields: string[]): BadRequest => ({ name: 'nothing', as: 'admin', body: {}, status: 400, fields });
const unknown = (body: object): BadRequest => ({ name: 'an event that does not exist', as: 'admin', body, status: 404 });
const lists = [
  wrong('a time that is none', 'when=soon', ['when']),
  wrong('a position that is none', 'after=x', ['after']),
  wrong('a limit of nothing', 'limit=0', ['limit']),
  wrong('an endless limit', 'limit=51', ['limit']),
];

export const calendarRoutes: Route[] = [
  { method: 'GET', path: '/calendar/events', allowed: everybody, empty: 200, bad: lists },
  { method: 'GET', path: '/calendar/events/nonsense', allowed: everybody, empty: 404 },
  {
    method: 'GET',
    path: '/me/calendar/events',
    allowed: signedIn,
    empty: 200,
    bad: [...lists, wrong('somebody else’s', 'mine=x', ['mine'])].map((bad) => ({ ...bad, as: 'trade club' as const })),
  },
  { method: 'GET', path: '/me/calendar/events/nonsense', allowed: signedIn, empty: 404 },
  { method: 'PUT', path: '/me/calendar/events/nonsense/signup', allowed: signedIn, empty: 404 },
  { method: 'DELETE', path: '/me/calendar/events/nonsense/signup', allowed: signedIn, empty: 404 },
  { method: 'GET', path: '/me/calendar/events/nonsense/event.ics', allowed: signedIn, empty: 404 },
  { method: 'GET', path: '/me/calendar.ics', allowed: signedIn, empty: 200 },
  {
    method: 'GET',
    path: '/admin/calendar',
    allowed: admins,
    empty: 200,
    bad: [
      ...list(),
      { name: 'an unknown state', as: 'admin', query: 'filter={"state":"x"}', status: 400, fields: ['filter.state'] },
      { name: 'an unknown kind', as: 'admin', query: 'filter={"kind":"x"}', status: 400, fields: ['filter.kind'] },
      { name: 'an unknown audience', as: 'admin', query: 'filter={"audience":"x"}', status: 400, fields: ['filter.audience'] },
    ],
  },
  { method: 'GET', path: '/admin/calendar/{none}', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/calendar/{none}/effects', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/calendar/{none}/signups', allowed: admins, empty: 404, bad: list() },
  { method: 'POST', path: '/admin/calendar', allowed: admins, empty: 400, bad: [nothing(...all), ...contents({})] },
  {
    method: 'PUT',
    path: '/admin/calendar/{none}',
    allowed: admins,
    empty: 400,
    bad: [nothing(...all, 'revision'), ...contents({ revision: 1 }), unknown({ ...event, revision: 1 })],
  },
  {
    method: 'POST',
    path: '/admin/calendar/{none}/correct',
    allowed: admins,
    empty: 400,
    bad: [nothing(...all, 'revision'), ...contents({ revision: 1 }), unknown({ ...event, revision: 1 })],
  },
  ...['publish', 'cancel'].map((move): Route => ({
    method: 'POST',
    path: `/admin/calendar/{none}/${move}`,
    allowed: admins,
    empty: 400,
    bad: [nothing('revision'), unknown({ revision: 1 })],
  })),
  {
    method: 'PUT',
    path: '/admin/calendar/{none}/recording',
    allowed: admins,
    empty: 400,
    bad: [
      nothing('revision', 'recordingUrl'),
      { name: 'a link without https', as: 'admin', body: { revision: 1, recordingUrl: 'ftp://x' }, status: 400, fields: ['recordingUrl'] },
      unknown({ revision: 1, recordingUrl: null }),
    ],
  },
];
