import { members, signedIn, type Route } from './route.js';

export const telegramRoutes: Route[] = [
  { method: 'GET', path: '/me/telegram', allowed: signedIn, empty: 200 },
  // There is no bot.
  { method: 'POST', path: '/me/telegram/link', allowed: signedIn, empty: 409 },
  {
    method: 'POST',
    path: '/me/telegram/confirm',
    allowed: signedIn,
    empty: 400,
    bad: [
      { name: 'an account that is no number', as: 'trade club', body: { id: '@ada' }, status: 400, fields: ['id'] },
      { name: 'an endless number', as: 'trade club', body: { id: '1'.repeat(40) }, status: 400, fields: ['id'] },
      { name: 'a field that is none', as: 'trade club', body: { id: '7', name: '@ada' }, status: 400, fields: ['name'] },
      { name: 'a member who may not see signals', as: 'hedge fund', body: { id: '7' }, status: 403 },
    ],
  },
  { method: 'POST', path: '/me/telegram/group-link', allowed: members, empty: 409 },
  { method: 'DELETE', path: '/me/telegram', allowed: signedIn, empty: 404 },
];
