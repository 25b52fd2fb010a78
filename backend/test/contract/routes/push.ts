import { members, type BadRequest, type Route } from './route.js';

const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const device = { endpoint: 'https://fcm.googleapis.com/fcm/send/abc', keys };
const bad: BadRequest[] = [
  { name: 'no endpoint', as: 'trade club', body: { keys }, status: 400, fields: ['endpoint'] },
  { name: 'an endless endpoint', as: 'trade club', body: { ...device, endpoint: 'x'.repeat(2001) }, status: 400, fields: ['endpoint'] },
  {
    name: 'a key that is none',
    as: 'trade club',
    body: { ...device, keys: { ...keys, p256dh: 'abc' } },
    status: 400,
    fields: ['keys.p256dh'],
  },
  {
    name: 'a secret that is none',
    as: 'trade club',
    body: { ...device, keys: { ...keys, auth: 'abc' } },
    status: 400,
    fields: ['keys.auth'],
  },
  { name: 'a field that is none', as: 'trade club', body: { ...device, userId: 'x' }, status: 400, fields: ['userId'] },
];

// There are no VAPID keys.
export const pushRoutes: Route[] = [
  { method: 'GET', path: '/me/push', allowed: members, empty: 200 },
  {
    method: 'POST',
    path: '/me/push',
    allowed: members,
    empty: 400,
    bad: [...bad, { name: 'a server without keys', as: 'trade club', body: device, status: 409 }],
  },
  { method: 'POST', path: '/me/push/renew', allowed: members, empty: 400, bad },
  { method: 'DELETE', path: '/me/push/{none}', allowed: members, empty: 404 },
];
