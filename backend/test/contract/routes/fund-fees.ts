import { everybody, type BadRequest, type Route } from './route.js';

const wrong = (name: string, query: string, fields: string[]): BadRequest => ({ name, query, status: 400, fields });

export const fundFeeRoutes: Route[] = [
  { method: 'GET', path: '/fund-fees', allowed: everybody, empty: 200 },
  { method: 'GET', path: '/fund-fees/projection?capital=10000&result=-7.5', allowed: everybody, empty: 200 },
  {
    method: 'GET',
    path: '/fund-fees/projection',
    allowed: everybody,
    empty: 400,
    bad: [
      wrong('nothing', '', ['capital', 'result']),
      wrong('a capital below the minimum', 'capital=9999.99&result=1', ['capital']),
      wrong('an endless capital', `capital=${'9'.repeat(400)}&result=1`, ['capital']),
      wrong('a capital above the most', 'capital=1000000000.01&result=1', ['capital']),
      wrong('a capital with an exponent', 'capital=1e5&result=1', ['capital']),
      wrong('a part of a cent', 'capital=10000.001&result=1', ['capital']),
      wrong('a negative capital', 'capital=-10000&result=1', ['capital']),
      wrong('a capital in words', 'capital=much&result=NaN', ['capital', 'result']),
      wrong('a loss of everything', 'capital=10000&result=-100', ['result']),
      wrong('a result above the most', 'capital=10000&result=500.01', ['result']),
      wrong('an infinite result', 'capital=10000&result=Infinity', ['result']),
      wrong('a result with a sign of gain', 'capital=10000&result=%2B5', ['result']),
    ],
  },
];
