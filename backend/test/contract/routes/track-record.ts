import { everybody, type BadRequest, type Route } from './route.js';

const wrong = (name: string, query: string, fields: string[]): BadRequest => ({ name, query, status: 400, fields });
const paging = ['page=0', 'page=x', 'perPage=0', 'perPage=9999999'].map((query) => wrong(query, query, [query.split('=')[0]!]));

export const trackRecordRoutes: Route[] = [
  { method: 'GET', path: '/track-record', allowed: everybody, empty: 200 },
  { method: 'GET', path: '/track-record/summary', allowed: everybody, empty: 200 },
  { method: 'GET', path: '/track-record/practice', allowed: everybody, empty: 200 },
  {
    method: 'GET',
    path: '/track-record/signals',
    allowed: everybody,
    empty: 200,
    bad: [
      ...paging,
      wrong('an unknown side', 'side=sideways', ['side']),
      wrong('an unknown outcome', 'outcome=open', ['outcome']),
      wrong('an endless search', `q=${'x'.repeat(46)}`, ['q']),
    ],
  },
  {
    method: 'GET',
    path: '/track-record/signals.csv?outcome=open',
    allowed: everybody,
    empty: 400,
    bad: [wrong('an unknown side', 'side=sideways', ['outcome', 'side'])],
  },
  { method: 'GET', path: '/track-record/signals/{none}/case', allowed: everybody, empty: 404 },
  { method: 'GET', path: '/track-record/signals/nonsense/case', allowed: everybody, empty: 404 },
  {
    method: 'GET',
    path: '/track-record/download',
    allowed: everybody,
    empty: 400,
    bad: [
      wrong('nothing', '', ['month']),
      wrong('a month that does not exist', 'month=2026-13', ['month']),
      wrong('a part before the first', 'month=2026-11&part=0', ['part']),
      wrong('an endless part', 'month=2026-11&part=1e9', ['part']),
      { name: 'a month in which nothing ended', query: 'month=2020-01', status: 404 },
    ],
  },
];
