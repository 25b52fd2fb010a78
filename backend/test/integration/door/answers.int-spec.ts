import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addressOf, NO_ID, routesOf, type AppRoute } from '../../support/app-routes.js';
import { signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';

const api: TestApi = await createTestApi();
const routes = routesOf(api);
const named = (wanted: AppRoute[]) => wanted.map((route) => [`${route.method} ${route.path}`, route] as const);

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/s),
};
const nowhere = [
  'set-cookie',
  'x-powered-by',
  'server',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
];

/** The same for everybody, and checked by everybody: caches may keep it. */
const isForAll = (path: string) => /^\/api\/v1\/(log|track-record|analysis|analysis\.atom|calendar\/events)(\/|$)/.test(path);

describe('every answer', () => {
  let admin: SignedIn;
  let member: SignedIn;
  beforeAll(async () => {
    admin = await signedInAdmin(api);
    member = await signedInMember(api);
  });
  afterAll(() => api.close());

  const tokenOf = ({ access }: AppRoute) => (access === 'member' ? member : admin).token;
  const visit = (route: AppRoute, headers: Record<string, string> = {}, query = '') =>
    api.app.inject({ method: route.method, url: `${addressOf(route.path)}${query}`, headers });

  it('comes from a handler that says who may call it', () => {
    expect(routes.length).toBeGreaterThan(40);
    expect(routes.filter(({ access }) => access === undefined).map(({ path }) => path)).toEqual([]);
  });

  it.each(named(routes.filter(({ access }) => access !== 'public')))(
    'of %s needs the token in its header: not in the address, a cookie, or a body',
    async (_, route) => {
      const token = tokenOf(route);
      const elsewhere: [Record<string, string>, string][] = [
        [{}, ''],
        [{}, `?token=${token}&authorization=${token}&access_token=${token}&jwt=${token}`],
        [{ cookie: `token=${token}; myToken=${token}; authorization=${token}; session=${token}` }, ''],
        [{ 'x-authorization': token, 'x-access-token': token, 'proxy-authorization': token, 'x-auth-token': token }, ''],
        [{ authorization: `Basic ${Buffer.from(`admin:${token}`).toString('base64')}` }, ''],
        [{ authorization: `Bearer ${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` }, ''],
        [{ authorization: `Bearer Bearer ${token}` }, ''],
      ];
      for (const [headers, query] of elsewhere)
        expect([Object.keys(headers), query.slice(0, 7), (await visit(route, headers, query)).statusCode]).toEqual([
          Object.keys(headers),
          query.slice(0, 7),
          401,
        ]);
      if (route.method !== 'GET')
        expect(
          (
            await api.app.inject({
              method: route.method,
              url: addressOf(route.path),
              payload: { token, authorization: token, access_token: token },
            })
          ).statusCode,
        ).toBe(401);
    },
  );

  it.each(named(routes.filter(({ method }) => method === 'GET')))('of %s is for GET alone, not for HEAD', async (_, route) => {
    const response = await api.app.inject({ method: 'HEAD', url: addressOf(route.path), headers: { authorization: tokenOf(route) } });
    expect([404, 405]).toContain(response.statusCode);
  });

  it.each(named(routes.filter(({ stateChangingGet, method }) => method === 'GET' && !stateChangingGet)))(
    'of %s is kept by nobody, framed by nobody and read by no other site',
    async (_, route) => {
      for (const headers of [
        { authorization: tokenOf(route), origin: 'https://evil.example' },
        { origin: 'https://evil.example' },
        {},
      ] as Record<string, string>[]) {
        const response = await visit(route, headers);
        const kept =
          isForAll(route.path) && response.statusCode === 200
            ? expect.stringMatching(/^(no-store|no-cache|public, max-age=\d+(, immutable)?)$/)
            : 'no-store';
        expect([route.path, response.headers]).toEqual([
          route.path,
          expect.objectContaining({ 'cache-control': kept, ...everywhere, 'x-request-id': expect.any(String) }),
        ]);
        for (const name of nowhere) expect([name, response.headers[name]]).toEqual([name, undefined]);
      }
    },
  );

  it.each<
    [
      number,
      string,
      {
        method?: 'GET' | 'POST' | 'PUT' | 'OPTIONS';
        url: string;
        as?: 'admin' | 'member';
        headers?: Record<string, string>;
        payload?: string;
      },
    ]
  >([
    [200, 'a success', { url: '/api/v1/public/config' }],
    [400, 'bad input', { method: 'POST', url: '/api/v1/signinuser', headers: { 'content-type': 'application/json' }, payload: '{}' }],
    [
      400,
      'a body that cannot be read',
      { method: 'POST', url: '/api/v1/signinuser', headers: { 'content-type': 'application/json' }, payload: '{' },
    ],
    [400, 'an address that cannot be read', { url: '/api/v1/wallet/%ff' }],
    [401, 'nobody', { url: '/api/v1/getuser' }],
    [403, 'the wrong person', { url: '/api/v1/getalluser', as: 'member' }],
    [403, 'a link', { url: '/api/v1/changecolor', as: 'member', headers: { 'sec-fetch-mode': 'navigate' } }],
    [404, 'an unknown record', { url: `/api/v1/wallet/${NO_ID}`, as: 'admin' }],
    [404, 'an unknown address', { url: '/api/v1/nothing' }],
    [404, 'an address outside of the API', { url: '/nothing.php' }],
    [
      404,
      'a preflight of another site',
      {
        method: 'OPTIONS',
        url: '/api/v1/signinuser',
        headers: {
          origin: 'https://evil.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      },
    ],
    [404, 'an endless id', { url: `/api/v1/wallet/${'a'.repeat(500)}`, as: 'admin' }],
    [409, 'a conflict', { url: '/api/v1/approvekyc/{member}', as: 'admin' }],
    [
      413,
      'too large a body',
      { method: 'POST', url: '/api/v1/signinuser', headers: { 'content-type': 'application/json' }, payload: `"${'x'.repeat(300_000)}"` },
    ],
    [415, 'another content type', { method: 'POST', url: '/api/v1/signinuser', headers: { 'content-type': 'text/plain' }, payload: 'x' }],
    [200, 'the health of the service', { url: '/health/live' }],
    [200, 'the metrics', { url: '/metrics' }],
    [200, 'the development mailbox', { url: '/dev/mailbox' }],
    [200, 'the documents of the API', { url: '/api/docs' }],
    [200, 'the outline of the API', { url: '/api/docs-json' }],
  ])('carries the headers of security: %i, %s', async (status, _, { method = 'GET', url, as, headers, payload }) => {
    const token = as && { admin, member }[as].token;
    const response = await api.app.inject({
      method,
      url: url.replace('{member}', member.userId),
      headers: {
        origin: 'https://evil.example',
        ...(url.includes('approve') && { origin: 'http://localhost:3000', host: 'localhost:3000' }),
        ...(token && { authorization: token }),
        ...headers,
      },
      ...(payload && { payload }),
    });
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject({ ...everywhere, 'cache-control': 'no-store' });
    for (const name of nowhere) expect([name, response.headers[name]]).toEqual([name, undefined]);
  });

  it('to a client that names a type without sending a body is the answer to a request without one', async () => {
    const headers = { authorization: member.token, 'content-type': 'application/json' };
    const remove = await api.app.inject({ method: 'DELETE', url: `/api/v1/auth/sessions/${NO_ID}`, headers });
    expect([remove.statusCode, remove.json()]).toEqual([404, { statusCode: 404, message: 'There is no such session' }]);
    expect((await api.app.inject({ method: 'POST', url: '/api/v1/me/color', headers })).statusCode).toBe(200);
    expect((await api.app.inject({ method: 'GET', url: '/api/v1/getuser', headers })).statusCode).toBe(200);
  });
});
