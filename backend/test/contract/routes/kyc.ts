import { deskRoutes, visit } from './reviews.js';
import { admins, list, members, picture, type BadRequest, type Route } from './route.js';

const kycForm = {
  address: '12 Marina Road, Lagos',
  userType: 'trade club',
  platform: 'binance',
  apiKey: 'sbx_small_read-only_1',
  secretKey: 'sbs_small_read-only_1',
  idCard: picture,
  proofOfAddress: picture,
};
const VISIT = '7d3f0d0e-8c5b-4a57-9b56-3f1f6a3a1e11';
const wrongForm = (name: string, changes: Record<string, string | Buffer | undefined>, fields: string[], status = 400): BadRequest => ({
  name,
  as: 'trade club',
  form: { ...kycForm, ...changes },
  status,
  fields,
});

const createKyc: BadRequest[] = [
  {
    name: 'an empty form',
    as: 'trade club',
    form: {},
    status: 400,
    fields: ['address', 'userType', 'platform', 'apiKey', 'secretKey', 'idCard', 'proofOfAddress'],
  },
  { name: 'JSON instead of a form', as: 'trade club', body: { address: 'x' }, status: 415 },
  wrongForm('no identity card', { idCard: undefined }, ['idCard']),
  wrongForm('no proof of address', { proofOfAddress: undefined }, ['proofOfAddress']),
  wrongForm('a script for a picture', { idCard: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>') }, [
    'idCard',
  ]),
  wrongForm('text for a picture', { proofOfAddress: Buffer.from('plain text, not a document') }, ['proofOfAddress']),
  wrongForm('a picture that ends early', { idCard: picture.subarray(0, 60) }, ['idCard']),
  wrongForm('a PDF for an identity card', { idCard: Buffer.from('%PDF-1.4\n%%EOF') }, ['idCard']),
  wrongForm('a file over the limit', { idCard: Buffer.concat([picture, Buffer.alloc(11 * 1024 * 1024)]) }, ['idCard'], 413),
  wrongForm('no address', { address: ' ' }, ['address']),
  wrongForm("another membership's form", { userType: 'hedge fund' }, ['userType']),
  wrongForm('an unknown exchange', { platform: 'mtgox' }, ['platform']),
  wrongForm('no secret key', { secretKey: '' }, ['secretKey']),
  wrongForm('a sign-in where a key is asked for', { apiKey: '', secretKey: '', userName: 'ann', password: 'x' }, ['apiKey', 'secretKey']),
  wrongForm('a key of no account', { apiKey: 'sbx_nobody' }, ['apiKey']),
  wrongForm("a secret that is not the key's", { secretKey: 'sbs_small_read-only_2' }, ['apiKey']),
  wrongForm('a key that may trade', { apiKey: 'sbx_small_can-trade_1', secretKey: 'sbs_small_can-trade_1' }, ['apiKey']),
  wrongForm('a key that may withdraw', { apiKey: 'sbx_small_can-withdraw_1', secretKey: 'sbs_small_can-withdraw_1' }, ['apiKey']),
  wrongForm('a key with a line break', { apiKey: 'abc\r\nx-evil: 1' }, ['apiKey']),
  {
    name: 'a hedge fund member without key or sign-in',
    as: 'hedge fund',
    form: { ...kycForm, userType: 'hedge fund', apiKey: '', secretKey: '' },
    status: 400,
  },
];

const rejections: BadRequest[] = [
  { name: 'an empty reason', as: 'admin', body: { reason: ' ' }, status: 400, fields: ['reason'] },
  { name: 'an endless reason', as: 'admin', body: { reason: 'x'.repeat(600) }, status: 400, fields: ['reason'] },
  { name: 'a code that is none', as: 'admin', body: { code: 'nonsense' }, status: 400, fields: ['code'] },
  { name: 'a code of payments', as: 'admin', body: { code: 'not-received' }, status: 400, fields: ['code'] },
  { name: 'another reason that is not said', as: 'admin', body: { code: 'other' }, status: 400, fields: ['reason'] },
  { name: 'an end without a reason', as: 'admin', body: { outcome: 'final' }, status: 400, fields: ['reason'] },
  { name: 'an outcome that is none', as: 'admin', body: { outcome: 'maybe' }, status: 400, fields: ['outcome'] },
];

export const kycRoutes: Route[] = [
  { method: 'POST', path: '/createkyc', allowed: members, empty: 415, bad: createKyc },
  { method: 'GET', path: '/me/kyc', allowed: members, empty: 200 },
  {
    method: 'POST',
    path: '/me/kyc/document',
    allowed: members,
    empty: 415,
    bad: [
      { name: 'JSON instead of a form', as: 'trade club', body: { idCard: 'x' }, status: 415 },
      { name: 'a document that was not requested', as: 'trade club', form: { idCard: picture }, status: 409 },
      { name: 'a file that is none of the two', as: 'trade club', form: { selfie: picture }, status: 400, fields: ['selfie'] },
    ],
  },
  { method: 'GET', path: '/getpendingkyc', allowed: admins, empty: 200 },
  { method: 'GET', path: '/getlistkyc', allowed: admins, empty: 200 },
  { method: 'GET', path: '/approvekyc/{member}', allowed: admins, empty: 409, stateChangingGet: true },
  { method: 'GET', path: '/approvekyc/{none}', allowed: admins, empty: 404, stateChangingGet: true },
  { method: 'GET', path: '/approvekyc/nonsense', allowed: admins, empty: 404, stateChangingGet: true },
  { method: 'GET', path: '/rejectkyc/{member}', allowed: admins, empty: 409, stateChangingGet: true },
  { method: 'GET', path: '/rejectkyc/{none}', allowed: admins, empty: 404, stateChangingGet: true },
  { method: 'GET', path: '/admin/kyc-reviews', allowed: admins, empty: 200, bad: list() },
  { method: 'GET', path: '/admin/kyc-reviews/{none}', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/kyc-reviews/{none}/approve', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/kyc-reviews/{none}/reject', allowed: admins, empty: 404, bad: rejections },
  ...deskRoutes('/admin/kyc-reviews'),
  {
    method: 'POST',
    path: '/admin/kyc-reviews/{none}/claim',
    allowed: admins,
    empty: 400,
    bad: [
      ...visit,
      { name: 'a take-over that is no yes', as: 'admin', body: { visit: VISIT, takeOver: 'yes' }, status: 400, fields: ['takeOver'] },
      { name: 'an unknown record', as: 'admin', body: { visit: VISIT }, status: 404 },
    ],
  },
  {
    method: 'POST',
    path: '/admin/kyc-reviews/{none}/decision',
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'a decision that is none', as: 'admin', body: { decision: 'maybe' }, status: 400, fields: ['decision'] },
      { name: 'a rejection without a reason', as: 'admin', body: { decision: 'reject' }, status: 400, fields: ['reason'] },
      { name: 'an unknown record', as: 'admin', body: { decision: 'reject', code: 'address-old' }, status: 404 },
      {
        name: 'no document that is asked for',
        as: 'admin',
        body: { decision: 'ask', code: 'other', reason: 'x' },
        status: 400,
        fields: ['document'],
      },
      {
        name: 'a document that is none',
        as: 'admin',
        body: { decision: 'ask', document: 'selfie', code: 'address-old' },
        status: 400,
        fields: ['document'],
      },
      {
        name: 'a reason about the other document',
        as: 'admin',
        body: { decision: 'ask', document: 'id-card', code: 'address-old' },
        status: 400,
        fields: ['code'],
      },
      { name: 'a request without a reason', as: 'admin', body: { decision: 'ask', document: 'id-card' }, status: 400, fields: ['reason'] },
      {
        name: 'a request that is final',
        as: 'admin',
        body: { decision: 'ask', document: 'id-card', code: 'identity-expired', outcome: 'final' },
        status: 400,
        fields: ['outcome'],
      },
      {
        name: 'a document with a rejection',
        as: 'admin',
        body: { decision: 'reject', document: 'id-card', code: 'identity-expired' },
        status: 400,
        fields: ['document'],
      },
    ],
  },
  {
    method: 'POST',
    path: '/admin/kyc-reviews/{none}/check',
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'a field that is none', as: 'admin', body: { field: 'hair', checked: true }, status: 400, fields: ['field'] },
      { name: 'a check that is neither', as: 'admin', body: { field: 'surname', checked: 'yes' }, status: 400, fields: ['checked'] },
      { name: 'an unknown record', as: 'admin', body: { field: 'surname', checked: true }, status: 404 },
    ],
  },
  {
    method: 'POST',
    path: '/admin/kyc-reviews/{none}/document-number',
    allowed: admins,
    empty: 400,
    bad: [
      { name: 'a number that is too short', as: 'admin', body: { number: 'A-1' }, status: 400, fields: ['number'] },
      { name: 'a number that is a text', as: 'admin', body: { number: 'x'.repeat(101) }, status: 400, fields: ['number'] },
      { name: 'an unknown record', as: 'admin', body: { number: 'AB 123456' }, status: 404 },
    ],
  },
  { method: 'POST', path: '/admin/kyc-reviews/{none}/undo', allowed: admins, empty: 404 },
  {
    method: 'GET',
    path: '/admin/kyc-reviews/counts',
    allowed: admins,
    empty: 200,
    bad: [
      { name: 'a filter that does not exist', as: 'admin', query: 'filter={"status":"pending"}', status: 400, fields: ['filter.status'] },
      {
        name: 'an unknown party that it waits for',
        as: 'admin',
        query: 'filter={"waitsFor":"god"}',
        status: 400,
        fields: ['filter.waitsFor'],
      },
      { name: 'an age that is none', as: 'admin', query: 'filter={"age":"old"}', status: 400, fields: ['filter.age'] },
    ],
  },
  {
    method: 'GET',
    path: '/admin/rejection-reasons',
    allowed: admins,
    empty: 200,
    bad: [
      ...list(),
      { name: 'a subject that is none', as: 'admin', query: 'filter={"subject":"any"}', status: 400, fields: ['filter.subject'] },
    ],
  },
  // Nobody here has confirmed an act just now: 403 with `stepUp`.
  { method: 'POST', path: '/admin/kyc-reviews/{none}/reveal', allowed: [], empty: 403 },
];
