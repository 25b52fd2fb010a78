import { describe, expect, it } from '@jest/globals';
import { VenueRejected, SymbolGone, WireShape, type CursorPage, type IncomeRow } from '../../../src/trading/venues/port/index.js';
import { AdapterStand, failure } from './adapter-stand.js';
import type { DoubleAccount, Instead } from './exchange-double.js';

const account: DoubleAccount = {
  apiKey: 'key-of-the-double',
  secretKey: 'secret-of-the-double-0123456789',
  account: { uid: 7, updateTime: 1, balances: [] },
};
const stand = new AdapterStand(account);

describe('a symbol', () => {
  const invalid: Instead = { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } };

  it('is gone only where one was named', async () => {
    stand.answerOnce('/api/v3/myTrades', invalid);
    expect(await failure(stand.fills.spot('GONEBBB', '0'))).toBeInstanceOf(SymbolGone);
    stand.answerOnce('/api/v3/account', invalid);
    expect(await failure(stand.client.account())).toBeInstanceOf(VenueRejected);
  });

  it('that is gone rests no orders', async () => {
    stand.double.instead = ({ path, params }) => (path.startsWith('/fapi/v1/open') && params.get('symbol') === 'GONEBBB' ? invalid : null);
    expect(await stand.client.openOrders({ symbols: ['GONEBBB', 'AAABBB'] })).toEqual({ rows: [], missing: [] });
  });
});

describe('pages', () => {
  const window = { from: new Date(1000), to: new Date(1_000_000) };

  it('of deposits go on behind the last row', async () => {
    account.deposits = Array.from({ length: 1050 }, (_, i) => ({ id: `d${i}`, coin: 'AAA', amount: '1', status: 1, insertTime: 2000 + i }));
    const first = await stand.client.deposits(window, null);
    expect([first.rows.length, first.next]).toEqual([1000, '1000']);
    const second = await stand.client.deposits(window, first.next);
    expect([second.rows.length, second.next]).toEqual([50, null]);
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(1050);
  });

  it('of the futures journal lose no row of a crowded millisecond', async () => {
    const line = (n: number, time: number) => ({
      symbol: n % 2 ? 'AAABBB' : '',
      incomeType: 'COMMISSION',
      income: '-0.10',
      asset: 'USDT',
      time,
      info: '',
      tranId: 9_100_000_000_000_000_000n + BigInt(n),
      tradeId: n % 2 ? String(n) : '',
    });
    // 2,500 rows of one millisecond between 700 before and 600 after.
    const all = Array.from({ length: 3800 }, (_, n) => line(n, n < 700 ? 2000 + n : n < 3200 ? 10_000 : 20_000 + n));
    stand.double.instead = ({ path, params }) => {
      if (path !== '/fapi/v1/income') return null;
      const number = (name: string, otherwise: number) => Number(params.get(name) ?? otherwise);
      const within = all.filter(({ time }) => time >= number('startTime', 0) && time <= number('endTime', 0));
      const start = (number('page', 1) - 1) * number('limit', 100);
      return { body: within.slice(start, start + number('limit', 100)) };
    };
    const seen = new Map<string, unknown>();
    let pages = 0;
    for (let cursor: string | null = null; ; pages++) {
      const page: CursorPage<IncomeRow> = (await stand.client.income(window, cursor))!;
      for (const row of page.rows) seen.set(row.tranId, row);
      expect(page.rows.map(({ time }) => time.getTime())).toEqual(page.rows.map(({ time }) => time.getTime()).sort((a, b) => a - b));
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(seen.size).toBe(3800);
    expect(pages).toBeLessThan(8);
    expect(seen.get('9100000000000000000')).toEqual({
      kind: 'COMMISSION',
      tranId: '9100000000000000000',
      asset: 'USDT',
      symbol: '',
      amount: '-0.10',
      tradeId: null,
      time: new Date(2000),
    });
    expect(seen.get('9100000000000000701')).toMatchObject({ symbol: 'AAABBB', tradeId: '701', time: new Date(10_000) });
  });

  it('of a journal that never goes on end with an error', async () => {
    const row = { symbol: '', incomeType: 'TRANSFER', income: '1', asset: 'USDT', time: 5000, tranId: 1 };
    stand.double.instead = ({ path }) =>
      path === '/fapi/v1/income' ? { body: Array.from({ length: 1000 }, (_, n) => ({ ...row, tranId: n })) } : null;
    const read = async () => {
      for (let cursor: string | null = null; ;) {
        cursor = (await stand.client.income(window, cursor))!.next;
        if (cursor === null) return;
      }
    };
    expect(await failure(read())).toBeInstanceOf(WireShape);
  });

  it('that cannot be are refused', async () => {
    for (const cursor of ['', 'x', '-1', '1.5', '1:1:1']) {
      expect(await failure(stand.client.deposits(window, cursor))).toBeInstanceOf(VenueRejected);
      expect(await failure(stand.client.withdrawals(window, cursor))).toBeInstanceOf(VenueRejected);
      expect(await failure(stand.client.income(window, cursor))).toBeInstanceOf(VenueRejected);
    }
  });
});

describe('futures', () => {
  const position = (symbol: string, positionAmt: string, more: Record<string, string> = {}) => ({
    symbol,
    positionSide: 'BOTH',
    positionAmt,
    entryPrice: '1',
    breakEvenPrice: '1',
    markPrice: '1',
    unRealizedProfit: '0',
    liquidationPrice: '0',
    initialMargin: '0',
    positionInitialMargin: '0',
    marginAsset: 'USDT',
    updateTime: 5,
    openOrderInitialMargin: '0',
    bidNotional: '0',
    askNotional: '0',
    ...more,
  });

  it('tell the open positions, and which contracts rest orders', async () => {
    account.positions = [
      position('HELD', '1.5'),
      position('HELDANDORDERED', '-2', { openOrderInitialMargin: '0.5' }),
      position('ORDEREDBID', '0.000', { bidNotional: '10' }),
      position('ORDEREDASK', '0', { askNotional: '10' }),
      position('LISTED', '0.0'),
    ];
    const { rows, ordered } = await stand.client.positions();
    expect(rows.map(({ symbol }) => symbol)).toEqual(['HELD', 'HELDANDORDERED']);
    expect(ordered).toEqual(['HELDANDORDERED', 'ORDEREDBID', 'ORDEREDASK', 'LISTED']);
    expect(stand.double.callsOf('/fapi/v1/symbolConfig')).toHaveLength(0);
  });

  it('tell leverage apart from positions', async () => {
    stand.double.contracts = ['AAABBB'];
    expect(await stand.client.leverages()).toEqual(new Map([['AAABBB', '7']]));
  });

  it('tell the wallet by asset, without those that were never held', async () => {
    account.assets = [
      { asset: 'USDT', walletBalance: '23.72469206', updateTime: 1_625_474_304_765 },
      { asset: 'BNB', walletBalance: '0.00000000', updateTime: 1_625_474_304_766 },
      { asset: 'NEVER', walletBalance: '0.00000000', updateTime: 0 },
    ];
    expect(await stand.client.futuresAccount()).toEqual({
      assets: [
        { asset: 'USDT', walletBalance: '23.72469206', updatedAt: new Date(1_625_474_304_765) },
        { asset: 'BNB', walletBalance: '0.00000000', updatedAt: new Date(1_625_474_304_766) },
      ],
    });
  });
});

describe('prices', () => {
  it('are kept for a quarter of an hour unless fresher ones are asked for', async () => {
    stand.double.prices = { AAAUSDT: '2.00000000' };
    expect(await stand.client.prices()).toEqual(new Map([['AAAUSDT', '2.00000000']]));
    await stand.client.prices();
    expect(stand.double.callsOf('/api/v3/ticker/price')).toHaveLength(1);
    await stand.client.prices(0);
    expect(stand.double.callsOf('/api/v3/ticker/price')).toHaveLength(2);
  });
});
