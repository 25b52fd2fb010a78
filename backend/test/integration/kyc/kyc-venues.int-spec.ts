import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ExchangeAccountService } from '../../../src/trading/exchange-accounts/index.js';
import type { PublicConfigWire } from '../../../src/platform/wire/index.js';
import { call, confirmedMember, signedInMember } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { anotherAdmin, get, kycWithKey, post, send } from '../payments/paying.js';
import { clubForm, fundForm, key, planted } from './documents.js';
import { KycApp } from './kyc-app.js';

const PASSPHRASE = 'Planted passphrase-1';
const apps: KycApp[] = [];
afterAll(() => Promise.all(apps.map((app) => app.stop())));

async function offering(venues?: string): Promise<KycApp> {
  const app = await KycApp.start(venues === undefined ? {} : { EXCHANGE_VENUES: venues });
  apps.push(app);
  return app;
}
const fieldsOf = (answer: { json<T>(): T }) => (answer.json<{ errors?: { field: string }[] }>().errors ?? []).map(({ field }) => field);

describe('POST /createkyc where Binance alone is offered', () => {
  let kyc: KycApp;
  beforeAll(async () => {
    kyc = await offering();
  });

  it.each(['bybit', 'okx', 'kraken', ''])('refuses the exchange %p, naming the field, and asks nobody', async (platform) => {
    const answer = await kyc.createKyc(await kyc.person('trade club'), { ...(await clubForm()), platform, passphrase: PASSPHRASE });
    expect(answer.statusCode).toBe(400);
    expect(fieldsOf(answer)).toEqual(['platform']);
    expect(answer.json()).toMatchObject({ message: 'Choose your exchange: binance' });
    expect(kyc.exchange.checked).toEqual([]);
  });
});

describe('POST /createkyc where several exchanges are offered', () => {
  let kyc: KycApp;
  beforeAll(async () => {
    kyc = await offering('okx,binance,bybit');
  });
  beforeEach(() => kyc.exchange.reset());

  it('asks for the third part of a key of OKX, and hands it on', async () => {
    const member = await kyc.person('trade club');
    const parts = { ...(await clubForm()), platform: 'okx' };
    for (const passphrase of [undefined, ' ', 'x'.repeat(129), 'Плохо']) {
      const answer = await kyc.createKyc(member, { ...parts, ...(passphrase !== undefined && { passphrase }) });
      expect([answer.statusCode, fieldsOf(answer)]).toEqual([400, ['passphrase']]);
    }
    expect(kyc.exchange.checked).toEqual([]);
    expect((await kyc.createKyc(member, { ...parts, passphrase: PASSPHRASE })).statusCode).toBe(201);
    expect(kyc.exchange.attached).toEqual([{ userId: member.userId, venue: 'okx', apiKey: key.apiKey, passphrase: PASSPHRASE }]);
    expect(await kyc.rows('select platform from kyc_submissions where user_id = ?', [member.userId])).toEqual([{ platform: 'okx' }]);
  });

  it.each(['binance', 'bybit'])('overlooks a passphrase of a key of %s', async (platform) => {
    const member = await kyc.person('trade club');
    expect((await kyc.createKyc(member, { ...(await clubForm()), platform, passphrase: PASSPHRASE })).statusCode).toBe(201);
    expect(kyc.exchange.attached).toEqual([{ userId: member.userId, venue: platform, apiKey: key.apiKey }]);
  });

  it('asks a hedge fund member for no passphrase where they give no key', async () => {
    expect((await kyc.createKyc(await kyc.person('hedge fund'), { ...(await fundForm()), platform: 'okx' })).statusCode).toBe(201);
    const answer = await kyc.createKyc(await kyc.person('hedge fund'), { ...(await fundForm()), ...key, platform: 'okx' });
    expect(fieldsOf(answer)).toEqual(['passphrase']);
  });

  it('leaves no passphrase in the clear in any table', async () => {
    await kyc.createKyc(await kyc.person('trade club'), { ...(await clubForm()), platform: 'okx', passphrase: PASSPHRASE });
    const tables = await kyc.rows<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    for (const { name } of tables)
      for (const { row } of await kyc.rows<{ row: string }>(`select t::text as row from "${name}" t`))
        for (const secret of [PASSPHRASE, ...planted]) expect(row).not.toContain(secret);
  });

  it('refuses a key whose rights nobody understands, and stores nothing', async () => {
    kyc.exchange.answer = { outcome: 'unclear' };
    const member = await kyc.person('trade club');
    const answer = await kyc.createKyc(member, await clubForm());
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([400, ['apiKey']]);
    expect(answer.json()).toMatchObject({ message: expect.stringContaining('did not say clearly') });
    expect(kyc.exchange.attached).toEqual([]);
    expect(await kyc.rows('select 1 from kyc_submissions where user_id = ?', [member.userId])).toEqual([]);
  });

  it('hands warnings on beside the answer, and takes the key', async () => {
    kyc.exchange.answer = {
      outcome: 'ok',
      uid: '1',
      rights: { canRead: true, excessive: [], restrictedByAddress: false, expiresAt: null },
      futures: false,
      warnings: ['one', 'two'],
    };
    const answer = await kyc.createKyc(await kyc.person('trade club'), await clubForm());
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ message: 'kyc uploaded success', data: { kycStatus: 'pending' }, warnings: ['one', 'two'] });
  });
});

describe('the exchanges that are offered', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({ EXCHANGE_VENUES: 'okx,binance', EGRESS_ADDRESS: '203.0.113.7' });
  });
  afterAll(() => api.close());
  afterEach(() => api.em().execute('delete from rate_limits'));

  it('are told to everybody, with what their keys consist of', async () => {
    const { data } = (await call(api, 'GET', '/public/config')).json<{ data: PublicConfigWire }>();
    expect(data).toMatchObject({
      platforms: [
        { id: 'okx', name: 'OKX', passphrase: true },
        { id: 'binance', name: 'Binance', passphrase: false },
      ],
      egressAddress: '203.0.113.7',
    });
  });

  it('accept a key that works from any address with a word about ours', async () => {
    const answer = await send(api, 'createkyc', (await signedInMember(api)).token, (await kycWithKey()).parts);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      message: 'kyc uploaded success',
      data: { kycStatus: 'pending' },
      warnings: [expect.stringContaining('ours, 203.0.113.7,')],
    });
  });

  it('have a reveal that shows all three parts of a key that has three, and only then', async () => {
    const admin = await anotherAdmin(api, (await confirmedMember(api)).email);
    const member = await signedInMember(api);
    expect((await send(api, 'createkyc', member.token, (await kycWithKey()).parts)).statusCode).toBe(201);
    const [submission] = await api.em().execute<{ id: string }[]>('select id from kyc_submissions where user_id = ?', [member.userId]);
    const parts = { apiKey: `okx-${randomUUID()}`, secretKey: 'planted-okx-secret', passphrase: PASSPHRASE };
    await api
      .em()
      .transactional((tx) =>
        api.app
          .get(ExchangeAccountService, { strict: false })
          .attachKey(tx, { userId: member.userId, venue: 'okx', ...parts, check: { outcome: 'unreachable' } }),
      );
    const reveal = () => post(api, `/admin/kyc-reviews/${submission!.id}/reveal`, { reason: 'The member asked which key it is' }, admin);
    expect((await reveal()).statusCode).toBe(403);
    await api.em().execute('update sessions set confirmed_at = now() where user_id = ?', [admin.userId]);
    expect((await reveal()).json()).toEqual({ message: 'The key in clear', data: { ...parts, shownForSeconds: 30 } });
    for (const path of ['/getpendingkyc', '/admin/kyc-reviews', `/admin/kyc-reviews/${submission!.id}`, '/admin/audit-events'])
      expect((await get(api, path, admin)).body).not.toContain(PASSPHRASE);
  });
});
