import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addressOf, fieldsOf, forBrowsers, routesOf, takesText, withNames, type AppRoute } from '../support/app-routes.js';
import { expectUnharmed, flawsOf, hostileCaller, namedFields, type Sent } from './hostile/hostile-caller.js';

const caller = await hostileCaller();
const routes = routesOf(caller.api);
const taking = (body: AppRoute['body']) =>
  routes.filter((route) => route.body === body).map((route) => [`${route.method} ${route.path}`, route] as const);
const jsonRoutes = taking('json');
const formRoutes = taking('form');
const bodyless = routes
  .filter(({ method, body }) => body === 'none' && method !== 'GET')
  .map((route) => [`${route.method} ${route.path}`, route] as const);

/** The specification's own routes ignore keys they do not know, because its clients send some; all others refuse them. */
const specified = new Set(
  ['signinuser', 'signupuser', 'forgetpassword', 'changepassword', 'createsignal', 'senduseremail', 'updateprofile'].map(
    (name) => `/api/v1/${name}`,
  ),
);

const json = { 'content-type': 'application/json' };
const deep = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const form = (parts: string, boundary = 'b') => ({ body: parts, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } });
const part = (name: string, value: string, extra = '') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${extra}\r\n\r\n${value}\r\n`;

/** No route may take any of these: what it is, how it is sent, and the only status that fits. */
const neverTaken: [string, Sent, number][] = [
  ['a list', { headers: json, body: '[{"email":"a@example.com"}]' }, 400],
  ['a text', { headers: json, body: '"text"' }, 400],
  ['a number', { headers: json, body: '42' }, 400],
  ['null', { headers: json, body: 'null' }, 400],
  ['true', { headers: json, body: 'true' }, 400],
  ['ten thousand levels of lists', { headers: json, body: deep(10_000) }, 400],
  ['a hundred thousand levels', { headers: json, body: deep(100_000) }, 400],
  ['a truncated object', { headers: json, body: '{"email":"a@exam' }, 400],
  ['an object with a tail', { headers: json, body: '{} {}' }, 400],
  ['__proto__', { headers: json, body: '{"__proto__":{"role":"admin"}}' }, 400],
  ['constructor.prototype', { headers: json, body: '{"constructor":{"prototype":{"role":"admin"}}}' }, 400],
  ['a NUL in a name', { headers: json, body: '{"a\\u0000b":1}' }, 400],
  ['bytes that are no UTF-8', { headers: json, body: Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]) }, 400],
  ['UTF-16 without a word', { headers: json, body: Buffer.from('{"a":1}', 'utf16le') }, 400],
  ['UTF-16 by name', { headers: { 'content-type': 'application/json; charset=utf-16' }, body: Buffer.from('{"a":1}', 'utf16le') }, 415],
  ['Latin-1 by name', { headers: { 'content-type': 'application/json; charset="ISO-8859-1"' }, body: '{}' }, 415],
  ['a compressed body', { headers: { ...json, 'content-encoding': 'gzip' }, body: Buffer.from([0x1f, 0x8b]) }, 415],
  ['plain text', { headers: { 'content-type': 'text/plain' }, body: '{"email":"a@example.com"}' }, 415],
  ['XML', { headers: { 'content-type': 'application/xml' }, body: '<a/>' }, 415],
  ['another kind of JSON', { headers: { 'content-type': 'application/vnd.api+json' }, body: '{}' }, 415],
  ['two content types', { headers: { 'content-type': 'application/json, text/plain' }, body: '{}' }, 415],
  ['no content type', { body: '{}' }, 415],
  ['an empty content type', { headers: { 'content-type': '' }, body: '{}' }, 415],
  ['a plain form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'email=a%40example.com' }, 415],
  ['a name of 10 MB', { headers: json, body: JSON.stringify({ surname: 'x'.repeat(10_000_000) }) }, 413],
];

afterAll(() => caller.close());

describe('a hostile body', () => {
  let before: Record<string, number>;
  beforeEach(async () => void (before = await caller.begin()));
  afterEach(() => expectUnharmed(caller, before));

  const attack = async (route: AppRoute, sent: Sent) => {
    const token = caller.tokenFor(route);
    return caller.send(addressOf(withNames(route.path)), { method: route.method as 'POST', ...(token && { token }), ...sent });
  };

  it('is tried on every route there is', () => {
    expect(jsonRoutes.length).toBeGreaterThan(5);
    expect(formRoutes.length).toBeGreaterThan(0);
    expect(bodyless.length).toBeGreaterThan(2);
    expect(jsonRoutes.filter(([, { schema }]) => Object.keys(fieldsOf(schema)).length === 0).map(([name]) => name)).toEqual([]);
  });

  it.each([...jsonRoutes, ...bodyless])('sent to %s is refused where no route takes it', async (_, route) => {
    for (const [name, sent, status] of neverTaken) {
      if (name === 'a plain form' && forBrowsers.has(route.path)) continue;
      const response = await attack(route, sent);
      expect([name, response.statusCode, flawsOf(response)]).toEqual([name, status, []]);
    }
  });

  describe.each(jsonRoutes)('sent to %s', (_, route) => {
    const texts = Object.entries(fieldsOf(route.schema)).flatMap(([name, field]) => (takesText(field) ? [name] : []));
    const withField = (name: string, value: unknown) => attack(route, { headers: json, body: JSON.stringify({ [name]: value }) });

    it('is refused where it is a form with files', async () => {
      const response = await attack(route, form(`${part('email', 'a@example.com')}--b--\r\n`));
      expect([response.statusCode, flawsOf(response)]).toEqual([415, []]);
    });

    it('is refused by the name of the field that holds what cannot be stored, or what is no text', async () => {
      for (const field of texts) {
        for (const value of [
          'a\u0000b',
          '\u0000',
          'a\ud800b',
          '\udc00',
          { $ne: null },
          { $gt: '' },
          { toString: 1 },
          ['a'],
          [['a']],
          true,
        ]) {
          const response = await withField(field, value);
          expect([field, value, response.statusCode, namedFields(response), flawsOf(response)]).toEqual([
            field,
            value,
            400,
            expect.arrayContaining([field]),
            [],
          ]);
        }
      }
    });

    it('never breaks anything by its characters', async () => {
      const odd = [
        '😀',
        '👩‍👩‍👧‍👦',
        '\u202eevil',
        '\u200b\u200d\ufeff',
        '\u2028\u2029',
        'e\u0301'.repeat(200),
        '\u0007\u001b[31m',
        '%00',
        '\\u0000',
        "'; drop table users; --",
        '{{7*7}}',
        '<img src=x onerror=alert(1)>',
        '=1+1',
        '../../etc/passwd',
        'x'.repeat(100_000),
        '\uffff',
        '',
      ];
      for (const field of texts)
        for (const value of odd)
          expect([field, value.slice(0, 20), flawsOf(await withField(field, value))]).toEqual([field, value.slice(0, 20), []]);
    });

    it('counts the last of two equal names, and that one is checked', async () => {
      for (const field of texts) {
        const response = await attack(route, { headers: json, body: `{"${field}":"text","${field}":{"$ne":null}}` });
        expect([field, response.statusCode, namedFields(response)]).toEqual([field, 400, expect.arrayContaining([field])]);
      }
    });

    it(`${specified.has(route.path) ? 'is taken without' : 'is refused by name where it has'} keys that nobody asked for`, async () => {
      const surplus = {
        surplus: 1,
        role2: 'admin',
        kycStatus: 'approved',
        paymentStatus: 'approved',
        rejectedAt: null,
        securityEpoch: 0,
        imageFileId: null,
      };
      const response = await attack(route, { headers: json, body: JSON.stringify(surplus) });
      const strangers = Object.keys(surplus).filter((name) => !(name in fieldsOf(route.schema)));
      expect([
        flawsOf(response),
        namedFields(response)
          .filter((field) => strangers.includes(field))
          .toSorted(),
      ]).toEqual([[], specified.has(route.path) ? [] : strangers.toSorted()]);
    });

    it('names what is missing where nothing is sent, with or without a content type', async () => {
      const required = Object.entries(fieldsOf(route.schema)).flatMap(([name, field]) =>
        field.safeParse(undefined).success ? [] : [name],
      );
      if (required.length === 0) return;
      for (const sent of [{ headers: json, body: '' }, { headers: json, body: '{}' }, {}]) {
        const response = await attack(route, sent);
        expect([response.statusCode, namedFields(response), flawsOf(response)]).toEqual([400, expect.arrayContaining(required), []]);
      }
    });
  });

  describe.each(formRoutes)('sent to %s', (_, route) => {
    it('is refused where it is no form with files', async () => {
      const notForms = neverTaken
        .filter(([, { headers }]) => !headers?.['content-type']?.startsWith('application/json'))
        .map(([name, sent]) => [name, sent] as const);
      for (const [name, sent] of [...notForms, ['JSON', { headers: json, body: '{"address":"x"}' }] as const]) {
        const response = await attack(route, sent);
        expect([name, response.statusCode, flawsOf(response)]).toEqual([name, 415, []]);
      }
    });

    it.each<[string, Sent, number[]]>([
      ['a form without a boundary', { headers: { 'content-type': 'multipart/form-data' }, body: part('a', 'b') }, [400]],
      ['a form with another boundary', form(`${part('a', 'b')}--b--\r\n`, 'other'), [400]],
      ['an empty form', form(''), [400]],
      ['a form that ends in a file', form(`${part('a', 'x', '; filename="a.png"').slice(0, -2)}`), [400]],
      ['a thousand fields', form(`${Array.from({ length: 1000 }, (__, n) => part(`f${n}`, 'x')).join('')}--b--\r\n`), [400, 413]],
      [
        'a thousand files',
        form(`${Array.from({ length: 1000 }, (__, n) => part(`f${n}`, 'x', `; filename="${n}.png"`)).join('')}--b--\r\n`),
        [400, 413],
      ],
      ['an endless field', form(`${part('a', 'x'.repeat(200_000))}--b--\r\n`), [400, 413]],
      ['an endless name', form(`${part('n'.repeat(200_000), 'x')}--b--\r\n`), [400, 413]],
      ['a name that poisons objects', form(`${part('__proto__', 'x')}${part('constructor', 'x')}--b--\r\n`), [400]],
      ['a file nobody asked for', form(`${part('evil', 'x', '; filename="../../etc/passwd"')}--b--\r\n`), [400]],
      [
        'a part that says it is JSON',
        form(`--b\r\ncontent-disposition: form-data; name="address"\r\ncontent-type: application/json\r\n\r\n{"$ne":null}\r\n--b--\r\n`),
        [400],
      ],
      [
        'a part that says it is JSON and is none',
        form(`--b\r\ncontent-disposition: form-data; name="address"\r\ncontent-type: application/json\r\n\r\n{\r\n--b--\r\n`),
        [400, 406],
      ],
    ])('is refused where it is %s', async (__, sent, statuses) => {
      const response = await attack(route, sent);
      expect(statuses).toContain(response.statusCode);
      expect(flawsOf(response)).toEqual([]);
    });

    it('is refused by the name of the field that holds what cannot be stored', async () => {
      for (const value of [Buffer.from('a\u0000b'), Buffer.from([0x61, 0xff, 0x62]), Buffer.from([0xed, 0xa0, 0x80])]) {
        const body = Buffer.concat([Buffer.from(part('address', '').slice(0, -2)), value, Buffer.from('\r\n--b--\r\n')]);
        const response = await attack(route, { ...form(''), body });
        expect([response.statusCode, namedFields(response), flawsOf(response)]).toEqual([400, ['address'], []]);
      }
    });
  });
});
