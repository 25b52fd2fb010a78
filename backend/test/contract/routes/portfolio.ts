import { admins, members, type BadRequest, type Route } from './route.js';

const range = (as: BadRequest['as']): BadRequest[] => [
  { name: 'a beginning that is no day', as: as!, query: 'from=yesterday', status: 400, fields: ['from'] },
  { name: 'a day that there is not', as: as!, query: 'to=2026-02-30', status: 400, fields: ['to'] },
  { name: 'a day with a time', as: as!, query: 'from=2026-01-01T00:00:00Z', status: 400, fields: ['from'] },
  { name: 'an end before the beginning', as: as!, query: 'from=2026-02-02&to=2026-02-01', status: 400, fields: ['from'] },
  { name: 'a period without end', as: as!, query: 'from=1970-01-01&to=2026-01-01', status: 400, fields: ['from'] },
  { name: 'a day that is SQL', as: as!, query: "to=2026-01-01';--", status: 400, fields: ['to'] },
];

export const portfolioRoutes: Route[] = [
  { method: 'GET', path: '/me/portfolio', allowed: members, empty: 200 },
  { method: 'GET', path: '/me/portfolio/days', allowed: members, empty: 200, bad: range('trade club') },
  { method: 'GET', path: '/me/portfolio/benchmarks', allowed: members, empty: 200, bad: range('trade club') },
  { method: 'GET', path: '/me/portfolio/performance', allowed: members, empty: 200, bad: range('hedge fund') },
  {
    method: 'GET',
    path: '/me/portfolio/periods',
    allowed: members,
    empty: 400,
    bad: [
      { name: 'no month', as: 'trade club', status: 400, fields: ['month'] },
      { name: 'a month that there is not', as: 'trade club', query: 'month=2026-13', status: 400, fields: ['month'] },
      { name: 'a day for a month', as: 'trade club', query: 'month=2026-11-01', status: 400, fields: ['month'] },
      { name: 'a month of another calendar', as: 'trade club', query: 'month=202611', status: 400, fields: ['month'] },
    ],
  },
  { method: 'GET', path: '/me/portfolio/periods?month=2026-11', allowed: members, empty: 200 },
  { method: 'GET', path: '/me/portfolio/positions', allowed: members, empty: 200 },
  { method: 'GET', path: '/admin/portfolios/{member}', allowed: admins, empty: 200, bad: range('admin') },
  { method: 'GET', path: '/admin/portfolios/{member}/days', allowed: admins, empty: 200, bad: range('admin') },
  { method: 'GET', path: '/admin/portfolios/{none}/days', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/portfolios/{none}', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/portfolios/nonsense', allowed: admins, empty: 404 },
];
