import { admins, members, signedIn, type BadRequest, type Route } from './route.js';

const bad = (name: string, query: string, ...fields: string[]): BadRequest => ({ name, as: 'trade club', query, status: 400, fields });
const wishes = (coin: boolean): BadRequest[] => [
  bad('a sort that has no index', 'sort=fee', 'sort'),
  bad('a sort of the object’s own', 'sort=constructor', 'sort'),
  bad('a direction that is SQL', 'order=asc;drop table users', 'order'),
  bad('a day that there was none of', 'from=2026-02-30', 'from'),
  bad('a moment in the place of a day', 'to=2026-02-03T00:00:00Z', 'to'),
  bad('a day out of reach', 'from=0001-01-01', 'from'),
  bad('a range that ends before it begins', 'from=2026-02-03&to=2026-02-02', 'to'),
  bad('an empty name', coin ? 'coin=' : 'symbol=', coin ? 'coin' : 'symbol'),
  bad('an endless name', `${coin ? 'coin' : 'symbol'}=${'X'.repeat(61)}`, coin ? 'coin' : 'symbol'),
  bad('a filter of another list', coin ? 'symbol=BTC' : 'coin=BTC', coin ? 'symbol' : 'coin'),
];

export const historyRoutes: Route[] = [
  // A history that there is none of; what the others answer is a file, which has a test of its own.
  { method: 'GET', path: '/me/history/{none}', allowed: members, empty: 404 },
  { method: 'GET', path: '/me/history/{none}/names', allowed: members, empty: 404 },
  { method: 'GET', path: '/admin/members/{member}/history/{none}', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/members/{member}/history/{none}/names', allowed: admins, empty: 404 },
  ...['open_trade', 'open_position', 'trade_history', 'spot_trade'].map((path): Route => ({
    method: 'GET',
    path: `/${path}/{own}`,
    allowed: signedIn,
    empty: 200,
    bad: wishes(false),
  })),
  ...['deposit_history', 'withdraw_history'].map((path): Route => ({
    method: 'GET',
    path: `/${path}/{own}`,
    allowed: signedIn,
    empty: 200,
    bad: wishes(true),
  })),
];
