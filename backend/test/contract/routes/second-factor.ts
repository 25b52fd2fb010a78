import { everybody, signedIn, type BadRequest, type Route } from './route.js';

const noAnswer: BadRequest[] = [
  { name: 'nothing', as: 'trade club', body: {}, status: 400, fields: ['challengeId', 'response'] },
  {
    name: 'a challenge that is no id',
    as: 'trade club',
    body: { challengeId: 'x', response: 'x' },
    status: 400,
    fields: ['challengeId', 'response'],
  },
  {
    name: 'keys that nobody asked for',
    as: 'trade club',
    body: { challengeId: '00000000-0000-4000-8000-000000000000', userId: 'x' },
    status: 400,
  },
];
const signed = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};
const created = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
const challengeId = '00000000-0000-4000-8000-000000000000';

export const secondFactorRoutes: Route[] = [
  { method: 'GET', path: '/auth/mfa', allowed: signedIn, empty: 200 },
  { method: 'POST', path: '/auth/mfa/totp', allowed: signedIn, empty: 200 },
  {
    method: 'POST',
    path: '/auth/mfa/totp/confirm',
    allowed: signedIn,
    empty: 400,
    bad: [
      { name: 'no code', as: 'trade club', body: {}, status: 400, fields: ['otp'] },
      { name: 'an empty code', as: 'trade club', body: { otp: ' ' }, status: 400, fields: ['otp'] },
      { name: 'a number for a code', as: 'trade club', body: { otp: 123456 }, status: 400, fields: ['otp'] },
      { name: 'an endless code', as: 'trade club', body: { otp: '1'.repeat(50) }, status: 400, fields: ['otp'] },
      { name: 'a wrong code', as: 'trade club', body: { otp: 'wrong' }, status: 400, fields: ['otp'] },
    ],
  },
  { method: 'DELETE', path: '/auth/mfa/totp', allowed: [], empty: 403 },
  { method: 'POST', path: '/auth/mfa/passkeys/options', allowed: signedIn, empty: 200 },
  {
    method: 'POST',
    path: '/auth/mfa/passkeys',
    allowed: signedIn,
    empty: 400,
    bad: [
      { name: 'nothing', as: 'trade club', body: {}, status: 400, fields: ['challengeId', 'name', 'response'] },
      { name: 'no name', as: 'trade club', body: { challengeId, name: ' ', response: created }, status: 400, fields: ['name'] },
      {
        name: 'an endless name',
        as: 'trade club',
        body: { challengeId, name: 'x'.repeat(61), response: created },
        status: 400,
        fields: ['name'],
      },
      {
        name: 'an answer to nothing',
        as: 'trade club',
        body: { challengeId, name: 'x', response: created },
        status: 400,
        fields: ['response'],
      },
    ],
  },
  { method: 'DELETE', path: '/auth/mfa/passkeys/{none}', allowed: [], empty: 403 },
  { method: 'POST', path: '/auth/mfa/recovery-codes', allowed: [], empty: 403 },
  { method: 'POST', path: '/auth/passkey/options', allowed: everybody, empty: 200 },
  {
    method: 'POST',
    path: '/auth/passkey/sign-in',
    allowed: everybody,
    empty: 400,
    bad: [
      ...noAnswer.map((request): BadRequest => ({ ...request, as: 'visitor' })),
      { name: 'an answer to nothing', body: { challengeId, response: signed }, status: 401 },
    ],
  },
  // Without a second factor it asks for the password: 401 with `stepUp`, and the session goes on. (`allowed` callers get 401 as visitors
  // do.)
  {
    method: 'POST',
    path: '/auth/step-up',
    allowed: signedIn,
    empty: 401,
    bad: [
      { name: 'a wrong password', as: 'trade club', body: { password: 'wrong password 77' }, status: 401 },
      { name: 'a number for a password', as: 'trade club', body: { password: 5 }, status: 400, fields: ['password'] },
      { name: 'an object for a code', as: 'trade club', body: { otp: { $ne: '' } }, status: 400, fields: ['otp'] },
      { name: 'keys that nobody asked for', as: 'trade club', body: { password: 'x', role: 'admin' }, status: 400 },
    ],
  },
  { method: 'POST', path: '/auth/step-up/passkey/options', allowed: signedIn, empty: 409 },
  {
    method: 'POST',
    path: '/auth/step-up/passkey',
    allowed: signedIn,
    empty: 400,
    bad: [...noAnswer, { name: 'an answer to nothing', as: 'trade club', body: { challengeId, response: signed }, status: 401 }],
  },
];
