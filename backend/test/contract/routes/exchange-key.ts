import { admins, members, type BadRequest, type Route } from './route.js';

const key = { venue: 'binance', apiKey: 'sbx_small_read-only_1', secretKey: 'sbs_small_read-only_1' };
const wrong = (name: string, body: object, fields: string[]): BadRequest => ({ name, as: 'trade club', body, status: 400, fields });

/** Each is refused before the exchange or the member's standing is looked at. */
const replaceKey: BadRequest[] = [
  wrong('no exchange', { ...key, venue: undefined }, ['venue']),
  wrong('an exchange that is not offered', { ...key, venue: 'okx' }, ['venue']),
  wrong('an exchange that nobody knows', { ...key, venue: '__proto__' }, ['venue']),
  wrong('an exchange that is no text', { ...key, venue: ['binance'] }, ['venue']),
  wrong('no secret key', { ...key, secretKey: ' ' }, ['secretKey']),
  wrong('a key with a line break', { ...key, apiKey: 'abc\r\nx-evil: 1' }, ['apiKey']),
  wrong('an endless key', { ...key, apiKey: 'x'.repeat(600) }, ['apiKey']),
  wrong('a passphrase that is no text', { ...key, passphrase: 5 }, ['passphrase']),
  wrong('a field that there is not', { ...key, userId: '00000000-0000-4000-8000-000000000000' }, ['userId']),
  // Nobody in this table has an approved KYC.
  { name: 'a key before the approval', as: 'trade club', body: key, status: 409 },
];

export const exchangeKeyRoutes: Route[] = [
  { method: 'GET', path: '/me/exchange-key', allowed: members, empty: 200 },
  {
    method: 'PUT',
    path: '/me/exchange-key',
    allowed: members,
    empty: 400,
    bad: [{ name: 'nothing', as: 'trade club', body: {}, status: 400, fields: ['venue', 'apiKey', 'secretKey'] }, ...replaceKey],
  },
  // Nobody here has confirmed an act just now: 403 with `stepUp`.
  { method: 'DELETE', path: '/me/exchange-key', allowed: [], empty: 403 },
  // Nobody here has a key.
  { method: 'POST', path: '/me/exchange-key/check', allowed: members, empty: 409 },
  { method: 'POST', path: '/admin/members/{none}/check-key', allowed: admins, empty: 404 },
  // The member's KYC is not approved.
  { method: 'POST', path: '/admin/members/{member}/check-key', allowed: admins, empty: 404 },
];
