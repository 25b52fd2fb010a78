import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deposit, fill, income, withdrawal } from '../exchange/reconciliation-stand.js';
import { closingSell, futuresFill } from './futures-fills.js';
import { PortfolioStand, day } from './portfolio-stand.js';

const NOW = day('2026-11-20T12:00');
const DAY_MS = 86_400_000;
/** 100 on the first of November, and one more each day that ends. */
const btc = (at: number) => String(100 + Math.floor((at - day('2026-11-01T00:00').getTime()) / DAY_MS));

let stand: PortfolioStand;

beforeAll(async () => {
  stand = await PortfolioStand.start();
});

beforeEach(() => {
  stand.market.pairs = { BTCUSDT: btc };
  Object.assign(stand.market, { down: false, serverTime: NOW, before: () => Promise.resolve() });
  stand.market.asked.length = 0;
});

afterAll(() => stand.stop());

/** 1,000 USDT came on the 10th, and 5 BTC were bought for 550 of them on the 11th, at noon. */
async function trader(): Promise<string> {
  const { accountId } = await stand.account();
  await stand.put('deposits', accountId, [deposit('USDT', '1000', day('2026-11-10T12:00'))]);
  await stand.put('spot_trades', accountId, [fill('BTCUSDT', 'buy', '5', '550', '0', 'BTC', day('2026-11-11T12:00'))]);
  await stand.reading(accountId, NOW, { USDT: ['450', '450'], BTC: ['5', '600'] });
  return accountId;
}

const equities = async (accountId: string) =>
  Object.fromEntries((await stand.worker.days(accountId)).map(({ day: date, equity }) => [date.slice(8), equity]));
const flows = (accountId: string) =>
  stand.worker.rows<{ kind: string; asset: string; quantity: string; value: string | null }>(
    `select kind, asset, trim_scale(quantity)::text as quantity, trim_scale(value)::text as value from portfolio_flows where account_id =
      ? order by at, kind, id`,
    [accountId],
  );

const completeness = async (accountId: string) => {
  const [row] = await stand.worker.rows<{ complete_from: string | null; limit: string | null }>(
    `select complete_from::text, past ->> 'limit' as limit from portfolio_states where account_id = ?`,
    [accountId],
  );
  return row!;
};

/** The journal is read from then on, and trades of a contract as far back as the exchange provides them. */
async function journalFrom(accountId: string, from: string, symbol: string, trades = '2026-05-20T00:00:00Z'): Promise<void> {
  await stand.worker.rows(
    `insert into sync_cursors (account_id, dataset, symbol, state, covered, horizon, row_count) values
     (?, 'futures_income', '', 'complete', tstzmultirange(tstzrange(?::timestamptz, '2026-11-20T11:45:00Z')), ?::timestamptz, 1),
     (?, 'futures_trades', ?, 'complete', tstzmultirange(tstzrange(?::timestamptz, '2026-11-20T11:45:00Z')), ?::timestamptz, 1)`,
    [accountId, from, from, accountId, symbol, trades, trades],
  );
}

describe('the days of an account', () => {
  it('are valued at each midnight, and the last one by the exchange itself', async () => {
    const accountId = await trader();
    expect(await stand.worker.compute(accountId)).toBe('done');
    expect(await equities(accountId)).toEqual({
      10: '1000',
      11: '1005',
      12: '1010',
      13: '1015',
      14: '1020',
      15: '1025',
      16: '1030',
      17: '1035',
      18: '1040',
      19: '1045',
      20: '1050',
    });
    const days = await stand.worker.days(accountId);
    expect(days[0]).toMatchObject({ inflow: '1000', day_return: '0', flags: [] });
    expect(days.at(-1)).toMatchObject({ flags: ['partial'] });
    const state = await stand.worker.state(accountId);
    expect(state).toMatchObject({
      reported: '1050',
      equity: '1050',
      dirty_from: null,
      started_at: null,
      failure: null,
      opening: {},
      unexplained: [],
    });
    const [position] = await stand.worker.rows<object>(
      `select market, asset, open_qty::text, open_cost::text, unknown_qty::text, trades from portfolio_positions where account_id = ?`,
      [accountId],
    );
    expect(position).toEqual({ market: 'spot', asset: 'BTC', open_qty: '5', open_cost: '550', unknown_qty: '0', trades: 1 });
  });

  it('are stored with what each coin made on the last one, and with the prices of ETH to compare with', async () => {
    stand.market.pairs = { BTCUSDT: btc, ETHUSDT: (at) => (at === day('2026-11-12T00:00').getTime() ? null : '3000') };
    // The accounts before had no such pair, which is kept for ever.
    await stand.worker.rows(`delete from market_closes where symbol = 'ETHUSDT'`, []);
    const accountId = await trader();
    await stand.worker.compute(accountId);
    const results = () =>
      stand.worker.rows<{ results: object }>(`select day_results as results from portfolio_states where account_id = ?`, [accountId]);
    const expected = {
      day: '2026-11-20',
      results: [
        { kind: 'coin', name: 'USDT', result: '0', unknown: null },
        { kind: 'coin', name: 'BTC', result: '5', unknown: null },
      ],
    };
    expect(await results()).toEqual([{ results: expected }]);
    const closes = await stand.worker.rows<{ at: string; price: string | null }>(
      `select to_char(at at time zone 'UTC', 'MM-DD HH24') as at, price::text from market_closes where symbol = 'ETHUSDT' order by at`,
      [],
    );
    expect(closes).toHaveLength(11);
    expect(closes.slice(0, 2)).toEqual([
      { at: '11-11 00', price: '3000' },
      { at: '11-12 00', price: null },
    ]);
    expect(closes.at(-1)).toEqual({ at: '11-20 12', price: '3000' });
    stand.market.asked.length = 0;
    await stand.worker.compute(accountId);
    expect(stand.market.asked.filter(({ symbol }) => symbol === 'ETHUSDT')).toEqual([]);
    expect(await results()).toEqual([{ results: expected }]);
  });

  it('come out the same when they are computed twice', async () => {
    const accountId = await trader();
    await stand.worker.compute(accountId);
    const before = [await equities(accountId), await flows(accountId)];
    stand.market.asked.length = 0;
    await stand.worker.compute(accountId);
    expect([await equities(accountId), await flows(accountId)]).toEqual(before);
    expect(stand.market.asked).toEqual([]);
  });

  it('are those before a new row what they were, untouched', async () => {
    const accountId = await trader();
    await stand.worker.compute(accountId);
    const before = await stand.worker.days(accountId);
    await stand.put('withdrawals', accountId, [withdrawal('USDT', '100', '1', day('2026-11-18T09:30'))]);
    await stand.reading(accountId, NOW, { USDT: ['349', '349'], BTC: ['5', '600'] });
    await stand.worker.compute(accountId);
    const after = await stand.worker.days(accountId);
    expect(after.slice(0, 8)).toEqual(before.slice(0, 8));
    expect(after.slice(8).map(({ day: date, equity, outflow }) => [date, equity, outflow])).toEqual([
      ['2026-11-18', '939', '101'],
      ['2026-11-19', '944', '0'],
      ['2026-11-20', '949', '0'],
    ]);
    expect(after.slice(8).every(({ xmin }, i) => xmin !== before[8 + i]!.xmin)).toBe(true);
    expect((await stand.worker.state(accountId)).unexplained).toEqual([]);
  });

  it('are computed from the last reading on where nothing but time has passed', async () => {
    const accountId = await trader();
    await stand.worker.compute(accountId);
    const before = await stand.worker.days(accountId);
    stand.market.serverTime = day('2026-11-22T18:00');
    await stand.reading(accountId, day('2026-11-22T18:00'), { USDT: ['450', '450'], BTC: ['5', '610'] });
    await stand.worker.compute(accountId);
    const after = await stand.worker.days(accountId);
    expect(after.slice(0, 10)).toEqual(before.slice(0, 10));
    expect(after.slice(10).map(({ equity, flags }) => [equity, flags])).toEqual([
      ['1050', []],
      ['1055', []],
      ['1060', ['partial']],
    ]);
  });

  it('are incomplete where a balance came at an unknown time, and it is neither profit nor deposit', async () => {
    const { accountId } = await stand.account();
    await stand.put('spot_trades', accountId, [fill('BTCUSDT', 'sell', '1', '110', '0', 'USDT', day('2026-11-11T12:00'))]);
    await stand.reading(accountId, NOW, { USDT: ['110', '110'], BTC: ['2', '240'] });
    await stand.worker.compute(accountId);
    expect((await stand.worker.state(accountId)).opening).toEqual({ 'spot:BTC': '3' });
    const days = await stand.worker.days(accountId);
    // Three at 110, two of them at 111 when the day ended, and one sold at 110.
    expect(days[0]).toMatchObject({ day: '2026-11-11', inflow: '0', equity: '332', flags: ['incomplete'] });
    expect(days.map(({ index }) => index)).toEqual(days.map(() => null));
    expect(await completeness(accountId)).toEqual({ complete_from: null, limit: 'unlocated balances' });
    // Balances are compared with rows from the first reading on: the days after it are complete.
    const later = day('2026-11-22T18:00');
    stand.market.serverTime = later;
    await stand.reading(accountId, later, { USDT: ['110', '110'], BTC: ['2', '242'] });
    await stand.worker.compute(accountId);
    expect((await stand.worker.days(accountId)).slice(-3).map(({ flags, equity }) => [flags, equity])).toEqual([
      [['incomplete'], '350'],
      [[], '352'],
      [['partial'], '352'],
    ]);
    expect(await completeness(accountId)).toEqual({ complete_from: '2026-11-21', limit: 'unlocated balances' });
  });

  it('begin with the value of what was there before the first fill, open positions included', async () => {
    const { accountId } = await stand.account();
    await stand.put('futures_trades', accountId, [closingSell('0')]);
    await stand.put('futures_income', accountId, [
      income('REALIZED_PNL', 'USDT', '30', day('2026-11-15T12:00'), { symbol: 'BTCUSDT', trade_id: '1' }),
    ]);
    await journalFrom(accountId, '2026-08-20T00:00:00Z', 'BTCUSDT');
    await stand.reading(accountId, NOW, {}, { USDT: '1030' });
    await stand.worker.compute(accountId);
    const days = await stand.worker.days(accountId);
    // Two at 100 are worth 114 each when the day begins, beside 1,000 in the wallet; 2 were earned after that.
    expect(days[0]).toMatchObject({ day: '2026-11-14', inflow: '0', equity: '1028', flags: ['incomplete'] });
    expect(days[1]).toMatchObject({ day: '2026-11-15', inflow: '0', equity: '1030', realised: '30', funding: '0', flags: [] });
    expect(Number(days[1]!.day_return)).toBeCloseTo(2 / 1028, 12);
    expect(days.at(-1)).toMatchObject({ equity: '1030', unrealised: '0' });
    expect((await completeness(accountId)).complete_from).toBe('2026-11-15');
  });

  it('before the reach of the exchange are incomplete: without trades equity is unknown, without a journal funding', async () => {
    const { accountId } = await stand.account();
    await stand.put('deposits', accountId, [deposit('USDT', '1000', day('2026-11-10T12:00'))]);
    await stand.put('futures_trades', accountId, [
      futuresFill('1', 'buy', '0', '2026-11-13T12:00:00Z', { position_side: 'LONG' }),
      futuresFill('2', 'sell', '0', '2026-11-16T12:00:00Z', { position_side: 'SHORT' }),
    ]);
    await stand.put('futures_income', accountId, [
      income('COMMISSION', 'USDT', '-0.5', day('2026-11-16T12:00'), { symbol: 'BTCUSDT', trade_id: '2' }),
      income('FUNDING_FEE', 'USDT', '-3', day('2026-11-17T16:00'), { symbol: 'BTCUSDT' }),
    ]);
    await journalFrom(accountId, '2026-11-14T22:00:00Z', 'BTCUSDT', '2026-11-11T06:00:00Z');
    await stand.reading(accountId, NOW, { USDT: ['400', '400'] }, { USDT: '800' });
    await stand.worker.compute(accountId);
    const days = await stand.worker.days(accountId);
    expect(
      days.slice(0, 7).map(({ day: date, flags, equity, realised, funding }) => [date, flags, equity === null, realised, funding]),
    ).toEqual([
      ['2026-11-10', ['incomplete'], true, null, null],
      ['2026-11-11', ['incomplete'], false, null, null],
      ['2026-11-12', ['incomplete'], false, '0', null],
      ['2026-11-13', ['incomplete'], false, '0', null],
      ['2026-11-14', ['incomplete'], false, '0', null],
      ['2026-11-15', [], false, '0', '0'],
      ['2026-11-16', [], false, '0', '0'],
    ]);
    expect(await completeness(accountId)).toEqual({ complete_from: '2026-11-15', limit: 'futures journal' });
    // The two sides of a hedge are never netted.
    const [position] = await stand.worker.rows<{ open_qty: string | null; open_cost: string | null; legs: object[] }>(
      `select open_qty::text, open_cost::text, legs from portfolio_positions where account_id = ? and market = 'futures'`,
      [accountId],
    );
    expect(position).toMatchObject({
      open_qty: null,
      open_cost: null,
      legs: [
        { side: 'LONG', openQty: '1', openCost: '110', fees: '0.5', trades: 1 },
        { side: 'SHORT', openQty: '-1', openCost: '-110', fees: '0.5', trades: 1 },
      ],
    });
  });
});

describe('what moves without a row', () => {
  it('is a flow of the day on which it is found, and the day says so', async () => {
    const accountId = await trader();
    await stand.worker.compute(accountId);
    const later = day('2026-11-22T06:00');
    stand.market.serverTime = later;
    await stand.reading(accountId, later, { USDT: ['400', '400'], BTC: ['5', '610'] });
    await stand.worker.compute(accountId);
    expect((await stand.worker.state(accountId)).unexplained).toEqual([
      { at: later.toISOString(), wallet: 'spot', asset: 'USDT', amount: '-50', dust: false },
    ]);
    expect((await flows(accountId)).at(-1)).toEqual({ kind: 'unexplained', asset: 'USDT', quantity: '-50', value: '-50' });
    const days = await stand.worker.days(accountId);
    expect(days.at(-1)).toMatchObject({ day: '2026-11-22', equity: '1010', outflow: '50' });
    expect(days.at(-1)!.flags).toContain('unreconciled');
    expect(days.at(-2)!.flags).toEqual([]);
    // The row comes late: it explains what was found, and nothing is left over.
    await stand.put('withdrawals', accountId, [withdrawal('USDT', '49', '1', day('2026-11-21T10:00'))]);
    await stand.worker.compute(accountId);
    expect((await stand.worker.state(accountId)).unexplained).toEqual([]);
    expect((await stand.worker.state(accountId)).opening).toEqual({});
    expect((await stand.worker.days(accountId)).at(-1)).toMatchObject({ equity: '1010', outflow: '0', flags: ['partial'] });
  });

  it('makes the beginning smaller where an older history is read later', async () => {
    const { accountId } = await stand.account();
    await stand.reading(accountId, NOW, { USDT: ['300', '300'] });
    await stand.worker.compute(accountId);
    expect(await equities(accountId)).toEqual({ 20: '300' });
    await stand.put('deposits', accountId, [deposit('USDT', '200', day('2026-11-17T12:00'))]);
    await stand.worker.compute(accountId);
    expect(await equities(accountId)).toEqual({ 17: '300', 18: '300', 19: '300', 20: '300' });
    expect(await stand.worker.state(accountId)).toMatchObject({ opening: { 'spot:USDT': '100' }, unexplained: [] });
  });

  it('comes from the journal of the futures wallet where there is one, and by the fills where there is none', async () => {
    const { accountId } = await stand.account();
    await stand.put('futures_trades', accountId, [
      futuresFill('1', 'buy', '0', '2026-11-11T12:00:00Z'),
      futuresFill('2', 'sell', '7', '2026-11-13T12:00:00Z'),
    ]);
    await stand.reading(accountId, NOW, {}, { USDT: '1003' });
    await stand.worker.compute(accountId);
    expect((await stand.worker.state(accountId)).opening).toEqual({ 'futures:USDT': '997' });
    // The journal knows of funding, too, and of the second fill.
    await stand.put('futures_income', accountId, [
      income('FUNDING_FEE', 'USDT', '-3', day('2026-11-12T16:00'), { symbol: 'BTCUSDT' }),
      income('REALIZED_PNL', 'USDT', '7', day('2026-11-13T12:00'), { symbol: 'BTCUSDT', trade_id: '2' }),
      income('COMMISSION', 'USDT', '-0.5', day('2026-11-13T12:00'), { symbol: 'BTCUSDT', trade_id: '2' }),
    ]);
    await stand.worker.rows(
      `insert into sync_cursors (account_id, dataset, symbol, state, covered, row_count) values (?, 'futures_income', '', 'complete',
        '{[2026-11-12T00:00:00Z,2026-11-20T11:45:00Z)}', 3)`,
      [accountId],
    );
    await stand.worker.compute(accountId);
    expect(await stand.worker.state(accountId)).toMatchObject({ opening: { 'futures:USDT': '1000' }, unexplained: [], equity: '1003' });
    const days = await stand.worker.days(accountId);
    expect(days.find(({ day: date }) => date === '2026-11-12')).toMatchObject({ funding: '-3', fees: '0' });
    expect(days.find(({ day: date }) => date === '2026-11-13')).toMatchObject({ realised: '7', fees: '0.5', funding: '0' });
  });
});

describe('a venue with one wallet for everything', () => {
  it('has what its futures earned among its coins', async () => {
    const { accountId } = await stand.account('bybit');
    await stand.put('deposits', accountId, [deposit('USDT', '500', day('2026-11-14T12:00'))]);
    await stand.put('futures_trades', accountId, [closingSell('1')]);
    await stand.reading(accountId, NOW, { USDT: ['529', '529'] });
    await stand.worker.compute(accountId);
    expect(await stand.worker.state(accountId)).toMatchObject({
      equity: '529',
      unexplained: [],
      opening: { 'contract:BTCUSDT BOTH': '2' },
    });
    expect((await stand.worker.days(accountId)).at(-1)).toMatchObject({ spot: '529', futures: '0' });
    expect((await stand.worker.days(accountId)).find(({ day: date }) => date === '2026-11-15')).toMatchObject({
      realised: '30',
      fees: '1',
    });
  });
});

describe('prices', () => {
  it('that are out of reach leave days unpriced, and fill them later', async () => {
    const accountId = await trader();
    stand.market.pairs = { BTCUSDT: (at) => String(Number(btc(at)) * 2) };
    // Prices of these midnights are not stored yet.
    await stand.worker.rows('delete from market_closes');
    stand.market.down = true;
    await stand.worker.compute(accountId);
    const days = await stand.worker.days(accountId);
    expect(days.find(({ day: date }) => date === '2026-11-12')).toMatchObject({ equity: null, flags: ['unpriced'] });
    expect(days.at(-1)).toMatchObject({ equity: '1050' });
    expect((await stand.worker.state(accountId)).dirty_from).not.toBeNull();
    stand.market.down = false;
    await stand.worker.compute(accountId);
    expect((await stand.worker.days(accountId)).find(({ day: date }) => date === '2026-11-12')).toMatchObject({
      equity: '1570',
      flags: [],
    });
    expect((await stand.worker.state(accountId)).dirty_from).toBeNull();
    await stand.worker.rows('delete from market_closes');
  });

  it('of a coin without a pair of its own come through another coin, and of one without any are unknown', async () => {
    const { accountId } = await stand.account();
    stand.market.pairs = { BTCUSDT: btc, XYZBTC: () => '0.5' };
    await stand.put('deposits', accountId, [deposit('XYZ', '4', day('2026-11-18T12:00'))]);
    await stand.reading(accountId, NOW, { XYZ: ['4', '240'] });
    await stand.worker.compute(accountId);
    expect(await equities(accountId)).toEqual({ 18: '236', 19: '238', 20: '240' });
    const { accountId: other } = await stand.account();
    await stand.put('deposits', other, [deposit('NIL', '4', day('2026-11-18T12:00'))]);
    await stand.reading(other, NOW, { NIL: ['4', null] });
    await stand.worker.compute(other);
    expect((await stand.worker.days(other)).map(({ equity, flags }) => [equity, flags.includes('unpriced')])).toEqual([
      [null, true],
      [null, true],
      [null, true],
    ]);
    // The exchange was asked, and has no such pair: nothing is left to be filled.
    expect((await stand.worker.state(other)).dirty_from).toBeNull();
  });
});
