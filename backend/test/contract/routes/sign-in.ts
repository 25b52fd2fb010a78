import { everybody, signedIn, type BadRequest, type Route } from './route.js';

const person = {
  surname: 'Walker',
  otherName: 'Ann',
  email: 'contract@example.com',
  phoneNumber: '2348012345678',
  country: 'Nigeria',
  dob: '1990-05-17',
  membership: 'trade club',
  role: 'trade club',
  password: 'seven lanterns over the harbour',
};
const without = (field: keyof typeof person) => Object.fromEntries(Object.entries(person).filter(([name]) => name !== field));
const wrongPerson = (
  field: string,
  value: unknown,
  name = `${field} ${JSON.stringify(value)}`.slice(0, 60),
  fields = [field],
): BadRequest => ({ name, body: { ...person, [field]: value }, status: 400, fields });

const signUp: BadRequest[] = [
  ...(Object.keys(person) as (keyof typeof person)[])
    .map((field) => ({
      name: `no ${field}`,
      body: without(field),
      status: 400,
      fields: field === 'membership' || field === 'role' ? undefined : [field],
    }))
    .map(({ fields, ...rest }) => ({ ...rest, ...(fields && { fields }) })),
  wrongPerson('email', 'nobody'),
  wrongPerson('email', 'a@b.co,c@d.co'),
  wrongPerson('email', { $ne: null }, 'an object for an email'),
  wrongPerson('email', `${'a'.repeat(300)}@example.com`, 'an endless email'),
  wrongPerson('surname', '<script>'),
  wrongPerson('surname', '=1+1'),
  wrongPerson('surname', 'x'.repeat(500), 'an endless surname'),
  wrongPerson('phoneNumber', 'call me'),
  wrongPerson('country', 'Atlantis'),
  wrongPerson('dob', '2020-01-01'),
  wrongPerson('dob', '1990-02-31'),
  wrongPerson('dob', 'yesterday'),
  wrongPerson('membership', 'admin', 'a membership that is none', ['membership']),
  wrongPerson('role', 'admin', 'a role that is not the membership', ['role']),
  wrongPerson('role', 'hedge fund', 'another role than the membership', ['role']),
  wrongPerson('password', 'short'),
  wrongPerson('password', 'p'.repeat(300), 'an endless password'),
  wrongPerson('refferedBy', 'nobodyscode1'),
  { name: 'no body at all', status: 400 },
  { name: 'a list for a body', body: [], status: 400 },
];

const codes: BadRequest[] = [
  { name: 'an object for a code', body: { email: 'ann@example.com', password: 'x', otp: { $ne: '' } }, status: 400, fields: ['otp'] },
  { name: 'an endless code', body: { email: 'ann@example.com', password: 'x', otp: '1'.repeat(50) }, status: 400, fields: ['otp'] },
];

export const signInRoutes: Route[] = [
  { method: 'POST', path: '/signupuser', allowed: everybody, empty: 400, bad: signUp },
  {
    method: 'GET',
    path: '/confirmemail',
    allowed: everybody,
    empty: 400,
    bad: [
      { name: 'a token of nobody', token: 'Bearer abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq', status: 400 },
      { name: 'a token that is none', token: 'Bearer x', status: 400 },
    ],
  },
  {
    method: 'POST',
    path: '/signinuser',
    allowed: everybody,
    empty: 400,
    bad: [
      { name: 'no password', body: { email: 'ann@example.com' }, status: 400, fields: ['password'] },
      { name: 'no email', body: { password: 'x' }, status: 400, fields: ['email'] },
      { name: 'an object for a password', body: { email: 'ann@example.com', password: { $gt: '' } }, status: 400, fields: ['password'] },
      ...codes,
      { name: 'nobody', body: { email: 'nobody@example.com', password: 'seven lanterns over the harbour' }, status: 401 },
    ],
  },
  { method: 'GET', path: '/getuser', allowed: signedIn, empty: 200 },
  { method: 'GET', path: '/auth/sessions', allowed: signedIn, empty: 200 },
  { method: 'DELETE', path: '/auth/sessions/{none}', allowed: signedIn, empty: 404 },
  {
    method: 'POST',
    path: '/auth/resend-confirmation',
    allowed: everybody,
    empty: 400,
    bad: [{ name: 'no email', body: {}, status: 400, fields: ['email'] }],
  },
  { method: 'POST', path: '/auth/confirm-email', allowed: everybody, empty: 400 },
];

/** They end the session they are called with. */
export const signOutRoutes: Route[] = [
  { method: 'GET', path: '/logout', allowed: signedIn, empty: 200, stateChangingGet: true },
  { method: 'POST', path: '/auth/logout', allowed: signedIn, empty: 200 },
];
