import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  BenchmarkDaysWire,
  MemberPortfolioWire,
  PerformanceWire,
  PortfolioDaysWire,
  PortfolioPeriodsWire,
  PortfolioPositionsWire,
  PortfolioWire,
} from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { storedAccount, storedPortfolio, type StoredDay } from './stored-portfolio.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let api: TestApi;
let admin: SignedIn;
let member: SignedIn;
let other: SignedIn;
let newcomer: SignedIn;
let account: string;

/**
 * 10,000, up to 10,500; 10,000 more; down to 18,450; 8,450 out; up to 12,000 (the vector of the rules, in four days), after a day of
 * nothing.
 */
const days: StoredDay[] = [
  { day: '2026-10-29', equity: '10000', index: '1', inflow: '10000', btcPrice: '60000', flags: ['partial'] },
  { day: '2026-10-30', equity: '10500', index: '1.05', dayReturn: '0.05', btcPrice: '61000' },
  { day: '2026-10-31', equity: '20500', index: '1.05', dayReturn: '0', inflow: '10000', btcPrice: '60000' },
  { day: '2026-11-01', equity: '10000', index: '0.945', dayReturn: '-0.1', outflow: '8450', btcPrice: '54000' },
  { day: '2026-11-02', equity: '12000', index: '1.134', dayReturn: '0.2', btcPrice: '66000', flags: ['partial', 'unreconciled'] },
];
const flows = [
  { id: 'o', kind: 'opening', at: '2026-10-29T06:00:00Z', quantity: '10000', value: '10000' },
  { id: 'd1', kind: 'deposit', at: '2026-10-31T12:00:00Z', quantity: '10000', value: '10000' },
  { id: 'w1', kind: 'withdrawal', at: '2026-11-01T18:00:00Z', quantity: '-8450', value: '-8450' },
];

const get = (path: string, who: SignedIn) => call(api, 'GET', path, undefined, { token: who.token });
async function read<T>(path: string, who = member): Promise<T> {
  const response = await get(path, who);
  expect([path, response.statusCode, response.headers['cache-control']]).toEqual([path, 200, 'no-store']);
  return response.json<{ data: T }>().data;
}

beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  [member, other, newcomer] = [await signedInMember(api), await signedInMember(api, 'hedge fund'), await signedInMember(api)];
  const earlier = await storedAccount(api, member.userId, { isCurrent: false });
  await storedPortfolio(api, earlier, { days: [{ day: '2025-01-01', equity: '777', index: '1' }] });
  account = await storedAccount(api, member.userId);
  await storedPortfolio(api, account, { days, flows });
  const em = api.em();
  await em.execute(
    `insert into portfolio_periods (account_id, started_at, ended_at, value_start, value_end, flow, method, period_return, segment) values
    (?, '2026-10-29T06:00Z', '2026-10-30T00:00Z', 10000, 10000, 0, 'exact', 0, 1), (?, '2026-11-01T00:00Z', '2026-11-01T18:00Z', 20500,
      18450, -8450, 'exact', -0.1, 1),
    (?, '2026-11-01T18:00Z', '2026-11-02T00:00Z', 10000, 10000, 0, 'estimated', null, 1)`,
    [account, account, account],
  );
  await em.execute(
    `insert into portfolio_positions (account_id, market, asset, realised, fees, funding, open_qty, open_cost, unknown_qty, trades,
      last_trade_at) values
    (?, 'spot', 'BTC', 12.5, 1, 0, 0.1, 5000, 0, 3, '2026-11-01T10:00Z'), (?, 'spot', 'JUP', 0, 0, 0, 7, null, 7, 0, null), (?, 'futures',
      'ETHUSDT', -80, 2, -0.5, -1, 3000, 0, 9, '2026-11-02T10:00Z')`,
    [account, account, account],
  );
  await em.execute(
    `insert into asset_balances values (?, 'BTC', 0.06, 0.04, 6600), (?, 'JUP', 7, 0, null), (?, 'USDT', 2400, 0, 2400), (?, 'DUST', 0, 0,
      null)`,
    [account, account, account, account],
  );
  await em.execute(
    `insert into futures_positions (account_id, symbol, position_side, position_amt, entry_price, break_even_price, mark_price,
      unrealized_profit, liquidation_price, initial_margin, position_initial_margin, margin_asset, leverage, updated_at)
    values (?, 'ETHUSDT', 'BOTH', -1, 3000, 3000, 2900, 100, 0, 0, 0, 'USDT', 5, now())`,
    [account],
  );
}, 180_000);

afterAll(() => api.close());

describe('a member without an exchange account', () => {
  it('reads that there is nothing, and no zero for it', async () => {
    const portfolio = await read<PortfolioWire>('/me/portfolio', newcomer);
    expect(portfolio).toMatchObject({ state: 'none', venue: null, firstDay: null, equity: null, reported: null, allocation: [] });
    expect(portfolio.changes.map(({ change }) => change.value)).toEqual([null, null, null]);
    expect(await read('/me/portfolio/days', newcomer)).toEqual([]);
    expect(await read('/me/portfolio/positions', newcomer)).toEqual([]);
    expect(await read('/me/portfolio/benchmarks', newcomer)).toEqual([]);
    expect(await read('/me/portfolio/performance', newcomer)).toMatchObject({
      days: 0,
      twr: { value: null, reason: 'No day of this period has been computed.' },
      months: [],
      segments: [],
    });
    expect(await read('/me/portfolio/periods?month=2026-11', newcomer)).toMatchObject({ periods: [], flows: [], cut: false });
  });

  it('reads why in the language of the page', async () => {
    const response = await call(api, 'GET', '/me/portfolio/performance', undefined, {
      token: newcomer.token,
      headers: { 'tidemark-language': 'es' },
    });
    const unknown = { value: null, reason: 'No se ha calculado ningún día de este período.' };
    expect(response.json<{ data: PerformanceWire }>().data).toMatchObject({
      twr: unknown,
      inflow: unknown,
      outflow: unknown,
      fees: unknown,
    });
  });

  it('reads that it is computed while nothing is stored yet', async () => {
    await storedAccount(api, other.userId);
    const portfolio = await read<PortfolioWire>('/me/portfolio', other);
    expect(portfolio).toMatchObject({ state: 'computing', venue: 'binance', equity: null, computedAt: null });
    // Nothing of it is zero: the exchange has not been asked yet.
    const unknown = { value: null, reason: 'Nothing has been computed yet.' };
    expect(portfolio.exposure).toEqual({ long: unknown, short: unknown, net: unknown, leverage: unknown, nearest: null });
  });
});

describe("a member's portfolio", () => {
  it('is the last stored day of the account in use, with what changed since three midnights', async () => {
    const portfolio = await read<PortfolioWire>('/me/portfolio');
    expect(portfolio).toMatchObject({
      state: 'ready',
      venue: 'binance',
      firstDay: '2026-10-29',
      lastDay: '2026-11-02',
      readAt: '2026-11-02T14:00:00.000Z',
      equity: '12000',
      reported: '12000',
      methodologyVersion: 2,
      complete: { from: '2026-10-29', reason: null, futuresSince: null, fundingSince: null, fundingUnknown: null },
      flags: ['partial', 'unreconciled'],
    });
    expect(portfolio.changes).toEqual([
      { span: 'today', since: '2026-11-02T00:00:00.000Z', profit: { value: '2000', reason: null }, change: { value: '0.2', reason: null } },
      {
        span: '7d',
        since: null,
        profit: { value: null, reason: 'The first known day is 29 October 2026.' },
        change: { value: null, reason: expect.any(String) },
      },
      {
        span: '30d',
        since: null,
        profit: { value: null, reason: expect.any(String) },
        change: { value: null, reason: expect.any(String) },
      },
    ]);
    expect(portfolio.allocation).toEqual([
      { coin: 'BTC', wallet: null, quantity: '0.10', value: '6600', share: '0.733333' },
      { coin: 'USDT', wallet: null, quantity: '2400', value: '2400', share: '0.266667' },
      { coin: 'JUP', wallet: null, quantity: '7', value: null, share: null },
    ]);
  });

  it('tells what is exposed to the markets, or which part of it is unknown', async () => {
    const exposure = async () => (await read<PortfolioWire>('/me/portfolio')).exposure;
    const unknown = { value: null, reason: 'JUP has no known price.' };
    expect(await exposure()).toEqual({ long: unknown, short: unknown, net: unknown, leverage: unknown, nearest: null });
    const known = (value: string) => ({ value, reason: null });
    const em = api.em();
    await em.execute(`update asset_balances set value = 0 where account_id = ? and coin = 'JUP'`, [account]);
    await em.execute('update futures_positions set liquidation_price = 3625 where account_id = ?', [account]);
    await em.execute(`insert into futures_assets (account_id, asset, wallet_balance, updated_at) values (?, 'BTC', 0.01, now())`, [
      account,
    ]);
    expect(await exposure()).toEqual({
      long: known('7260'),
      short: known('2900'),
      net: known('0.363333333333'),
      leverage: known('0.846666666667'),
      nearest: { symbol: 'ETHUSDT', side: 'short', distance: '0.25' },
    });
    await em.execute(`insert into wallet_balances (account_id, position, name, balance) values (?, 0, 'Spot', 9000), (?, 1, 'Earn', 50)`, [
      account,
      account,
    ]);
    expect((await exposure()).net.reason).toBe('Binance does not list the coins of your other wallets.');
    // The account's own transfers explain them: 10 USDT and 0.001 BTC, the latter at the price of the coins in the spot wallet.
    const put = (column: string, value: object) =>
      em.execute(`update portfolio_states set ${column} = ? where account_id = ?`, [JSON.stringify(value), account]);
    await put('holdings', { 'spot:BTC': '0.1', 'funding:USDT': '10', 'funding:BTC': '0.001' });
    expect((await exposure()).long.value).toBe('7326');
    await put('opening', { 'funding:USDT': '10' });
    expect((await exposure()).long.value).toBeNull();
    await put('opening', {});
    await put('holdings', {});
    await em.execute('delete from wallet_balances where account_id = ?', [account]);
    await em.execute('delete from futures_assets where account_id = ?', [account]);
    await em.execute('update futures_positions set liquidation_price = 0 where account_id = ?', [account]);
    await em.execute(`update asset_balances set value = null where account_id = ? and coin = 'JUP'`, [account]);
  });

  it('says while newer rows are being worked in, and why a computation did not end', async () => {
    const state = async () => (await read<PortfolioWire>('/me/portfolio')).state;
    await api.em().execute(`update portfolio_states set dirty_from = now() where account_id = ?`, [account]);
    expect(await state()).toBe('computing');
    await api
      .em()
      .execute(`update portfolio_states set dirty_from = null, failure = 'The prices could not be read' where account_id = ?`, [account]);
    expect(await read('/me/portfolio')).toMatchObject({ state: 'failed', failure: 'The prices could not be read', equity: '12000' });
    await api.em().execute('update portfolio_states set failure = null where account_id = ?', [account]);
    expect(await state()).toBe('ready');
  });

  it('lists its days, of a range that is inclusive', async () => {
    const all = await read<PortfolioDaysWire>('/me/portfolio/days');
    expect(all.map(({ day, equity, index }) => ({ day, equity, index }))).toEqual(
      days.map(({ day, equity, index }) => ({ day, equity, index })),
    );
    const some = await read<PortfolioDaysWire>('/me/portfolio/days?from=2026-10-30&to=2026-10-31');
    expect(some.map(({ day }) => day)).toEqual(['2026-10-30', '2026-10-31']);
    expect(some[0]).toEqual({
      day: '2026-10-30',
      equity: '10500',
      spot: '10500',
      futures: '0',
      unrealised: '0',
      inflow: '0',
      outflow: '0',
      realised: '1',
      fees: '0.25',
      funding: '-0.05',
      change: '0.05',
      index: '1.05',
      indexHigh: '1.05',
      indexLow: '1.05',
      dayFall: '0',
      drawdown: '0',
      segment: 1,
      btcPrice: '61000',
      flags: [],
    });
  });
});

describe('the prices of a benchmark', () => {
  it('are those stored at the ends of the days, of the last day at the last full hour before the reading; a gap is a gap', async () => {
    await api.em().execute(
      `insert into market_closes (venue, market, symbol, at, price) values ('binance', 'spot', 'ETHUSDT', '2026-10-30T00:00Z', 3000),
        ('binance', 'spot', 'ETHUSDT', '2026-11-01T00:00Z', 3100), ('binance', 'futures', 'ETHUSDT', '2026-10-31T00:00Z', 1),
        ('bybit', 'spot', 'ETHUSDT', '2026-10-31T00:00Z', 2), ('binance', 'spot', 'ETHUSDT', '2026-11-02T14:00Z', 3300)`,
    );
    const benchmarks = (query: string) => read<BenchmarkDaysWire>(`/me/portfolio/benchmarks${query}`);
    expect(await benchmarks('')).toEqual([
      { day: '2026-10-29', ethPrice: '3000' },
      { day: '2026-10-30', ethPrice: null },
      { day: '2026-10-31', ethPrice: '3100' },
      { day: '2026-11-01', ethPrice: null },
      { day: '2026-11-02', ethPrice: '3300' },
    ]);
    expect((await benchmarks('?from=2026-10-30&to=2026-10-31')).map(({ day }) => day)).toEqual(['2026-10-30', '2026-10-31']);
  });
});

describe("a member's performance", () => {
  it('is the vector of the rules: 13.4 % with a drawdown of 10 %', async () => {
    const performance = await read<PerformanceWire>('/me/portfolio/performance');
    expect(performance).toMatchObject({
      from: '2026-10-29',
      to: '2026-11-02',
      days: 5,
      startedAt: '2026-10-29T06:00:00.000Z',
      endedAt: '2026-11-02T14:00:00.000Z',
      equityStart: null,
      equityEnd: '12000',
      twr: { value: '0.134', reason: null },
      maxDrawdown: { value: '-0.1', reason: null },
      profit: { value: '450', reason: null },
      inflow: { value: '20000', reason: null },
      outflow: { value: '8450', reason: null },
      realised: { value: '5', reason: null },
      fees: { value: '1.25', reason: null },
      funding: { value: '-0.25', reason: null },
      sharpe: { value: null, reason: 'Days with a known return in this period: 3. At least 30 are needed.' },
      cagr: { value: null, reason: 'Not annualised: the period is shorter than a year.' },
      calmar: { value: null },
      bitcoin: { from: '2026-10-29', change: { value: '0.1', reason: null }, own: { value: '0.134', reason: null } },
      bestMonth: { month: '2026-11', change: '0.08' },
      worstMonth: { month: '2026-10', change: '0.05' },
      marks: { unpriced: 0, estimated: 0, unreconciled: 1, partial: 2, incomplete: 0 },
      lifetime: {
        since: '2026-10-31T12:00:00.000Z',
        inflow: { value: '10000', reason: null },
        outflow: { value: '8450', reason: null },
        result: { value: '10450', reason: null },
      },
    });
    expect(Number(performance.mwr.value)).toBeGreaterThan(0);
    expect(performance.months).toMatchObject([
      { month: '2026-10', change: { value: '0.05' }, profit: { value: '500' }, whole: false, equity: '20500' },
      {
        month: '2026-11',
        change: { value: '0.08' },
        profit: { value: '-50' },
        whole: false,
        equity: '12000',
        flags: ['partial', 'unreconciled'],
      },
    ]);
    expect(performance.years).toEqual([{ year: '2026', change: { value: '0.134', reason: null } }]);
    expect(performance.segments).toMatchObject([{ segment: 1, from: '2026-10-29', to: '2026-11-02', days: 5, change: { value: '0.134' } }]);
  });

  it('of a range is measured from the midnight before it', async () => {
    const performance = await read<PerformanceWire>('/me/portfolio/performance?from=2026-11-01&to=2026-11-01');
    expect(performance).toMatchObject({
      startedAt: '2026-11-01T00:00:00.000Z',
      endedAt: '2026-11-02T00:00:00.000Z',
      equityStart: '20500',
      twr: { value: '-0.1' },
      profit: { value: '-2050' },
      bitcoin: { change: { value: '-0.1' }, own: { value: '-0.1' } },
    });
  });

  it('of a month opens to its sub-periods and the movements of money in it', async () => {
    const month = await read<PortfolioPeriodsWire>('/me/portfolio/periods?month=2026-11');
    expect(month).toEqual({
      month: '2026-11',
      change: { value: '0.08', reason: null },
      periods: [
        {
          startedAt: '2026-11-01T00:00:00.000Z',
          endedAt: '2026-11-01T18:00:00.000Z',
          valueStart: '20500',
          valueEnd: '18450',
          flow: '-8450',
          method: 'exact',
          change: '-0.1',
          segment: 1,
        },
        {
          startedAt: '2026-11-01T18:00:00.000Z',
          endedAt: '2026-11-02T00:00:00.000Z',
          valueStart: '10000',
          valueEnd: '10000',
          flow: '0',
          method: 'estimated',
          change: null,
          segment: 1,
        },
      ],
      flows: [
        { kind: 'withdrawal', id: 'w1', at: '2026-11-01T18:00:00.000Z', asset: 'USDT', quantity: '-8450', price: '1', value: '-8450' },
      ],
      cut: false,
      days: [
        { day: '2026-11-01', flags: [] },
        { day: '2026-11-02', flags: ['partial', 'unreconciled'] },
      ],
    });
  });

  it('has a result for each asset, and no profit where the cost is not known', async () => {
    const positions = await read<PortfolioPositionsWire>('/me/portfolio/positions');
    expect(
      positions.map(({ market, asset, realised, averageCost, price, value, unrealised }) => [
        market,
        asset,
        realised,
        averageCost,
        price,
        value,
        unrealised,
      ]),
    ).toEqual([
      ['futures', 'ETHUSDT', '-80', '3000', '2900', null, { value: '100', reason: null }],
      ['spot', 'BTC', '12.5', '50000', '66000', '6600', { value: '1600', reason: null }],
      ['spot', 'JUP', '0', null, null, null, { value: null, reason: 'Part of this holding has no known cost.' }],
    ]);
  });
});

describe('an admin', () => {
  it('reads of a member what that member reads', async () => {
    const seen = await read<MemberPortfolioWire>(`/admin/portfolios/${member.userId.toUpperCase()}?from=2026-10-30`, admin);
    expect(seen).toEqual({
      portfolio: await read('/me/portfolio'),
      performance: await read('/me/portfolio/performance?from=2026-10-30'),
      positions: await read('/me/portfolio/positions'),
    });
    expect((await get(`/admin/portfolios/${NOBODY}`, admin)).statusCode).toBe(404);
    expect((await get(`/admin/portfolios/${member.userId}`, member)).statusCode).toBe(403);
  });
});
