import { everybody, type BadRequest, type Route } from './route.js';

const wrong = (name: string, query: string, fields: string[]): BadRequest => ({ name, query, status: 400, fields });

export const logRoutes: Route[] = [
  { method: 'GET', path: '/log', allowed: everybody, empty: 200 },
  {
    method: 'GET',
    path: '/log/heads',
    allowed: everybody,
    empty: 200,
    bad: [
      wrong('a head before the first', 'from=0', ['from']),
      wrong('an endless page', 'limit=1001', ['limit']),
      wrong('words', 'from=a&limit=b', ['from', 'limit']),
      wrong('a part of a head', 'from=1.5', ['from']),
    ],
  },
  {
    method: 'GET',
    path: '/log/leaves',
    allowed: everybody,
    empty: 200,
    bad: [
      wrong('a leaf before the first', 'from=-1', ['from']),
      wrong('an endless page', 'limit=501', ['limit']),
      wrong('two pages', 'from=1&from=2', ['from']),
    ],
  },
  {
    method: 'GET',
    path: '/log/proof/inclusion',
    allowed: everybody,
    empty: 400,
    bad: [
      wrong('nothing', '', ['index', 'size']),
      wrong('a tree that is not there yet', 'index=0&size=1000000', ['size']),
      wrong('an endless tree', 'index=0&size=1e300', ['size']),
      wrong('a leaf before the first', 'index=-1&size=1', ['index']),
    ],
  },
  {
    method: 'GET',
    path: '/log/proof/consistency',
    allowed: everybody,
    empty: 400,
    bad: [
      wrong('nothing', '', ['from', 'to']),
      wrong('a tree of nothing', 'from=0&to=1', ['from']),
      wrong('a tree that is not there yet', 'from=1&to=1000000', ['to']),
    ],
  },
];
