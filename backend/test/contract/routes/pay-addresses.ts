import { admins, everybody, type Route } from './route.js';

export const payAddressRoutes: Route[] = [
  { method: 'GET', path: '/public/pay-addresses', allowed: everybody, empty: 200 },
  { method: 'GET', path: '/admin/pay-addresses', allowed: admins, empty: 200 },
  ...['approve', 'withdraw'].map((what): Route => ({
    method: 'POST',
    path: `/admin/pay-addresses/{none}/${what}`,
    allowed: admins,
    empty: 404,
  })),
];
