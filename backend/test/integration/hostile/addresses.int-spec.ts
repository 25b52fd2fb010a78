import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addressOf, forBrowsers, leadsTo, NO_ID, routesOf, type AppRoute } from '../../support/app-routes.js';
import { expectUnharmed, flawsOf, hostileCaller, namedFields } from './hostile-caller.js';

const caller = await hostileCaller();
const routes = routesOf(caller.api).filter(({ path }) => !forBrowsers.has(path));
const named = (wanted: AppRoute[]) => wanted.map((route) => [`${route.method} ${route.path}`, route] as const);
const withParameters = named(routes.filter(({ path }) => path.includes(':')));
const reads = named(routes.filter(({ method, stateChangingGet }) => method === 'GET' && !stateChangingGet));
// The exchange's counters, the state of the channels, the pay addresses, the fund's sums, the dry runs, open redemptions and the
// search are no resources: they take no filter.
const noLists = 'channels|exchange-limits|pay-addresses|fund-book|fund-invoices|fund-redemptions|search|share-invoices';
const isList = new RegExp(`^/api/v1/admin/(?!(?:${noLists})$)[a-z-]+$`);
const lists = named(routes.filter(({ method, path }) => method === 'GET' && isList.test(path)));

afterAll(() => caller.close());

describe('a hostile address', () => {
  let before: Record<string, number>;
  beforeEach(async () => void (before = await caller.begin()));
  afterEach(() => expectUnharmed(caller, before));

  const visit = (route: AppRoute, url: string) => {
    const token = caller.tokenFor(route);
    return caller.send(url, {
      method: route.method,
      ...(token && { token }),
      ...(route.method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
    });
  };

  it('is tried on every route there is', () => {
    expect(withParameters.length).toBeGreaterThan(10);
    expect(lists.length).toBeGreaterThan(8);
    expect(reads.length).toBeGreaterThan(25);
  });

  const ids = [
    '%00',
    `${NO_ID}%00`,
    'a'.repeat(10_000),
    'a'.repeat(201),
    '%F0%9F%98%80',
    '%E2%80%AE',
    '%27%3B%20drop%20table%20users%3B%20--',
    '..%2F..%2Fetc%2Fpasswd',
    `${NO_ID}%0A`,
    `%20${NO_ID}`,
    '%7B%22%24ne%22%3Anull%7D',
    '-1',
    '1e9',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    '%EF%BC%90',
    '%25',
    '%2500',
    `{${NO_ID}}`,
    NO_ID.replaceAll('-', ''),
    '*',
    '%2e%2e',
  ];
  it.each(withParameters)('of %s names nothing', async (_, route) => {
    for (const id of ids) {
      const response = await visit(route, addressOf(route.path, id));
      expect([id.slice(0, 40), response.statusCode, flawsOf(response)]).toEqual([id.slice(0, 40), expect.any(Number), []]);
      // Two dots lead to the folder above, which may be a route of its own.
      if (reads.some(([, { path }]) => path === new URL(addressOf(route.path, id), 'http://any').pathname)) continue;
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      if (/%00/.test(id) || id.length > 200) expect([id.slice(0, 40), response.statusCode]).toEqual([id.slice(0, 40), 404]);
    }
  });

  it.each(withParameters)('of %s that cannot be decoded is refused', async (_, route) => {
    for (const broken of ['%', '%f', '%zz', '%ff', '%c3%28', '%ed%a0%80', '%u0041']) {
      const response = await visit(route, addressOf(route.path, broken));
      expect([broken, response.statusCode, flawsOf(response)]).toEqual([broken, 400, []]);
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    }
  });

  const anywhere: [string, string[]][] = [
    ['page=1&page=2', ['page']],
    ['filter={}&filter={}', ['filter']],
    ['a=1&a=2', ['a']],
    ['q=a%00b', ['q']],
    ['filter=%00', ['filter']],
    ['%00=1', ['query']],
  ];
  it.each(named(routes))('of %s takes no text twice, and none that cannot be stored', async (_, route) => {
    for (const [query, fields] of anywhere) {
      const response = await visit(route, `${addressOf(route.path)}?${query}`);
      expect([query, response.statusCode, namedFields(response), flawsOf(response)]).toEqual([query, 400, fields, []]);
    }
  });

  const queries = [
    'page[]=1',
    'page[0]=1',
    'page[$ne]=1',
    'page=NaN',
    'page=1e9',
    'page=99999999999999999999',
    'perPage=-1',
    'page=%F0%9F%98%80',
    'perPage=0x10',
    'page=1%20or%201=1',
    'sort=',
    'sort=[]',
    'sort=[1,2]',
    'range=[0,1e9]',
    'range=[0]',
    'range=[null,null]',
    'range=[0.5,1]',
    'range=[-1,0]',
    'filter=',
    'filter=null',
    'filter=[]',
    'filter=1',
    'filter={',
    `filter=${'['.repeat(10_000)}`,
    'filter={"__proto__":{"q":1}}',
    '__proto__=1',
    'constructor=1',
    '%ff=%ff',
    'q=%zz',
    '&&&==&',
    `x=${'y'.repeat(15_000)}`,
    '😀=😀',
    `${'k'.repeat(500)}=1`,
  ];
  it.each(reads)('of %s never breaks anything by its query', async (_, route) => {
    for (const query of queries) {
      const response = await visit(route, `${addressOf(route.path)}?${encodeURI(query).replaceAll('%25', '%')}`);
      expect([query.slice(0, 40), flawsOf(response)]).toEqual([query.slice(0, 40), []]);
    }
  });

  it.each(lists)('of %s is refused by the name of what is wrong with it', async (_, route) => {
    const wrong: [string, string][] = [
      [`filter=${JSON.stringify({ q: 'a\u0000b' })}`, 'filter.q'],
      [`filter=${JSON.stringify({ q: '\ud800' })}`, 'filter.q'],
      [`filter=${JSON.stringify({ q: { $ne: null } })}`, 'filter.q'],
      [`filter=${JSON.stringify({ id: { $ne: null } })}`, 'filter.id'],
      [`filter=${JSON.stringify({ id: Array.from({ length: 1001 }, () => NO_ID) })}`, 'filter.id'],
      [`filter=${JSON.stringify({ password_hash: 'x' })}`, 'filter.password_hash'],
      ['filter={"constructor":1}', 'filter.constructor'],
      ['filter={"a":{"__proto__":1}}', 'filter.a.__proto__'],
      [`filter={"q":${'['.repeat(200)}${']'.repeat(200)}}`, 'filter'],
      ['filter=[]', 'filter'],
      ['range=[0,1e9]', 'range'],
      ['sort=["id","ASC; drop table users"]', 'sort'],
      ['sort=["password_hash","ASC"]', 'sort'],
    ];
    for (const [query, field] of wrong) {
      const [name = '', value = ''] = query.split(/=(.*)/s);
      const response = await visit(route, `${route.path}?${name}=${encodeURIComponent(value)}`);
      const fields = namedFields(response);
      expect([query.slice(0, 40), response.statusCode, flawsOf(response)]).toEqual([query.slice(0, 40), 400, []]);
      expect([query.slice(0, 40), fields.some((one) => one === field || one.startsWith(`${field}.`))]).toEqual([query.slice(0, 40), true]);
    }
  });

  it.each(['TRACE', 'PROPFIND', 'LOCK', 'SEARCH', 'QUERY', 'MKCOL'])('with the method %s leads nowhere', async (method) => {
    for (const path of ['/api/v1/getuser', '/api/v1/signinuser', '/api/v1/admin/signals', '/']) {
      const response = await caller.send(path, { method: method as 'GET', headers: { 'content-type': 'application/json' } });
      expect([path, response.statusCode, flawsOf(response)]).toEqual([path, expect.any(Number), []]);
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
    }
  });

  it.each(named(routes))('of %s takes no other method', async (_, route) => {
    const path = addressOf(route.path);
    const known = routes.filter((other) => leadsTo(other, path)).map(({ method }) => method);
    for (const method of (['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const).filter(
      (one) => !known.includes(one as AppRoute['method']),
    )) {
      const token = caller.tokenFor(route);
      const response = await caller.send(path, { method, ...(token && { token }) });
      expect([method, response.statusCode, flawsOf(response)]).toEqual([method, expect.any(Number), []]);
      expect([404, 405]).toContain(response.statusCode);
    }
  });

  it('that leads nowhere is a 404 in our own words, however it is written', async () => {
    for (const path of [
      '/api/v1/nothing',
      '/api/v1//getuser',
      '/api/v1/getuser/',
      '/API/v1/getuser',
      '/api/v1/../v1/getuser',
      '/api/v1/%2e%2e/getuser',
      '/.env',
      '/.git/config',
      '/api/v1/signals;x=1',
      '/wp-login.php',
      '//evil.example/',
      '/api/v1/😀',
      `/${'a'.repeat(8000)}`,
      '/api/v1/getuser%2f',
      '/\\evil',
    ]) {
      const response = await caller.send(encodeURI(path).replaceAll('%25', '%'), { method: 'GET' });
      expect([path.slice(0, 40), flawsOf(response)]).toEqual([path.slice(0, 40), []]);
      expect([path.slice(0, 40), [400, 401, 404].includes(response.statusCode)]).toEqual([path.slice(0, 40), true]);
    }
  });

  it('with endless or odd headers changes nothing', async () => {
    const odd: Record<string, string>[] = [
      { authorization: 'x'.repeat(15_000) },
      { authorization: 'Bearer ' },
      { authorization: 'Basic YTpi' },
      { authorization: '\u00ff\u00fe' },
      { 'user-agent': 'ü'.repeat(5000) },
      { accept: 'text/html' },
      { 'accept-version': '9' },
      { 'x-forwarded-for': 'not an address, 🤷'.replace(/[^\x20-\x7e]/g, '?') },
      { 'x-forwarded-host': 'evil.example' },
      { 'idempotency-key': 'two words' },
      { range: 'bytes=0-1' },
      { 'x-http-method-override': 'DELETE' },
      { cookie: 'a=b; '.repeat(1000) },
    ];
    for (const headers of odd) {
      for (const path of ['/api/v1/getuser', '/api/v1/public/config', '/api/v1/signinuser']) {
        const response = await caller.send(path, {
          method: path.endsWith('signinuser') ? 'POST' : 'GET',
          headers: { 'content-type': 'application/json', ...headers },
        });
        expect([Object.keys(headers), path, flawsOf(response)]).toEqual([Object.keys(headers), path, []]);
        expect(response.body).not.toContain('evil.example');
      }
    }
  });
});
