import { members, type BadRequest, type Route } from './route.js';

const position = '1795420800123456-0190a1f0-0000-7000-8000-000000000001';
const query = (text: string): BadRequest => ({ name: text, as: 'trade club', query: text, status: 400, fields: [text.split('=')[0]!] });
const body = (name: string, sent: object, field: string): BadRequest => ({
  name,
  as: 'trade club',
  body: sent,
  status: 400,
  fields: [field],
});

/** The notification centre. */
export const noticeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/me/notifications',
    allowed: members,
    empty: 200,
    bad: [query('limit=0'), query('limit=51'), query('limit=all'), query('before=yesterday'), query("before=1' or true")],
  },
  { method: 'GET', path: '/me/notifications/unread', allowed: members, empty: 200 },
  {
    method: 'POST',
    path: '/me/notifications/read',
    allowed: members,
    empty: 400,
    bad: [
      body('no position', {}, 'upTo'),
      body('a position that is none', { upTo: 'now' }, 'upTo'),
      body('a number for a position', { upTo: 5 }, 'upTo'),
      body("somebody else's list", { upTo: position, userId: 'x' }, 'userId'),
    ],
  },
  { method: 'POST', path: '/me/notifications/{none}/read', allowed: members, empty: 404 },
];
