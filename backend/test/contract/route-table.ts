/** Every route under /api/v1 that exists, as data: who may call it, and each way a request can be wrong with the fields it must name. */
export type Who = 'visitor' | 'trade club' | 'hedge fund' | 'admin';

export interface BadRequest {
  name: string;
  as?: Who;
  body?: object;
  /** Fields and files of a multipart form. */
  form?: Record<string, string | Buffer | undefined>;
  query?: string;
  token?: string;
  status: number;
  /** Fields the answer must name, in any order. */
  fields?: string[];
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** `{member}` is a member's id, `{own}` the caller's, `{none}` an id that nothing has. */
  path: string;
  /** Who is let in; everybody else gets 401 (visitors) or 403. */
  allowed: Who[];
  /** The status an allowed caller gets with an empty request. */
  empty: number;
  stateChangingGet?: boolean;
  bad?: BadRequest[];
}

const everybody: Who[] = ['visitor', 'trade club', 'hedge fund', 'admin'];
const signedIn: Who[] = ['trade club', 'hedge fund', 'admin'];
const members: Who[] = ['trade club', 'hedge fund'];
const admins: Who[] = ['admin'];

const person = {
  surname: 'Walker', otherName: 'Ann', email: 'contract@example.com', phoneNumber: '2348012345678', country: 'Nigeria', dob: '1990-05-17', membership: 'trade club', role: 'trade club', password: 'seven lanterns over the harbour',
};
const without = (field: keyof typeof person) => Object.fromEntries(Object.entries(person).filter(([name]) => name !== field));
const wrongPerson = (field: string, value: unknown, name = `${field} ${JSON.stringify(value)}`.slice(0, 60), fields = [field]): BadRequest => ({ name, body: { ...person, [field]: value }, status: 400, fields });

const signUp: BadRequest[] = [
  ...(Object.keys(person) as (keyof typeof person)[]).map((field) => ({ name: `no ${field}`, body: without(field), status: 400, fields: field === 'membership' || field === 'role' ? undefined : [field] })).map(({ fields, ...rest }) => ({ ...rest, ...(fields && { fields }) })),
  wrongPerson('email', 'nobody'),
  wrongPerson('email', 'a@b.co,c@d.co'),
  wrongPerson('email', { $ne: null }, 'an object for an e-mail'),
  wrongPerson('email', `${'a'.repeat(300)}@example.com`, 'an endless e-mail'),
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

const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWPgzivFihiGlgQAJaE7gX8NhFkAAAAASUVORK5CYII=', 'base64');
const kycForm = { address: '12 Marina Road, Lagos', userType: 'trade club', platform: 'binance', apiKey: 'sbx_small_read-only_1', secretKey: 'sbs_small_read-only_1', idCard: picture, proofOfAddress: picture };
const wrongForm = (name: string, changes: Record<string, string | Buffer | undefined>, fields: string[], status = 400): BadRequest => ({ name, as: 'trade club', form: { ...kycForm, ...changes }, status, fields });

const createKyc: BadRequest[] = [
  { name: 'an empty form', as: 'trade club', form: {}, status: 400, fields: ['address', 'userType', 'platform', 'apiKey', 'secretKey', 'idCard', 'proofOfAddress'] },
  { name: 'JSON instead of a form', as: 'trade club', body: { address: 'x' }, status: 415 },
  wrongForm('no identity card', { idCard: undefined }, ['idCard']),
  wrongForm('no proof of address', { proofOfAddress: undefined }, ['proofOfAddress']),
  wrongForm('a script for a picture', { idCard: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>') }, ['idCard']),
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
  wrongForm('a secret that is not the key\'s', { secretKey: 'sbs_small_read-only_2' }, ['apiKey']),
  wrongForm('a key that may trade', { apiKey: 'sbx_small_can-trade_1', secretKey: 'sbs_small_can-trade_1' }, ['apiKey']),
  wrongForm('a key that may withdraw', { apiKey: 'sbx_small_can-withdraw_1', secretKey: 'sbs_small_can-withdraw_1' }, ['apiKey']),
  wrongForm('a key with a line break', { apiKey: 'abc\r\nx-evil: 1' }, ['apiKey']),
  { name: 'a hedge fund member without key or sign-in', as: 'hedge fund', form: { ...kycForm, userType: 'hedge fund', apiKey: '', secretKey: '' }, status: 400 },
];

const paging: BadRequest[] = ['page=0', 'page=x', 'perPage=0', 'perPage=9999999', 'page=-1'].map((query) => ({ name: query, as: 'admin', query, status: 400, fields: [query.split('=')[0]!] }));
const list = (fields: { needsMember?: boolean } = {}): BadRequest[] => [
  { name: 'an unknown sort', as: 'admin', query: 'sort=["password_hash","ASC"]', status: 400, fields: ['sort'] },
  { name: 'a sort direction that is SQL', as: 'admin', query: 'sort=["id","ASC; drop table users"]', status: 400, fields: ['sort'] },
  { name: 'an endless range', as: 'admin', query: 'range=[0,1000000]', status: 400, fields: ['range'] },
  { name: 'a filter that does not exist', as: 'admin', query: 'filter={"password_hash":"x"}', status: 400, fields: ['filter.password_hash'] },
  { name: 'a filter that is not JSON', as: 'admin', query: 'filter={', status: 400, fields: ['filter'] },
  ...(fields.needsMember ? [{ name: 'a member that is no id', as: 'admin' as const, query: 'filter={"userId":"x"}', status: 400, fields: ['filter.userId'] }] : []),
];

const history = (path: string): Route[] => [
  { method: 'GET', path: `/${path}/{own}`, allowed: signedIn, empty: path === 'wallet' ? 200 : 200 },
  { method: 'GET', path: `/${path}/{member}`, allowed: admins, empty: 200, ...(path !== 'wallet' && { bad: paging }) },
  { method: 'GET', path: `/${path}/{none}`, allowed: admins, empty: 404 },
  { method: 'GET', path: `/${path}/nonsense`, allowed: admins, empty: 404 },
];

export const routes: Route[] = [
  { method: 'POST', path: '/signupuser', allowed: everybody, empty: 400, bad: signUp },
  {
    method: 'GET', path: '/confirmemail', allowed: everybody, empty: 400,
    bad: [
      { name: 'a token of nobody', token: 'Bearer abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq', status: 400 },
      { name: 'a token that is none', token: 'Bearer x', status: 400 },
    ],
  },
  {
    method: 'POST', path: '/signinuser', allowed: everybody, empty: 400,
    bad: [
      { name: 'no password', body: { email: 'ann@example.com' }, status: 400, fields: ['password'] },
      { name: 'no e-mail', body: { password: 'x' }, status: 400, fields: ['email'] },
      { name: 'an object for a password', body: { email: 'ann@example.com', password: { $gt: '' } }, status: 400, fields: ['password'] },
      { name: 'nobody', body: { email: 'nobody@example.com', password: 'seven lanterns over the harbour' }, status: 401 },
    ],
  },
  { method: 'GET', path: '/getuser', allowed: signedIn, empty: 200 },
  { method: 'POST', path: '/createkyc', allowed: members, empty: 415, bad: createKyc },
  { method: 'GET', path: '/me/kyc', allowed: members, empty: 200 },
  { method: 'GET', path: '/getpendingkyc', allowed: admins, empty: 200 },
  { method: 'GET', path: '/getlistkyc', allowed: admins, empty: 200 },
  { method: 'GET', path: '/approvekyc/{member}', allowed: admins, empty: 409, stateChangingGet: true },
  { method: 'GET', path: '/approvekyc/{none}', allowed: admins, empty: 404, stateChangingGet: true },
  { method: 'GET', path: '/approvekyc/nonsense', allowed: admins, empty: 404, stateChangingGet: true },
  { method: 'GET', path: '/rejectkyc/{member}', allowed: admins, empty: 409, stateChangingGet: true },
  { method: 'GET', path: '/rejectkyc/{none}', allowed: admins, empty: 404, stateChangingGet: true },
  ...['wallet', 'open_trade', 'open_position', 'trade_history', 'spot_trade', 'deposit_history', 'withdraw_history'].flatMap(history),
  { method: 'GET', path: '/admin/kyc-reviews', allowed: admins, empty: 200, bad: list() },
  { method: 'GET', path: '/admin/kyc-reviews/{none}', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/kyc-reviews/{none}/approve', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/kyc-reviews/{none}/reject', allowed: admins, empty: 400, bad: [{ name: 'an empty reason', as: 'admin', body: { reason: ' ' }, status: 400, fields: ['reason'] }, { name: 'an endless reason', as: 'admin', body: { reason: 'x'.repeat(600) }, status: 400, fields: ['reason'] }] },
  { method: 'GET', path: '/admin/members', allowed: admins, empty: 200, bad: list() },
  { method: 'GET', path: '/admin/members/{none}', allowed: admins, empty: 404 },
  { method: 'POST', path: '/admin/members/{none}/sync', allowed: admins, empty: 404 },
  ...['spot-trades', 'futures-trades', 'futures-orders', 'futures-positions', 'deposits', 'withdrawals', 'balances'].map((name): Route => ({
    method: 'GET', path: `/admin/${name}?filter={"userId":"{member}"}`, allowed: admins, empty: 200,
  })),
  ...['spot-trades', 'futures-trades', 'futures-orders', 'futures-positions', 'deposits', 'withdrawals', 'balances', 'sync-runs'].map((name): Route => ({
    method: 'GET', path: `/admin/${name}`, allowed: admins, empty: name === 'sync-runs' ? 200 : 400, bad: list({ needsMember: true }),
  })),
  { method: 'GET', path: '/admin/sync-runs/{none}', allowed: admins, empty: 404 },
  { method: 'GET', path: '/auth/sessions', allowed: signedIn, empty: 200 },
  { method: 'DELETE', path: '/auth/sessions/{none}', allowed: signedIn, empty: 404 },
  { method: 'POST', path: '/auth/resend-confirmation', allowed: everybody, empty: 400, bad: [{ name: 'no e-mail', body: {}, status: 400, fields: ['email'] }] },
  { method: 'POST', path: '/auth/confirm-email', allowed: everybody, empty: 400 },
  { method: 'GET', path: '/changecolor', allowed: signedIn, empty: 200, stateChangingGet: true },
  { method: 'POST', path: '/me/color', allowed: signedIn, empty: 200 },
  { method: 'GET', path: '/public/config', allowed: everybody, empty: 200 },
  { method: 'GET', path: '/files/{none}', allowed: everybody, empty: 403 },
  // Last: they end the session they are called with.
  { method: 'GET', path: '/logout', allowed: signedIn, empty: 200, stateChangingGet: true },
  { method: 'POST', path: '/auth/logout', allowed: signedIn, empty: 200 },
];
