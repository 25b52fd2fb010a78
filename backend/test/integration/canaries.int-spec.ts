import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { base32nopad } from '@scure/base';
import { generate } from 'otplib';
import { eventually } from '../e2e/support/eventually.js';
import { freshEmail, registration } from '../support/people.js';
import { Canaries, type Find } from './canaries/canaries.js';
import { expectStatus, WatchedPeople } from './canaries/people.js';
import { LoggedProduct } from './canaries/product.js';
import { aSignal } from './signals/a-signal.js';

const STORY_MS = 240_000;
const ADMIN = 'head@canary.example';

/**
 * Every secret that anybody types or is given goes through the real processes once, in its right place and in wrong ones; then all that was
 * written anywhere is searched for it. Whoever logs a body, queues a token or answers with a query finds out here.
 */
describe('secrets', () => {
  const canaries = new Canaries();
  const adminPassword = canaries.plant("the admin's password");
  let product: LoggedProduct;
  /** Rows as they were while letters waited to be sent. */
  let waiting: Map<string, string>;
  let metrics = '';
  let people: WatchedPeople;

  const plant = (name: string) => canaries.plant(name);
  const typed = (name: string) => canaries.plant(name, { letters: true });
  const call: LoggedProduct['call'] = (...request) => product.call(...request);

  beforeAll(async () => {
    const ownKey = {
      apiKey: canaries.remember('key of the operator', `sbx_empty_wrong-secret_${100_000_000 + Math.floor(Math.random() * 800_000_000)}`),
      secret: typed('secret of the operator'),
    };
    product = await LoggedProduct.make({
      ADMIN_EMAIL: ADMIN,
      ADMIN_PASSWORD: adminPassword,
      EXCHANGE_VENUES: 'binance,okx',
      MARKET_KEYS: JSON.stringify({ binance: ownKey }),
    });
    people = new WatchedPeople(product, canaries);
    await product.start('migrate');
    await product.start('main');
  }, STORY_MS);
  afterAll(() => product.stop());

  const one = { email: '', password: '', token: '' };

  it(
    'are typed by members who register, while nothing is sent yet',
    async () => {
      Object.assign(one, await people.member('trade club'));
      await expectStatus(200, call('POST', '/forgetpassword', { email: one.email, password: plant('password of the forgotten form') }));
      waiting = await product.tables();
      expect(waiting.get('public.outbox')).toContain('\\\\x');
      await product.start('worker');
    },
    STORY_MS,
  );

  it(
    'are mailed, used and changed',
    async () => {
      const confirm = await people.mailed(one.email, 'emailconfirm');
      await expectStatus(200, call('GET', '/confirmemail', undefined, `Bearer ${confirm}`));
      await expectStatus(401, call('POST', '/signinuser', { email: one.email, password: plant('wrong password'), otp: plant('code') }));
      const first = await people.mailed(one.email, 'changepassword');
      await expectStatus(200, call('POST', '/forgetpassword', { email: one.email, password: plant('password of the forgotten form') }));
      const reset = await people.mailed(one.email, 'changepassword', first);
      const next = plant('new password');
      await expectStatus(200, call('POST', '/changepassword', { newPassword: next }, `Bearer ${reset}`));
      await expectStatus(400, call('POST', '/changepassword', { newPassword: plant('new password') }, reset));
      one.token = await people.signIn(one.email, next);
      one.password = plant('new password');
      await expectStatus(401, call('POST', '/auth/step-up', { password: plant('wrong password') }, one.token));
      await expectStatus(200, call('POST', '/auth/password', { currentPassword: next, newPassword: one.password }, one.token));
      const email = freshEmail('moved');
      await expectStatus(200, call('POST', '/updateprofile', { ...registration(), email }, one.token));
      await expectStatus(200, call('POST', '/auth/confirm-email', {}, `Bearer ${await people.mailed(email, 'emailconfirm')}`));
      one.email = email;
      one.token = await people.signIn(one.email, one.password);
    },
    STORY_MS,
  );

  it(
    'are keys and sign-ins of exchanges',
    async () => {
      const refused = await people.kyc(one.token, 'trade club', { apiKey: typed('refused key'), secretKey: typed('refused secret') });
      expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('apiKey')]);
      const number = String(100_000_000 + Math.floor(Math.random() * 800_000_000));
      const keyPair = {
        apiKey: canaries.remember('key', `sbx_small_read-only_${number}`),
        secretKey: canaries.remember('secret', `sbs_small_read-only_${number}`),
      };
      expect((await people.kyc(one.token, 'trade club', keyPair)).status).toBe(201);
      const fund = await people.member('hedge fund');
      await expectStatus(200, call('GET', '/confirmemail', undefined, await people.mailed(fund.email, 'emailconfirm')));
      const token = await people.signIn(fund.email, fund.password);
      expect(
        (await people.kyc(token, 'hedge fund', { userName: typed('exchange name'), password: plant('exchange password') })).status,
      ).toBe(201);

      const admin = await people.signIn(ADMIN, adminPassword);
      const { data } = await expectStatus(200, call('GET', '/getpendingkyc', undefined, admin));
      for (const { userId } of data as unknown as { userId: string }[])
        await expectStatus(200, call('GET', `/approvekyc/${userId}`, undefined, admin));
      // The one answer that may hold a key.
      await expectStatus(200, call('POST', '/auth/step-up', { password: adminPassword }, admin));
      const [review] = JSON.parse(
        (await call('GET', `/admin/kyc-reviews?filter=${encodeURIComponent('{"userType":"trade club"}')}`, undefined, admin)).body,
      ) as { id: string }[];
      const revealed = await expectStatus(
        200,
        call('POST', `/admin/kyc-reviews/${review!.id}/reveal`, { reason: 'The exchange asks for it' }, admin, {
          'idempotency-key': 'reveal-once',
        }),
      );
      expect(JSON.stringify(revealed)).toContain(keyPair.secretKey);
      const another = {
        apiKey: canaries.remember('key', `sbx_small_read-only_${Number(number) + 1}`),
        secretKey: canaries.remember('secret', `sbs_small_read-only_${Number(number) + 1}`),
      };
      await expectStatus(
        400,
        call(
          'PUT',
          '/me/exchange-key',
          { venue: 'binance', apiKey: typed('refused key'), secretKey: typed('refused secret'), passphrase: typed('passphrase') },
          one.token,
        ),
      );
      await expectStatus(
        200,
        call('PUT', '/me/exchange-key', { venue: 'binance', ...another, passphrase: typed('passphrase') }, one.token),
      );
      // The sandbox exchange does not answer for this venue: the key is stored unchecked.
      await expectStatus(
        200,
        call(
          'PUT',
          '/me/exchange-key',
          { venue: 'okx', apiKey: typed('key'), secretKey: typed('secret'), passphrase: typed('passphrase') },
          token,
        ),
      );
      // The worker reads the account with the key.
      await eventually(
        async () => expect((await product.sql.query('select 1 from sync_runs where finished_at is not null')).rowCount).toBeGreaterThan(0),
        150_000,
      );
    },
    STORY_MS,
  );

  it(
    'are second factors and their codes',
    async () => {
      const { data: app } = await expectStatus(200, call('POST', '/auth/mfa/totp', {}, one.token));
      const secret = canaries.remember('authenticator secret', app['secret'] as string);
      canaries.remember('authenticator seed', Buffer.from(base32nopad.decode(secret)));
      await expectStatus(400, call('POST', '/auth/mfa/totp/confirm', { otp: plant('code') }, one.token));
      const { data: first } = await expectStatus(
        200,
        call('POST', '/auth/mfa/totp/confirm', { otp: await generate({ secret }) }, one.token),
      );
      const codes = (first['recoveryCodes'] as string[]).map((code) => canaries.remember('recovery code', code));
      for (const code of codes) canaries.remember('recovery code', code.replace('-', ''));
      await expectStatus(401, call('POST', '/signinuser', { email: one.email, password: one.password }));
      await expectStatus(
        401,
        call('POST', '/signinuser', { email: one.email, password: one.password, otp: canaries.remember('code', 'wrong-0c0de') }),
      );
      one.token = await people.signIn(one.email, one.password, codes[0]);
      await expectStatus(401, call('POST', '/auth/step-up', { otp: codes[0] }, one.token));
      await expectStatus(200, call('POST', '/auth/step-up', { otp: codes[1] }, one.token));
    },
    STORY_MS,
  );

  it(
    'are put where they do not belong',
    async () => {
      const secretQuery = () =>
        new URLSearchParams({ password: plant('query'), token: typed('query'), apiKey: typed('query'), otp: typed('query') }).toString();
      for (const path of [
        '/signinuser',
        '/signupuser',
        '/forgetpassword',
        '/changepassword',
        '/auth/password',
        '/auth/step-up',
        '/auth/mfa/totp/confirm',
        '/createkyc',
        '/updateprofile',
      ]) {
        const json = { 'content-type': 'application/json' };
        const send = (body: string, headers: Record<string, string> = json) =>
          product.request('POST', `/api/v1${path}?${secretQuery()}`, { body, headers: { ...headers, authorization: one.token } });
        const replies = [
          await send(`{"password":"${typed('malformed body')}"`),
          await send(`${typed('malformed body')}`),
          await send(JSON.stringify([plant('a list for a body')])),
          await send(JSON.stringify(plant('a text for a body'))),
          await send(JSON.stringify({ password: { $ne: plant('object for a password') }, email: [plant('list for an email')] })),
          await send(
            JSON.stringify({ email: typed('email that is a secret'), password: `${plant('endless')}${'x'.repeat(5000)}`, otp: 7 }),
          ),
          await send(JSON.stringify({ secretKey: plant('unknown field'), nested: { token: typed('unknown field') } })),
          await send(`password=${typed('form')}`, { 'content-type': 'application/x-www-form-urlencoded' }),
          await send(typed('plain text'), { 'content-type': 'text/plain' }),
          await send(`--x\r\nContent-Disposition: form-data; name="apiKey"\r\n\r\n${typed('cut form')}`, {
            'content-type': 'multipart/form-data; boundary=x',
          }),
          await send(typed('too large').repeat(20_000)),
        ];
        for (const { status, body } of replies) expect([path, status, status < 500 ? '' : body]).toEqual([path, status, '']);
      }
      const form = new FormData();
      form.set('apiKey', `${typed('endless key')}${'x'.repeat(9000)}`);
      await product.request('POST', '/api/v1/createkyc', { body: form, headers: { authorization: one.token } });
      const odd = {
        authorization: `Bearer ${typed('header')}`,
        cookie: `session=${typed('header')}`,
        'x-api-key': typed('header'),
        'x-request-id': typed('header'),
        'user-agent': 'canary',
      };
      for (const path of ['/getuser', '/logout', '/confirmemail', '/wallet/x', '/approvekyc/x']) {
        expect((await call('GET', `${path}?${secretQuery()}`, undefined, undefined, odd)).status).toBeGreaterThanOrEqual(400);
        expect((await call('GET', `${path}/${typed('path')}`, undefined, undefined, odd)).status).toBeGreaterThanOrEqual(400);
      }
      for (const path of [
        `/files/${typed('path')}?exp=1&kid=k&sig=${typed('link')}`,
        `/nowhere/${typed('path')}`,
        `/approvekyc/${typed('path')}`,
        `/public/unsubscribe/${typed('path')}?token=${typed('link')}`,
      ])
        await call('GET', path, undefined, one.token);
    },
    STORY_MS,
  );

  it(
    "are the operator's own key, which the exchange refuses",
    async () => {
      const admin = await people.signIn(ADMIN, adminPassword);
      const { askPrice } = (await (await fetch(`${process.env['TEST_SANDBOX_URL']}/fapi/v1/ticker/bookTicker?symbol=BTCUSDT`)).json()) as {
        askPrice: string;
      };
      const at = (share: number) => (Number(askPrice) * share).toFixed(2);
      await expectStatus(
        201,
        call(
          'POST',
          '/createsignal',
          aSignal({
            leverage: '2x',
            entryPrice: at(1),
            stopLoss: at(0.9),
            takeProfit1: at(1.1),
            takeProfit2: at(1.2),
            takeProfit3: at(1.3),
          }),
          admin,
        ),
      );
      await eventually(() => expect(product.log).toContain('measured by an assumed bracket'));
    },
    STORY_MS,
  );

  it(
    'are in requests and letters that fail because something of ours is broken',
    async () => {
      const broken = async (table: string, work: () => Promise<unknown>) => {
        await product.sql.query(`alter table ${table} rename to away`);
        try {
          await work();
        } finally {
          await product.sql.query(`alter table away rename to ${table}`);
        }
      };
      const { email } = one;
      const failing = () => [
        call('POST', '/signinuser', { email, password: one.password, otp: typed('code') }),
        call('POST', '/signupuser', registration({ password: plant('password') })),
        call('POST', '/forgetpassword', { email, password: plant('password') }),
        call('POST', '/changepassword', { newPassword: plant('new password') }, typed('mail token of nobody').repeat(2)),
        call('POST', '/auth/password', { currentPassword: one.password, newPassword: plant('new password') }, one.token),
        call('GET', '/confirmemail', undefined, typed('mail token of nobody').repeat(2)),
      ];
      for (const table of ['users', 'sessions', 'mail_tokens', 'outbox', 'rate_limits', 'audit_events']) {
        await broken(table, async () => {
          const statuses = await Promise.all(failing().map(async (reply) => (await reply).status));
          if (table === 'users') expect(statuses).toContain(500);
        });
      }
      // A letter with a token, while the worker cannot deliver it.
      await broken('mail_deliveries', async () => {
        const late = freshEmail('late');
        await call('POST', '/signupuser', registration({ email: late, password: plant('password') }));
      });
      await expectStatus(200, call('POST', '/forgetpassword', { email, password: plant('password') }));
      await broken('mail_deliveries', () => eventually(() => expect(product.log).toMatch(/mail_deliveries.{0,40}does not exist/)));
    },
    STORY_MS,
  );

  it(
    'have all been typed, and every letter sent',
    async () => {
      await eventually(async () => {
        // What failed above would be tried again, each a little later than the one before.
        await product.sql.query(
          `update outbox set available_at = now(), enqueued_at = null, lease_until = null
            where sent_at is null and attempts < 10 and (lease_until is null or lease_until < now())`,
        );
        expect((await product.sql.query('select 1 from outbox where sent_at is null and dead_at is null')).rowCount).toBe(0);
      }, 150_000);
      expect((await product.sql.query('select 1 from outbox where sent_at is not null and payload is not null')).rowCount).toBe(0);
      expect(canaries.count).toBeGreaterThan(200);
      metrics = (await product.request('GET', '/metrics')).body;
      expect(metrics).toContain('tidemark_http_seconds');
      expect(product.log.split('\n').length).toBeGreaterThan(200);
      for (const process of ['api', 'worker']) expect(product.log).toContain(`"process":"${process}"`);
    },
    STORY_MS,
  );

  it('stand in no line of the log', () => {
    const finds = product.log.split('\n').flatMap((line) => canaries.find(line.slice(0, 300), line));
    expect(finds).toEqual([]);
  });

  it('stand in no answer that says what went wrong', () => {
    expect(product.failures.filter(({ status }) => status === 500).length).toBeGreaterThan(0);
    expect(product.failures.flatMap(({ whole }) => canaries.find(whole.slice(0, 200), whole))).toEqual([]);
  });

  it('stand in no metric', () => expect(canaries.find('/metrics', metrics)).toEqual([]));

  it('would be found in any table and column, the queue and bytes included', async () => {
    const [text, bytes, json] = [plant('control'), plant('control'), plant('control')];
    for (const schema of ['public', 'bullmq']) {
      await product.sql.query(`create table ${schema}.control (t text, b bytea, j jsonb)`);
      await product.sql.query(`insert into ${schema}.control values ($1, $2, $3)`, [
        `a ${text} b`,
        Buffer.from(`xy${bytes}z`),
        { deep: [{ token: Buffer.from(json).toString('base64') }] },
      ]);
      const rows = (await product.tables()).get(`${schema}.control`)!;
      await product.sql.query(`drop table ${schema}.control`);
      expect(new Set(canaries.find(schema, rows).map(({ canary }) => canary)).size).toBe(3);
    }
  });

  it('stand in no row of any table, neither of the queue nor of the outbox, before a letter is sent or after', async () => {
    const now = await product.tables();
    for (const name of [
      'public.users',
      'public.outbox',
      'public.audit_events',
      'public.sessions',
      'public.mail_tokens',
      'public.rate_limits',
      'bullmq.job',
    ])
      expect([...now.keys()]).toContain(name);
    // The development mailbox is where the letters go: their links hold tokens, as they must.
    const search = (tables: Map<string, string>, when: string): Find[] =>
      [...tables].flatMap(([table, rows]) =>
        canaries.find(`${table} ${when}`, rows, { except: table === 'public.dev_mails' ? ['mail token'] : [] }),
      );
    expect([...search(waiting, 'while letters waited'), ...search(now, 'at the end')]).toEqual([]);
    expect(now.get('public.dev_mails')).toMatch(/changepassword\//);
  });

  it('stand in no stored file', () => {
    const files = product.files();
    expect(files.size).toBeGreaterThanOrEqual(4);
    expect([...files].flatMap(([name, bytes]) => canaries.find(name, bytes))).toEqual([]);
  });
});
