import { members, type BadRequest, type Route } from './route.js';

const bad = (name: string, query: string, ...fields: string[]): BadRequest => ({ name, as: 'trade club', query, status: 400, fields });
const request = [
  bad('no year', 'method=fifo', 'year'),
  bad('a year in words', 'year=now', 'year'),
  bad('a year before there were coins', 'year=2008', 'year'),
  bad('a method that there is not', 'year=2025&method=hifo', 'method'),
];

export const taxRoutes: Route[] = [
  ...['report', 'report.csv', 'report.pdf'].map((file): Route => ({
    method: 'GET',
    path: `/me/tax/${file}`,
    allowed: members,
    empty: 400,
    bad: request,
  })),
  { method: 'GET', path: '/me/tax/report?year=2025', allowed: members, empty: 200 },
  {
    method: 'GET',
    path: '/me/tax/lines',
    allowed: members,
    empty: 400,
    bad: [
      bad('no list', 'year=2025', 'list'),
      bad('a list that there is not', 'year=2025&list=all', 'list'),
      bad('a page before the first', 'year=2025&list=disposal&page=0', 'page'),
      bad('a page without end', 'year=2025&list=disposal&perPage=9999999', 'perPage'),
    ],
  },
  { method: 'GET', path: '/me/tax/lines?year=2025&list=unknown', allowed: members, empty: 200 },
  { method: 'GET', path: '/me/tax/deposits', allowed: members, empty: 400, bad: [bad('no year', '', 'year')] },
  { method: 'GET', path: '/me/tax/deposits?year=2025', allowed: members, empty: 200 },
  {
    method: 'PUT',
    path: '/me/tax/deposits',
    allowed: members,
    empty: 400,
    bad: [
      { name: 'no deposit', as: 'trade club', body: { cost: '1' }, status: 400, fields: ['depositId'] },
      { name: 'a cost below zero', as: 'trade club', body: { depositId: 'a', cost: '-1' }, status: 400, fields: ['cost'] },
      { name: 'a cost that is a number', as: 'trade club', body: { depositId: 'a', cost: 1 }, status: 400, fields: ['cost'] },
      {
        name: 'no such day',
        as: 'trade club',
        body: { depositId: 'a', cost: '1', acquiredOn: '2025-02-30' },
        status: 400,
        fields: ['acquiredOn'],
      },
      { name: 'a deposit that there is not', as: 'trade club', body: { depositId: 'a', cost: '1' }, status: 404 },
    ],
  },
];
