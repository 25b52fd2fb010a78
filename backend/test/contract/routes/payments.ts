import { deskRoutes } from './reviews.js';
import { admins, list, members, paging, picture, type BadRequest, type Route } from './route.js';

const paymentForm = { membership: 'trade club', amount: '50', proofOfPayment: picture };
const wrongPayment = (name: string, changes: Record<string, string | Buffer | undefined>, fields: string[], status = 400): BadRequest => ({
  name,
  as: 'trade club',
  form: { ...paymentForm, ...changes },
  status,
  fields,
});

const createPayment: BadRequest[] = [
  { name: 'an empty form', as: 'trade club', form: {}, status: 400, fields: ['membership', 'amount', 'proofOfPayment'] },
  { name: 'JSON instead of a form', as: 'trade club', body: { membership: 'trade club', amount: '50' }, status: 415 },
  wrongPayment('another amount', { amount: '49' }, ['amount']),
  wrongPayment('the fee of the other membership', { amount: '20' }, ['amount']),
  wrongPayment('a fee and a cent', { amount: '50.01' }, ['amount']),
  wrongPayment('a fee below zero', { amount: '-50' }, ['amount']),
  wrongPayment('a fee in exponents', { amount: '5e1' }, ['amount']),
  wrongPayment('an endless amount', { amount: '5'.repeat(5000) }, ['amount']),
  wrongPayment('the other membership', { membership: 'hedge fund' }, ['membership']),
  wrongPayment('a membership that is none', { membership: 'admin' }, ['membership']),
  wrongPayment('no proof', { proofOfPayment: undefined }, ['proofOfPayment']),
  wrongPayment('a PDF for a proof', { proofOfPayment: Buffer.from('%PDF-1.4\n%%EOF') }, ['proofOfPayment']),
  wrongPayment(
    'a script for a proof',
    { proofOfPayment: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>') },
    ['proofOfPayment'],
  ),
  wrongPayment('a proof that ends early', { proofOfPayment: picture.subarray(0, 60) }, ['proofOfPayment']),
  wrongPayment(
    'a proof over the limit',
    { proofOfPayment: Buffer.concat([picture, Buffer.alloc(11 * 1024 * 1024)]) },
    ['proofOfPayment'],
    413,
  ),
  wrongPayment('a file that was not asked for', { idCard: picture }, ['idCard']),
  wrongPayment('a transaction id that is too short', { txid: 'ab12' }, ['txid']),
  wrongPayment('a transaction id of other letters', { txid: 'z'.repeat(64) }, ['txid']),
  { name: "the trade club's form", as: 'hedge fund', form: paymentForm, status: 400, fields: ['membership', 'amount'] },
];

export const paymentRoutes: Route[] = [
  { method: 'POST', path: '/createpayment', allowed: members, empty: 415, bad: createPayment },
  { method: 'GET', path: '/me/payment', allowed: members, empty: 200 },
  { method: 'GET', path: '/me/subscription', allowed: members, empty: 200 },
  { method: 'GET', path: '/getpendingpayment', allowed: admins, empty: 200, bad: paging },
  ...['approvepayment', 'rejectpayment'].flatMap((name): Route[] => [
    { method: 'GET', path: `/${name}/{member}`, allowed: admins, empty: 409, stateChangingGet: true },
    { method: 'GET', path: `/${name}/{none}`, allowed: admins, empty: 404, stateChangingGet: true },
    { method: 'GET', path: `/${name}/nonsense`, allowed: admins, empty: 404, stateChangingGet: true },
  ]),
  {
    method: 'GET',
    path: '/admin/payments',
    allowed: admins,
    empty: 200,
    bad: [
      ...list(),
      { name: 'a member that is no id', as: 'admin', query: 'filter={"userId":"x"}', status: 400, fields: ['filter.userId'] },
      { name: 'a status that is none', as: 'admin', query: 'filter={"status":"any"}', status: 400, fields: ['filter.status'] },
      {
        name: 'a membership that is none',
        as: 'admin',
        query: 'filter={"membership":"admin"}',
        status: 400,
        fields: ['filter.membership'],
      },
      { name: 'a transaction id that is none', as: 'admin', query: 'filter={"txid":"x"}', status: 400, fields: ['filter.txid'] },
    ],
  },
  { method: 'GET', path: '/admin/payments/{none}', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/payments/nonsense', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/payments/{none}/approve', allowed: admins, empty: 404 },
  {
    method: 'POST',
    path: '/admin/payments/{none}/reject',
    allowed: admins,
    empty: 404,
    bad: [
      { name: 'an empty reason', as: 'admin', body: { reason: ' ' }, status: 400, fields: ['reason'] },
      { name: 'an endless reason', as: 'admin', body: { reason: 'x'.repeat(600) }, status: 400, fields: ['reason'] },
      { name: 'a field that is unknown', as: 'admin', body: { reason: 'fine', status: 'approved' }, status: 400 },
      { name: 'a code of KYC', as: 'admin', body: { code: 'address-old' }, status: 400, fields: ['code'] },
      { name: 'another reason that is not said', as: 'admin', body: { code: 'other' }, status: 400, fields: ['reason'] },
      { name: 'an end without a reason', as: 'admin', body: { outcome: 'final' }, status: 400, fields: ['reason'] },
    ],
  },
  ...deskRoutes('/admin/payments'),
];
