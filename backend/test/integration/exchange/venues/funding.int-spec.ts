import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VenueGateway } from '../../../../src/trading/venues/adapters/index.js';
import type { FundingRequest } from '../../../../src/trading/venues/port/index.js';
import { CountingBudget } from '../counting-budget.js';
import { OwnSandbox } from '../own-sandbox.js';
import { BybitDouble } from './bybit-double.js';
import * as bybit from './bybit-world.js';
import { OkxDouble } from './okx-double.js';
import * as okx from './okx-world.js';
import { failure, interactive, VenueStand } from './stand.js';
import type { DoubleRequest } from './venue-double.js';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 8, 1);
const HOURS = 450;
const END = START + HOURS * HOUR_MS;
const wish = (symbol: string, from = START, to = END): FundingRequest => ({ symbol, from: new Date(from), to: new Date(to) });
const rateAt = (at: number) => `${(at / HOUR_MS) % 2 === 0 ? '' : '-'}0.0000${String((at / HOUR_MS) % 10_000).padStart(4, '0')}`;
/** Settled every hour; newest first, as many as a page holds. */
function newestFirst(first: number, last: number, limit: number): number[] {
  const times: number[] = [];
  for (let at = Math.floor(last / HOUR_MS) * HOUR_MS; at >= first && times.length < limit; at -= HOUR_MS) times.push(at);
  return times;
}

const venues = [
  {
    venue: 'bybit' as const,
    stand: new VenueStand('bybit', new BybitDouble(), bybit.KEY),
    path: '/v5/market/funding/history',
    symbol: 'BTCUSDT',
    pages: 3,
    answer: ({ params }: DoubleRequest) => ({
      retCode: 0,
      retMsg: 'OK',
      result: {
        category: 'linear',
        list: newestFirst(Number(params.get('startTime')), Number(params.get('endTime')), Number(params.get('limit'))).map((at) => ({
          symbol: params.get('symbol'),
          fundingRate: rateAt(at),
          fundingRateTimestamp: String(at),
        })),
      },
    }),
    unknown: { retCode: 10_001, retMsg: 'Not supported symbols', result: {} },
    told: { category: 'linear', symbol: 'BTCUSDT', limit: '200' },
    scope: 'address',
  },
  {
    venue: 'okx' as const,
    stand: new VenueStand('okx', new OkxDouble(), okx.KEY),
    path: '/api/v5/public/funding-rate-history',
    symbol: 'BTC-USDT-SWAP',
    pages: 5,
    answer: ({ params }: DoubleRequest) => ({
      code: '0',
      msg: '',
      data: newestFirst(Number(params.get('before')) + 1, Number(params.get('after')) - 1, Number(params.get('limit'))).map((at) => ({
        instType: 'SWAP',
        instId: params.get('instId'),
        fundingRate: '0.009',
        realizedRate: rateAt(at),
        fundingTime: String(at),
        method: 'next_period',
      })),
    }),
    unknown: { code: '51001', msg: 'Instrument ID does not exist', data: [] },
    told: { instId: 'BTC-USDT-SWAP', limit: '100' },
    scope: 'address:/api/v5/public/funding-rate-history',
  },
];

describe.each(venues)('funding rates of $venue', ({ venue, stand, path, symbol, pages, answer, unknown, told, scope }) => {
  const market = () => stand.gateway.market(venue, interactive);
  const telling = (body: (call: DoubleRequest) => unknown) => {
    stand.double.instead = (call) => (call.path === path ? { body: body(call) } : null);
  };

  it('come oldest first, whole, in as many pages as they need, out of the venue’s budget', async () => {
    telling(answer);
    const { rows } = await market().fundingRates(wish(symbol));
    expect(rows).toEqual(
      Array.from({ length: HOURS }, (_, n) => ({ at: new Date(START + n * HOUR_MS), rate: rateAt(START + n * HOUR_MS), mark: null })),
    );
    const calls = stand.double.callsOf(path);
    expect(calls).toHaveLength(pages);
    expect(Object.fromEntries(calls[0]!.params)).toMatchObject(told);
    expect(stand.budget.taken.filter((spent) => spent.scope.name === scope && spent.lane === 'interactive')).toHaveLength(pages);
  });

  it('are asked for no further than the venue’s clock, and not at all of what is to come', async () => {
    telling(answer);
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const { rows } = await market().fundingRates(wish(symbol, hour - HOUR_MS, hour + 48 * HOUR_MS));
    expect(rows.map(({ at }) => at.getTime()).slice(0, 2)).toEqual([hour - HOUR_MS, hour]);
    const before = stand.double.callsOf(path).length;
    expect((await market().fundingRates(wish(symbol, hour + 2 * HOUR_MS, hour + 3 * HOUR_MS))).rows).toEqual([]);
    expect(stand.double.callsOf(path)).toHaveLength(before);
  });

  it('of a contract that there is not are refused as such', async () => {
    telling(() => unknown);
    expect(await failure(market().fundingRates(wish(symbol)))).toMatchObject({ name: 'SymbolGone', symbol });
  });

  it.each([
    ['of another time', (text: string) => text.replaceAll(String(START + HOUR_MS), String(START - HOUR_MS))],
    ['that come twice', (text: string) => text.replaceAll(String(START + HOUR_MS), String(START + 2 * HOUR_MS))],
    ['of more than everything', (text: string) => text.replaceAll(rateAt(START + HOUR_MS), '1.5')],
    ['that are no numbers', (text: string) => text.replaceAll(rateAt(START + HOUR_MS), 'high')],
  ])('%s are not believed', async (_, changed) => {
    telling((call) => JSON.parse(changed(JSON.stringify(answer(call)))) as unknown);
    expect(await failure(market().fundingRates(wish(symbol, START, START + 4 * HOUR_MS)))).toMatchObject({ name: 'WireShape' });
  });
});

describe('funding rates of OKX', () => {
  const { stand, path, symbol, answer } = venues[1]!;

  it('are what was foretold where what was paid is not told', async () => {
    stand.double.instead = (call) =>
      call.path === path
        ? { body: JSON.parse(JSON.stringify(answer(call)).replaceAll(/"realizedRate":"[^"]+"/g, '"realizedRate":""')) as unknown }
        : null;
    const { rows } = await stand.gateway.market('okx', interactive).fundingRates(wish(symbol, START, START + HOUR_MS));
    expect(rows.map(({ rate }) => rate)).toEqual(['0.009']);
  });
});

describe('funding rates of Binance, from the sandbox exchange', () => {
  const EIGHT = 8 * HOUR_MS;
  let sandbox: OwnSandbox;
  let budget: CountingBudget;
  let gateway: VenueGateway;
  beforeAll(async () => {
    sandbox = await OwnSandbox.start();
    budget = new CountingBudget();
    gateway = new VenueGateway(budget, sandbox.url);
  });
  afterAll(async () => {
    await gateway.onApplicationShutdown();
    await sandbox.stop();
  });
  const market = () => gateway.market('binance', interactive);

  it('come with their price, by the minute, in pages of a thousand and out of a budget of their own', async () => {
    const count = 2500;
    const from = Date.UTC(2024, 0, 1);
    const { rows } = await market().fundingRates(wish('BTCUSDT', from, from + count * EIGHT));
    expect(rows.map(({ at }) => at.getTime())).toEqual(Array.from({ length: count }, (_, n) => from + n * EIGHT));
    for (const { rate, mark } of rows) {
      expect(rate).toMatch(/^-?0\.0000\d{4}$|^-?0\.00010000$/);
      expect(Number(mark)).toBeGreaterThan(1000);
    }
    const spent = budget.taken.filter(({ scope }) => scope.name === 'fapi-funding');
    expect(spent.map(({ weight, scope }) => [weight, scope.limit, scope.windowMs])).toEqual([1, 2, 3].map(() => [1, 500, 300_000]));
  });

  it('of a contract that there is not are refused as such', async () => {
    expect(await failure(market().fundingRates(wish('STORJUSDT')))).toMatchObject({ name: 'SymbolGone' });
  });

  it('have no price where the venue tells none, as of its first years', async () => {
    await sandbox.control('POST', 'faults', [
      {
        path: '/fapi/v1/fundingRate',
        times: 1,
        do: { json: [{ symbol: 'BTCUSDT', fundingTime: START + 4, fundingRate: '0.00010000', markPrice: '' }] },
      },
    ]);
    expect((await market().fundingRates(wish('BTCUSDT', START, START + EIGHT))).rows).toEqual([
      { at: new Date(START), rate: '0.00010000', mark: null },
    ]);
  });

  it('are waited for where the counter of them is used up, and other questions are not', async () => {
    await sandbox.control('POST', 'limits', { 'fapi-funding': 0 });
    expect(await failure(market().fundingRates(wish('BTCUSDT', START, START + EIGHT)))).toMatchObject({
      name: 'RateLimited',
      scope: 'fapi-funding',
    });
    expect(await market().quote('futures', 'BTCUSDT')).toMatchObject({ bid: expect.any(String) });
  });
});
