import { members, paging, type Route } from './route.js';

export const webhookRoutes: Route[] = [
  { method: 'GET', path: '/me/webhooks', allowed: members, empty: 200 },
  {
    method: 'POST',
    path: '/me/webhooks',
    allowed: members,
    empty: 400,
    bad: [
      { name: 'an empty URL', as: 'trade club', body: { url: ' ' }, status: 400, fields: ['url'] },
      { name: 'an endless URL', as: 'trade club', body: { url: `https://example.com/${'x'.repeat(3000)}` }, status: 400, fields: ['url'] },
      {
        name: 'a field that is none',
        as: 'trade club',
        body: { url: 'https://example.com/', secret: 'x' },
        status: 400,
        fields: ['secret'],
      },
      { name: 'a member who may not see signals', as: 'hedge fund', body: { url: 'https://example.com/' }, status: 403 },
    ],
  },
  ...['rotate-secret', 'enable', 'disable', 'test'].map((act): Route => ({
    method: 'POST',
    path: `/me/webhooks/{none}/${act}`,
    allowed: members,
    empty: 404,
  })),
  { method: 'DELETE', path: '/me/webhooks/{none}', allowed: members, empty: 404 },
  {
    method: 'GET',
    path: '/me/webhooks/{none}/deliveries',
    allowed: members,
    empty: 404,
    bad: paging.map((one) => ({ ...one, as: 'trade club' as const })),
  },
  { method: 'POST', path: '/me/webhooks/deliveries/{none}/replay', allowed: members, empty: 404 },
];
