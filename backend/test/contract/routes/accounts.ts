import { everybody, members, picture, signedIn, type BadRequest, type Route } from './route.js';

const profile = { surname: 'Walker', otherName: 'Ann', email: 'contract@example.com', phoneNumber: '2348012345678', country: 'Nigeria' };
const wrongProfile = (
  field: keyof typeof profile,
  value: unknown,
  name = `${field} ${JSON.stringify(value)}`.slice(0, 60),
): BadRequest => ({ name, as: 'trade club', body: { ...profile, [field]: value }, status: 400, fields: [field] });

const updateProfile: BadRequest[] = [
  { name: 'nothing', as: 'trade club', body: {}, status: 400, fields: ['surname', 'otherName', 'email', 'phoneNumber', 'country'] },
  ...(Object.keys(profile) as (keyof typeof profile)[]).map((field) => wrongProfile(field, undefined, `no ${field}`)),
  wrongProfile('email', 'nobody'),
  wrongProfile('email', 'a@b.co,c@d.co'),
  wrongProfile('email', { $ne: null }, 'an object for an email'),
  wrongProfile('surname', '<script>'),
  wrongProfile('surname', '=1+1'),
  wrongProfile('surname', 'x'.repeat(500), 'an endless surname'),
  wrongProfile('otherName', ['Ann'], 'a list for a first name'),
  wrongProfile('phoneNumber', 'call me'),
  wrongProfile('country', 'Atlantis'),
  { name: 'a list for a body', as: 'trade club', body: [], status: 400 },
];

const noLink = 'Bearer abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq';

export const accountRoutes: Route[] = [
  {
    method: 'POST',
    path: '/forgetpassword',
    allowed: everybody,
    empty: 400,
    bad: [
      { name: 'no email', body: { password: 'x' }, status: 400, fields: ['email'] },
      { name: 'an object for an email', body: { email: { $ne: null } }, status: 400, fields: ['email'] },
      { name: 'an endless email', body: { email: 'a'.repeat(2000) }, status: 400, fields: ['email'] },
    ],
  },
  {
    method: 'POST',
    path: '/changepassword',
    allowed: everybody,
    empty: 400,
    bad: [
      { name: 'no new password', token: noLink, body: {}, status: 400, fields: ['newPassword'] },
      { name: 'a number for a new password', token: noLink, body: { newPassword: 123456789012345 }, status: 400, fields: ['newPassword'] },
      { name: 'a token of nobody', token: noLink, body: { newPassword: 'seven lanterns over the harbour' }, status: 400 },
      { name: 'a token that is none', token: 'Bearer x', body: { newPassword: 'seven lanterns over the harbour' }, status: 400 },
      { name: 'no token', body: { newPassword: 'seven lanterns over the harbour' }, status: 400 },
    ],
  },
  {
    method: 'POST',
    path: '/auth/password',
    allowed: signedIn,
    empty: 400,
    bad: [
      { name: 'nothing', as: 'trade club', body: {}, status: 400, fields: ['currentPassword', 'newPassword'] },
      {
        name: 'a wrong current password',
        as: 'trade club',
        body: { currentPassword: 'not this one at all', newPassword: 'seven lanterns over the harbour' },
        status: 400,
        fields: ['currentPassword'],
      },
      {
        name: 'a new password that is too short',
        as: 'trade club',
        body: { currentPassword: 'correct horse battery 9', newPassword: 'short' },
        status: 400,
        fields: ['newPassword'],
      },
      {
        name: 'a new password that is too short for an admin',
        as: 'admin',
        body: { currentPassword: 'x', newPassword: 'grove+ lanton' },
        status: 400,
        fields: ['newPassword'],
      },
      {
        name: 'the same password again',
        as: 'trade club',
        body: { currentPassword: 'correct horse battery 9', newPassword: 'correct horse battery 9' },
        status: 400,
        fields: ['newPassword'],
      },
      {
        name: 'a field that is unknown',
        as: 'trade club',
        body: { currentPassword: 'correct horse battery 9', newPassword: 'seven lanterns over the harbour', userId: 'x' },
        status: 400,
      },
    ],
  },
  { method: 'POST', path: '/updateprofile', allowed: signedIn, empty: 400, bad: updateProfile },
  {
    method: 'POST',
    path: '/profileImg',
    allowed: signedIn,
    empty: 415,
    bad: [
      { name: 'an empty form', as: 'trade club', form: {}, status: 400, fields: ['profileImg'] },
      { name: 'text for a file', as: 'trade club', form: { profileImg: 'x' }, status: 400, fields: ['profileImg'] },
      {
        name: 'a script for a picture',
        as: 'trade club',
        form: { profileImg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>') },
        status: 400,
        fields: ['profileImg'],
      },
      {
        name: 'a PDF for a picture',
        as: 'trade club',
        form: { profileImg: Buffer.from('%PDF-1.4\n%%EOF') },
        status: 400,
        fields: ['profileImg'],
      },
      {
        name: 'a picture that ends early',
        as: 'trade club',
        form: { profileImg: picture.subarray(0, 60) },
        status: 400,
        fields: ['profileImg'],
      },
      { name: 'another file', as: 'trade club', form: { idCard: picture }, status: 400, fields: ['idCard'] },
      {
        name: 'a file over the limit',
        as: 'trade club',
        form: { profileImg: Buffer.concat([picture, Buffer.alloc(11 * 1024 * 1024)]) },
        status: 413,
        fields: ['profileImg'],
      },
    ],
  },
  { method: 'GET', path: '/me/membership', allowed: members, empty: 200 },
  { method: 'DELETE', path: '/me/image', allowed: signedIn, empty: 200 },
  { method: 'GET', path: '/changecolor', allowed: signedIn, empty: 200, stateChangingGet: true },
  { method: 'GET', path: '/me/access', allowed: signedIn, empty: 200 },
  { method: 'GET', path: '/me/color', allowed: signedIn, empty: 200 },
  { method: 'POST', path: '/me/color', allowed: signedIn, empty: 200 },
  { method: 'GET', path: '/me/language', allowed: signedIn, empty: 200 },
  { method: 'POST', path: '/me/language', allowed: signedIn, empty: 400 },
  { method: 'GET', path: '/me/currency', allowed: members, empty: 200 },
  {
    method: 'PUT',
    path: '/me/currency',
    allowed: members,
    empty: 400,
    bad: [
      { name: 'a currency without a rate', as: 'trade club', body: { currency: 'XAU' }, status: 400, fields: ['currency'] },
      { name: 'no code', as: 'trade club', body: { currency: 'dollars' }, status: 400, fields: ['currency'] },
    ],
  },
];
