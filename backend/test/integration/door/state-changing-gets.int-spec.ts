import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addressOf, NO_ID, routesOf, type AppRoute } from '../../support/app-routes.js';
import { signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';

const api: TestApi = await createTestApi();
const routes = routesOf(api);
const changing = routes.filter(({ stateChangingGet }) => stateChangingGet);

/** The specification's GETs that change something (contract section 1). */
const specified = [
  '/confirmemail',
  '/logout',
  '/changecolor',
  '/userstatus/:userId',
  '/restoreuser/:userId',
  '/approvekyc/:userId',
  '/rejectkyc/:userId',
  '/approvepayment/:userId',
  '/rejectpayment/:userId',
];

const foreign: [string, Record<string, string>][] = [
  ['a link', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
  ['a link of our own pages', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
  ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-user': '?1' }],
  ['a picture', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
  ['a picture that asks for CORS', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'image' }],
  ['a script', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }],
  ['a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
  ['a blind fetch', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }],
  ['a web socket', { 'sec-fetch-mode': 'websocket', 'sec-fetch-dest': 'empty' }],
  ['a prefetch', { 'sec-purpose': 'prefetch' }],
  ['a prerendering', { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ['another site', { origin: 'https://evil.example', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ['nobody in particular', { origin: 'null' }],
  ['a site with our name in its own', { origin: 'https://localhost.evil.example' }],
  ['a site with our name as its user', { origin: 'https://localhost@evil.example' }],
  ['our host at another port', { origin: 'http://localhost:9999' }],
  ['what is no origin', { origin: 'localhost' }],
];

describe('a GET that changes something', () => {
  let admin: SignedIn;
  let member: SignedIn;
  let before: Record<string, string>;
  beforeAll(async () => {
    admin = await signedInAdmin(api);
    member = await signedInMember(api);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    await api.em().execute('update sessions set confirmed_at = now() where ended_at is null');
    before = await state();
  });
  afterEach(async () => {
    await api.em().execute('delete from rate_limits');
  });

  /** A digest of every table but those that count or record attempts, the heartbeats of processes, and when a session was used last. */
  async function state(): Promise<Record<string, string>> {
    const tables = await api.em().execute<{ name: string }[]>(
      `select table_name as name from information_schema.tables
          where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('rate_limits', 'sessions', 'process_beats')
          and table_name not like 'audit\\_%'`,
    );
    const digests = tables.map(
      ({ name }) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from "${name}" t) as "${name}"`,
    );
    const sessions = `(select count(*)::text from sessions where ended_at is null) as open_sessions`;
    const [row] = await api.em().execute<Record<string, string>[]>(`select ${[...digests, sessions].join(', ')}`);
    return row ?? {};
  }

  const visit = (method: 'GET' | 'HEAD', route: AppRoute, headers: Record<string, string> = {}, who = admin, host = 'localhost:3000') =>
    api.app.inject({
      method,
      url: addressOf(route.path, route.path.includes('restore') ? NO_ID : member.userId),
      headers: { authorization: who.token, host, ...headers },
    });

  it('is every one that the specification has', () => {
    expect(changing.map(({ path }) => path.replace('/api/v1', '')).toSorted()).toEqual(expect.arrayContaining(specified.toSorted()));
  });

  describe.each(changing.map((route) => [route.path, route] as const))('%s', (_, route) => {
    it.each(foreign)('is not made by %s', async (__, headers) => {
      const response = await visit('GET', route, headers);
      expect([response.statusCode, response.json()]).toEqual([403, { statusCode: 403, message: 'You are not allowed to do this' }]);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(await state()).toEqual(before);
    });

    it('is not made by a HEAD', async () => {
      expect([404, 405]).toContain((await visit('HEAD', route)).statusCode);
      expect(await state()).toEqual(before);
    });
  });

  it('is made by our own pages, and by clients that are no browser', async () => {
    const color = changing.find(({ path }) => path.endsWith('/changecolor'))!;
    const own: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
      { 'sec-fetch-mode': 'same-origin', 'sec-fetch-dest': 'empty' },
      { origin: 'http://localhost:3000' },
    ];
    for (const headers of own) {
      const response = await visit('GET', color, headers, member);
      expect([headers, response.statusCode, response.headers['cache-control']]).toEqual([headers, 200, 'no-store']);
    }
  });

  it('has a twin that is no GET, for every one of them', () => {
    const twins = routes.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`);
    for (const twin of [
      'POST /auth/confirm-email',
      'POST /auth/logout',
      'POST /me/color',
      'POST /admin/kyc-reviews/:id/approve',
      'POST /admin/kyc-reviews/:id/reject',
      'POST /admin/payments/:id/approve',
      'POST /admin/payments/:id/reject',
    ])
      expect(twins).toContain(twin);
    expect(twins.filter((twin) => /^(PUT|PATCH|POST) \/admin\/users\/:\w+/.test(twin)).length).toBeGreaterThan(0);
    expect(twins.filter((twin) => /^\w+ \/admin\/rejected-users\/:\w+/.test(twin)).length).toBeGreaterThan(0);
  });
});
