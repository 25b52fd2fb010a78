import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignalChoicesWire, SignalOddsWire, SignalWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { aSignal } from './a-signal.js';

const prices = {
  tradeType: 'Buy',
  leverage: '10x',
  entryPrice: '64000',
  stopLoss: '62500',
  takeProfit1: '65500',
  takeProfit2: '67000',
  takeProfit3: '69000.25',
};

describe('the form of a signal', () => {
  let api: TestApi;
  let admin: SignedIn;
  let member: SignedIn;
  beforeAll(async () => {
    api = await createTestApi();
    admin = await signedInAdmin(api);
    member = await signedInMember(api);
  });
  afterAll(() => api.close());

  const preview = (body: object, { token }: { token?: string } = admin) =>
    call(api, 'POST', '/admin/signals/preview', body, { ...(token && { token }) });

  it('offers choices, each of which makes a signal', async () => {
    const response = await call(api, 'GET', '/admin/signals/choices', undefined, { token: admin.token });
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    const { data } = response.json<{ data: SignalChoicesWire }>();
    for (const timeFrame of data.timeFrames) {
      const created = await call(
        api,
        'POST',
        '/admin/signals',
        aSignal({
          timeFrame,
          riskLevel: data.riskLevels[0],
          marketCondition: data.marketConditions[0],
          leverage: data.leverages[0],
          trailingStopLoss: data.trailingStops[0],
        }),
        { token: admin.token },
      );
      expect([timeFrame, created.statusCode]).toEqual([timeFrame, 201]);
    }
    expect((await call(api, 'GET', '/admin/signals/choices', undefined, { token: member.token })).statusCode).toBe(403);
  });

  it('shows what a signal stands to lose and to win before it is published', async () => {
    const response = await preview(prices);
    expect([response.statusCode, response.json<{ data: SignalOddsWire }>().data]).toEqual([
      200,
      {
        side: 'long',
        risk: '2.34',
        marginRisk: '23.44',
        targets: [
          { reward: '2.34', ratio: '1.00' },
          { reward: '4.69', ratio: '2.00' },
          { reward: '7.81', ratio: '3.33' },
        ],
      },
    ]);
  });

  it.each([
    ['a stop on the wrong side', { stopLoss: '65000' }, ['stopLoss']],
    ['the other direction', { tradeType: 'Sell' }, ['stopLoss', 'takeProfit1', 'takeProfit2', 'takeProfit3']],
    ['no direction', { tradeType: undefined }, ['tradeType']],
    ['a price that is none', { entryPrice: '64,000' }, ['entryPrice']],
    ['a leverage that no venue has', { leverage: '126x' }, ['leverage']],
    ['a field that has nothing to do with it', { asset: 'BTCUSDT' }, ['asset']],
  ])('shows nothing for %s, and names it', async (_, change, fields) => {
    const response = await preview({ ...prices, ...change });
    expect([response.statusCode, response.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)]).toEqual([400, fields]);
  });

  it('shows it to admins alone, and writes nothing', async () => {
    const before = await api.em().execute('select count(*) from signals');
    expect([
      (await preview(prices)).statusCode,
      (await preview(prices, member)).statusCode,
      (await preview(prices, {})).statusCode,
    ]).toEqual([200, 403, 401]);
    expect(await api.em().execute('select count(*) from signals')).toEqual(before);
  });
});

describe('the list of signals', () => {
  let api: TestApi;
  let admin: SignedIn;
  const ids: string[] = [];
  beforeAll(async () => {
    api = await createTestApi();
    admin = await signedInAdmin(api);
    const wanted = [
      { asset: 'SOLUSDT', timeFrame: '4 Hours', riskLevel: 'High', date: '2026-11-20', time: '10:00' },
      { asset: 'BTC/USDT', timeFrame: '1 Week', riskLevel: 'High', date: '2026-11-19', time: '10:00' },
      { asset: 'BTCUSDC', timeFrame: '4 Hours', riskLevel: 'Low', date: '2026-11-20', time: '09:00' },
    ];
    for (const one of wanted)
      ids.push((await call(api, 'POST', '/admin/signals', aSignal(one), { token: admin.token })).json<SignalWire>().id);
  });
  afterAll(() => api.close());

  const list = async (query: string) => {
    const response = await call(api, 'GET', `/admin/signals?${query}`, undefined, { token: admin.token });
    return response.statusCode === 200
      ? response.json<SignalWire[]>().map(({ id }) => ids.indexOf(id))
      : response.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field);
  };
  const filter = (value: object) => `filter=${encodeURIComponent(JSON.stringify(value))}`;

  it('is sorted by asset and by the date of the signal, either way', async () => {
    expect(await list('sort=["asset","ASC"]')).toEqual([2, 1, 0]);
    expect(await list('sort=["asset","DESC"]')).toEqual([0, 1, 2]);
    expect(await list('sort=["date","ASC"]')).toEqual([1, 2, 0]);
    expect(await list('sort=["date","DESC"]')).toEqual([0, 2, 1]);
  });

  it('is filtered by time frame and risk level as they were typed', async () => {
    expect(await list(filter({ timeFrame: '4 Hours' }))).toEqual([2, 0]);
    expect(await list(filter({ riskLevel: 'High', timeFrame: '4 Hours' }))).toEqual([0]);
    expect(await list(filter({ riskLevel: 'high' }))).toEqual([]);
    expect(await list(filter({ riskLevel: 'x'.repeat(101) }))).toEqual(['filter.riskLevel']);
    expect(await list(filter({ timeFrame: ['4 Hours'] }))).toEqual(['filter.timeFrame']);
  });
});
