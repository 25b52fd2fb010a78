import { admins, type BadRequest, type Route } from './route.js';

export const visit: BadRequest[] = [
  { name: 'no visit', as: 'admin', body: {}, status: 400, fields: ['visit'] },
  { name: 'a visit that is no id', as: 'admin', body: { visit: 'mine' }, status: 400, fields: ['visit'] },
  {
    name: 'a field that is unknown',
    as: 'admin',
    body: { visit: '7d3f0d0e-8c5b-4a57-9b56-3f1f6a3a1e11', admin: 'x' },
    status: 400,
    fields: ['admin'],
  },
];

/** What the workbenches of KYC and payments do beside deciding. */
export const deskRoutes = (resource: string): Route[] => [
  {
    method: 'POST',
    path: `${resource}/{none}/allow-retry`,
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'no reason', as: 'admin', body: {}, status: 400, fields: ['reason'] },
      { name: 'a reason too short', as: 'admin', body: { reason: 'ok' }, status: 400, fields: ['reason'] },
      { name: 'an endless reason', as: 'admin', body: { reason: 'x'.repeat(600) }, status: 400, fields: ['reason'] },
      { name: 'an unknown record', as: 'admin', body: { reason: 'The member called us' }, status: 404 },
    ],
  },
  ...['watch', 'leave'].map((act): Route => ({
    method: 'POST',
    path: `${resource}/{none}/${act}`,
    allowed: admins,
    empty: 400,
    bad: [...visit, { name: 'an unknown record', as: 'admin', body: { visit: '7d3f0d0e-8c5b-4a57-9b56-3f1f6a3a1e11' }, status: 404 }],
  })),
];
