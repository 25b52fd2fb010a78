import { members, type BadRequest, type Route } from './route.js';

const none = '0190a1f0-0000-7000-8000-000000000001';
const price = { kind: 'price', asset: 'BTCUSDT', way: 'up', level: '60000' };
const near = { kind: 'signal-entry', signalId: none, percent: '1' };
const query = (text: string): BadRequest => ({ name: text, as: 'trade club', query: text, status: 400, fields: [text.split('=')[0]!] });
const body = (name: string, sent: object, field: string): BadRequest => ({
  name,
  as: 'trade club',
  body: sent,
  status: 400,
  fields: [field],
});

/** A member's own alerts. */
export const alertRoutes: Route[] = [
  { method: 'GET', path: '/me/alerts', allowed: members, empty: 200 },
  {
    method: 'GET',
    path: '/me/alerts/firings',
    allowed: members,
    empty: 200,
    bad: [query('limit=0'), query('limit=51'), query('before=yesterday')],
  },
  {
    method: 'POST',
    path: '/me/alerts',
    allowed: members,
    empty: 400,
    bad: [
      body('no kind', {}, 'kind'),
      body('a level that is none', { ...price, level: 'moon' }, 'level'),
      body('a pair that is none', { ...price, asset: 'BTC' }, 'asset'),
      body('a way that is none', { ...price, way: 'sideways' }, 'way'),
      body('a distance of everything', { ...near, percent: '100' }, 'percent'),
      body('a signal that is none', { ...near, signalId: 'x' }, 'signalId'),
      body('a field that it does not know', { ...price, userId: none }, 'userId'),
      { name: 'a member who may not see signals', as: 'hedge fund', body: price, status: 403 },
    ],
  },
  {
    method: 'PATCH',
    path: '/me/alerts/{none}',
    allowed: members,
    empty: 400,
    bad: [body('a state that is none', { state: 'fired' }, 'state')],
  },
  { method: 'DELETE', path: '/me/alerts/{none}', allowed: members, empty: 404 },
  { method: 'GET', path: '/me/alerts/account', allowed: members, empty: 200 },
  {
    method: 'PUT',
    path: '/me/alerts/account/drawdown',
    allowed: members,
    empty: 400,
    bad: [
      body('a percentage of everything', { percent: '100' }, 'percent'),
      body('a percentage that is a number', { percent: 10 }, 'percent'),
      { name: 'a member who may not see signals', as: 'hedge fund', body: { percent: '10' }, status: 403 },
    ],
  },
  { method: 'DELETE', path: '/me/alerts/account/drawdown', allowed: members, empty: 404 },
];
