import { describe, expect, it } from '@jest/globals';
import {
  VenueRejected,
  WireShape,
  type CursorPage,
  type MovementKind,
  type TimeWindow,
  type WalletMovementRow,
} from '../../../src/trading/venues/port/index.js';
import { AdapterStand, failure } from './adapter-stand.js';
import type { DoubleAccount } from './exchange-double.js';

const account: DoubleAccount = {
  apiKey: 'key-of-the-double',
  secretKey: 'secret-of-the-double-0123456789',
  account: { uid: 7, updateTime: 1, balances: [] },
};
const stand = new AdapterStand(account);
const window: TimeWindow = { from: new Date(1000), to: new Date(1_000_000) };

async function readAll(kind: MovementKind): Promise<{ rows: Map<string, WalletMovementRow>; pages: number }> {
  const rows = new Map<string, WalletMovementRow>();
  let pages = 0;
  for (let cursor: string | null = null; ;) {
    const page: CursorPage<WalletMovementRow> = (await stand.client.movements(kind, window, cursor))!;
    pages++;
    for (const row of page.rows) rows.set(row.id, row);
    if (page.next === null) return { rows, pages };
    cursor = page.next;
  }
}

const transfer = (n: number, type: string, more: Record<string, unknown> = {}) => ({
  asset: 'USDT',
  amount: `${n}.50`,
  type,
  status: 'CONFIRMED',
  tranId: 9_100_000_000_000_000_000n + BigInt(n),
  timestamp: 2000 + n,
  ...more,
});

describe('transfers', () => {
  it('of all directions are one list, page behind page, completed ones alone', async () => {
    account.transfers = [
      ...Array.from({ length: 230 }, (_, n) => transfer(n, 'MAIN_UMFUTURE')),
      transfer(300, 'UMFUTURE_MAIN'),
      transfer(301, 'FUNDING_UMFUTURE'),
      transfer(302, 'MAIN_FUNDING', { status: 'PENDING' }),
      transfer(303, 'MAIN_MARGIN'),
      transfer(304, 'FUNDING_MAIN', { timestamp: 2_000_000 }),
    ];
    const { rows } = await readAll('transfer');
    expect(rows.size).toBe(232);
    expect(rows.get('9100000000000000229')).toEqual({
      kind: 'transfer',
      id: '9100000000000000229',
      time: new Date(2229),
      from: { wallet: 'spot', asset: 'USDT', amount: '229.50' },
      to: { wallet: 'futures', asset: 'USDT', amount: '229.50' },
    });
    expect(rows.get('9100000000000000301')).toMatchObject({ from: { wallet: 'funding' }, to: { wallet: 'futures' } });
    // Three pages of the first direction, and one of each other.
    expect(stand.double.callsOf('/sapi/v1/asset/transfer').map(({ params }) => [params.get('type'), params.get('current')])).toEqual([
      ['MAIN_UMFUTURE', '1'],
      ['MAIN_UMFUTURE', '2'],
      ['MAIN_UMFUTURE', '3'],
      ...['UMFUTURE_MAIN', 'MAIN_FUNDING', 'FUNDING_MAIN', 'FUNDING_UMFUTURE', 'UMFUTURE_FUNDING'].map((type) => [type, '1']),
    ]);
  });

  it('of which there are none may come without a list', async () => {
    stand.double.instead = ({ path }) => (path === '/sapi/v1/asset/transfer' ? { body: { total: 0 } } : null);
    expect(await readAll('transfer')).toEqual({ rows: new Map(), pages: 1 });
  });
});

describe('small balances that became another coin', () => {
  const sweep = (n: number, coins: string[], more: Record<string, unknown> = {}) => ({
    operateTime: 2000 + n,
    transId: 45_000_000_000 + n,
    userAssetDribbletDetails: coins.map((fromAsset) => ({
      transId: 45_000_000_000 + n,
      serviceChargeAmount: '0.00000020',
      amount: '1.50',
      transferedAmount: '0.00000980',
      fromAsset,
      ...more,
    })),
  });

  it('are a row for each coin, with what came in after the charge', async () => {
    account.dust = [sweep(1, ['AAA', 'BBB']), sweep(2, ['AAA'], { targetAsset: 'USDC' })];
    const { rows } = await readAll('dust');
    expect([...rows.values()].map(({ id, from, to }) => [id, from?.asset, from?.amount, to?.asset, to?.amount])).toEqual([
      ['45000000001:AAA', 'AAA', '1.50', 'BNB', '0.00000980'],
      ['45000000001:BBB', 'BBB', '1.50', 'BNB', '0.00000980'],
      ['45000000002:AAA', 'AAA', '1.50', 'USDC', '0.00000980'],
    ]);
  });

  it('are read beyond the hundred that a list holds', async () => {
    account.dust = Array.from({ length: 250 }, (_, n) => sweep(n, ['AAA']));
    expect((await readAll('dust')).rows.size).toBe(250);
  });
});

describe('dividends', () => {
  it('come from nowhere, or go back there', async () => {
    account.dividends = [
      { id: 1, asset: 'BNB', amount: '0.10', divTime: 5000, enInfo: 'x', tranId: 9, direction: 1 },
      { id: 2, asset: 'BNB', amount: '0.02', divTime: 6000, enInfo: 'x', tranId: 10, direction: -1 },
    ];
    const { rows } = await readAll('dividend');
    const leg = (amount: string) => ({ wallet: 'spot', asset: 'BNB', amount });
    expect(rows.get('1')).toMatchObject({ from: null, to: leg('0.10'), time: new Date(5000) });
    expect(rows.get('2')).toMatchObject({ from: leg('0.02'), to: null });
  });

  it('are read beyond the five hundred of a page, each once', async () => {
    account.dividends = Array.from({ length: 1300 }, (_, n) => ({ id: n, asset: 'BNB', amount: '1', divTime: 2000 + Math.floor(n / 3) }));
    const { rows, pages } = await readAll('dividend');
    expect([rows.size, pages]).toEqual([1300, 3]);
  });
});

describe('conversions', () => {
  const conversion = (n: number, more: Record<string, unknown> = {}) => ({
    orderId: 940_000_000_000_000_000n + BigInt(n),
    orderStatus: 'SUCCESS',
    fromAsset: 'AAA',
    fromAmount: '1.0',
    toAsset: 'BBB',
    toAmount: '2.00',
    createTime: 2000 + n,
    ...more,
  });

  it.each(['rise', 'fall'])('are read whole whether their times %s', async (order) => {
    account.conversions = Array.from({ length: 2300 }, (_, n) => conversion(n, n === 7 ? { orderStatus: 'PROCESS' } : {}));
    stand.double.instead = ({ path, params }) => {
      if (path !== '/sapi/v1/convert/tradeFlow' || order === 'rise') return null;
      const [from, to, limit] = ['startTime', 'endTime', 'limit'].map((name) => Number(params.get(name)));
      const list = account.conversions!.filter(({ createTime }) => Number(createTime) >= from! && Number(createTime) <= to!).reverse();
      return { body: { list: list.slice(0, limit), moreData: list.length > limit! } };
    };
    const { rows, pages } = await readAll('convert');
    expect([rows.size, pages]).toEqual([2299, 3]);
    expect(rows.get('940000000000000000')).toEqual({
      kind: 'convert',
      id: '940000000000000000',
      time: new Date(2000),
      from: { wallet: 'spot', asset: 'AAA', amount: '1.0' },
      to: { wallet: 'spot', asset: 'BBB', amount: '2.00' },
    });
  });
});

describe('a page', () => {
  it('that cannot be is refused', async () => {
    for (const kind of ['transfer', 'dust', 'convert', 'dividend'] as const)
      for (const cursor of ['', 'x', '-1', '9:1', '1-2-3'])
        expect(await failure(stand.client.movements(kind, window, cursor))).toBeInstanceOf(VenueRejected);
  });

  it('that never goes on ends with an error', async () => {
    const crowd = Array.from({ length: 500 }, (_, n) => ({ id: n, asset: 'BNB', amount: '1', divTime: 1_000_000 }));
    stand.double.instead = ({ path }) => (path === '/sapi/v1/asset/assetDividend' ? { body: { rows: crowd, total: 9000 } } : null);
    expect(await failure(readAll('dividend'))).toBeInstanceOf(WireShape);
  });

  it.each([
    [
      'transfer',
      '/sapi/v1/asset/transfer',
      { total: 1, rows: [{ asset: 'USDT', amount: 'much', status: 'CONFIRMED', tranId: 1, timestamp: 5 }] },
    ],
    ['dust', '/sapi/v1/asset/dribblet', { total: 0 }],
    ['convert', '/sapi/v1/convert/tradeFlow', { list: 'none' }],
    ['dividend', '/sapi/v1/asset/assetDividend', '<html>'],
  ] as const)('of another shape is not believed: %s', async (kind, path, body) => {
    stand.answerOnce(path, { body });
    expect(await failure(stand.client.movements(kind, window, null))).toBeInstanceOf(WireShape);
  });
});
