import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PositionSizeWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { OwnSandbox, sandboxKey, type LoggedCall } from '../exchange/own-sandbox.js';
import { OkxDouble } from '../exchange/venues/okx-double.js';
import { instrument } from '../exchange/venues/okx-world.js';
import { storedAccount, storedPortfolio } from '../portfolio/stored-portfolio.js';
import { aSignal } from './a-signal.js';

const READ_AT = '2026-11-20T14:00:00.000Z';

describe('GET /me/signals/:id/position-size', () => {
  let sandbox: OwnSandbox;
  let api: TestApi;
  let admin: SignedIn;
  let signal: string;
  beforeAll(async () => {
    sandbox = await OwnSandbox.start();
    const { apiKey, secretKey } = sandboxKey('empty');
    api = await createTestApi({ EXCHANGE_URL: sandbox.url, MARKET_KEYS: JSON.stringify({ binance: { apiKey, secret: secretKey } }) });
    admin = await signedInAdmin(api);
    signal = await publish();
  });
  afterAll(async () => {
    await api?.close();
    await sandbox.stop();
  });

  const publish = async (changes: Record<string, unknown> = {}) =>
    (await call(api, 'POST', '/createsignal', aSignal(changes), { token: admin.token })).json<{ data: { id: string } }>().data.id;
  const paying = async (): Promise<SignedIn> => {
    const member = await signedInMember(api);
    await api.em().execute(`update users set payment_status = 'approved' where id = ?`, [member.userId]);
    return member;
  };
  /** A paying member whose account is worth so much. */
  const worth = async (equity: string | null, more: { isCurrent?: boolean } = {}): Promise<SignedIn> => {
    const member = await paying();
    const account = await storedAccount(api, member.userId, more);
    await storedPortfolio(api, account, { days: [{ day: '2026-11-20', equity, index: '1' }], readAt: READ_AT });
    return member;
  };
  const get = (who: SignedIn, query = '', id = signal) =>
    call(api, 'GET', `/me/signals/${id}/position-size${query}`, undefined, { token: who.token });
  const size = async (who: SignedIn, query = '', id = signal) => (await get(who, query, id)).json<{ data: PositionSizeWire }>().data;
  const choose = (who: SignedIn, body: object) => call(api, 'PUT', '/me/risk', body, { token: who.token });
  const askedSizes = async () => (await sandbox.control<LoggedCall[]>('GET', 'log?path=/fapi/v1/exchangeInfo')).length;

  it('answers from the own equity, the lots and the brackets of the exchange', async () => {
    // 120 / (1500 + 0.0005 x 126500) = 0.0767…; liquidated at 64000 x (0.9 + 0.004 + 0.0005).
    const response = await get(await worth('12000'));
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(response.json()).toEqual({
      message: 'Position size',
      data: {
        symbol: 'BTC/USDT',
        venue: 'binance',
        market: 'futures',
        leverage: 10,
        takerFee: '0.0005',
        riskPercent: '1',
        preferredRiskPercent: '1',
        equity: '12000',
        equityAt: READ_AT,
        equityReason: null,
        quantity: '0.076',
        reason: null,
        contracts: null,
        notional: '4864',
        margin: '486.4',
        lossAtStop: '118.807',
        riskAmount: '120',
        fees: { entry: '2.432', stop: '2.375' },
        targets: [
          { price: '65500', reward: '109.079' },
          { price: '67000', reward: '223.022' },
          { price: '69000.25', reward: '374.9649905' },
        ],
        liquidationPrice: '57888',
        liquidationReason: null,
        warnings: [],
        minimum: null,
      },
    });
  });

  it('takes the risk of the question, or the stored one', async () => {
    const [member, other] = [await worth('12000'), await worth('12000')];
    expect(await size(member, '?risk=2.50')).toMatchObject({ riskPercent: '2.5', preferredRiskPercent: '1', riskAmount: '300' });
    expect((await choose(member, { riskPercent: '0.50' })).json()).toEqual({ message: 'Risk changed', data: { riskPercent: '0.5' } });
    expect(await size(member)).toMatchObject({ riskPercent: '0.5', preferredRiskPercent: '0.5', riskAmount: '60' });
    expect(await size(member, '?risk=1')).toMatchObject({ riskPercent: '1', preferredRiskPercent: '0.5' });
    expect(await size(other)).toMatchObject({ riskPercent: '1' });
  });

  it('refuses a risk that is none', async () => {
    const member = await worth('12000');
    const message = 'Enter a risk from 0.1 to 10 percent with at most two decimals';
    expect((await get(member, '?risk=11')).json()).toMatchObject({ statusCode: 400, errors: [{ field: 'risk', message }] });
    expect((await choose(member, { riskPercent: '0.01' })).json()).toMatchObject({ errors: [{ field: 'riskPercent', message }] });
  });

  it('says why there is no size, and asks the exchange nothing', async () => {
    const other = await publish({ asset: 'BTCUSDC' });
    const before = await askedSizes();
    const none = { quantity: null, reason: 'equity-unknown', equity: null };
    expect(await size(await paying())).toMatchObject({ ...none, equityReason: 'no-account', equityAt: null });
    expect(await size(await worth('12000', { isCurrent: false }))).toMatchObject({ ...none, equityReason: 'no-account' });
    const fresh = await paying();
    await storedAccount(api, fresh.userId);
    expect(await size(fresh)).toMatchObject({ ...none, equityReason: 'not-computed' });
    expect(await size(await worth(null))).toMatchObject({ ...none, equityReason: 'unpriced', equityAt: READ_AT });
    expect(await size(await worth('12000'), '', other)).toMatchObject({ ...none, equityReason: 'other-quote' });
    expect(await askedSizes()).toBe(before);
  });

  it('says so where the exchange does not trade the pair', async () => {
    const gone = await publish({ asset: 'NOSUCHUSDT' });
    expect(await size(await worth('12000'), '', gone)).toMatchObject({ quantity: null, reason: 'not-traded', equity: '12000' });
  });

  it('is read by whoever may read the signal, each from the own account', async () => {
    const [unpaid, fund, rich, poor] = [
      await signedInMember(api),
      await signedInMember(api, 'hedge fund'),
      await worth('50000'),
      await worth('9'),
    ];
    const status = async (who: SignedIn) => (await get(who)).statusCode;
    expect([await status(unpaid), await status(fund), await status(rich), await status(admin)]).toEqual([403, 403, 200, 200]);
    expect((await call(api, 'GET', `/me/signals/${signal}/position-size`)).statusCode).toBe(401);
    expect([await size(rich), await size(poor), await size(admin)]).toMatchObject([
      { equity: '50000', riskAmount: '500' },
      { equity: '9', quantity: null, reason: 'below-minimum' },
      { equityReason: 'no-account' },
    ]);
    expect((await choose(unpaid, { riskPercent: '2' })).statusCode).toBe(403);
    expect((await get(rich, '', randomUUID())).statusCode).toBe(404);
  });
});

describe('GET /me/signals/:id/position-size where the exchange is out of reach', () => {
  it('has no size, and says so', async () => {
    const api = await createTestApi({ EXCHANGE_URL: 'http://127.0.0.1:9' });
    try {
      const admin = await signedInAdmin(api);
      const { id } = (await call(api, 'POST', '/createsignal', aSignal(), { token: admin.token })).json<{ data: { id: string } }>().data;
      const account = await storedAccount(api, admin.userId);
      await storedPortfolio(api, account, { days: [{ day: '2026-11-20', equity: '12000', index: '1' }], readAt: READ_AT });
      const response = await call(api, 'GET', `/me/signals/${id}/position-size`, undefined, { token: admin.token });
      expect(response.json()).toMatchObject({ data: { quantity: null, reason: 'filters-unknown', equity: '12000' } });
    } finally {
      await api.close();
    }
  });
});

describe('GET /me/signals/:id/position-size of a member at another exchange', () => {
  it('is in the lots, contracts and brackets of that exchange', async () => {
    const okx = new OkxDouble();
    await okx.listen();
    const api = await createTestApi({ EXCHANGE_URL: okx.url });
    try {
      okx.instruments = { SWAP: [instrument('BTC-USDT-SWAP', '0.01', { lotSz: '0.1', minSz: '0.1' })] };
      const tier = (n: number, maxSz: string, mmr: string) => ({ tier: String(n), maxSz, mmr, maxLever: '50', instFamily: 'BTC-USDT' });
      okx.instead = ({ path }) =>
        path === '/api/v5/public/position-tiers'
          ? { body: { code: '0', msg: '', data: [tier(2, '900', '0.02'), tier(1, '7', '0.004')] } }
          : null;
      const admin = await signedInAdmin(api);
      const { id } = (await call(api, 'POST', '/createsignal', aSignal(), { token: admin.token })).json<{ data: { id: string } }>().data;
      const account = await storedAccount(api, admin.userId);
      await api.em().execute(`update exchange_accounts set venue = 'okx' where id = ?`, [account]);
      await storedPortfolio(api, account, { days: [{ day: '2026-11-20', equity: '12000', index: '1' }], readAt: READ_AT });
      const response = await call(api, 'GET', `/me/signals/${id}/position-size`, undefined, { token: admin.token });
      // 120 / 1563.25 = 0.0767… is 7.6 contracts, above the first tier: liquidated at 64000 x (0.9 + 0.02 + 0.0005).
      expect(response.json()).toMatchObject({
        data: { venue: 'okx', quantity: '0.076', contracts: '7.6', lossAtStop: '118.807', liquidationPrice: '58912', warnings: [] },
      });
    } finally {
      await api.close();
      await okx.stop();
    }
  });
});
