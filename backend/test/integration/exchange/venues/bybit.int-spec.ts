import { describe, expect, it } from '@jest/globals';
import { KeyRejected, VenueRejected, WireShape, type TimeWindow } from '../../../../src/trading/venues/port/index.js';
import { BybitDouble, type BybitAccount } from './bybit-double.js';
import {
  deposit,
  emptyAccount,
  execution,
  internalDeposit,
  KEY,
  keyInfo,
  order,
  position,
  unifiedCoin,
  uuid,
  withdrawal,
} from './bybit-world.js';
import { failure, VenueStand, whole } from './stand.js';
import type { Row } from './venue-double.js';

const stand = new VenueStand('bybit', new BybitDouble(), KEY);
const { double } = stand;

const START = Date.UTC(2025, 2, 3);
const SECOND = 1000;
const week: TimeWindow = { from: new Date(START), to: new Date(START + 6 * 86_400_000) };

const account = (more: Partial<BybitAccount> = {}) => double.only(emptyAccount(more));

const EXECUTIONS = '/v5/execution/list';

describe('deposits', () => {
  it('come from the chain and from other members, each list through all its pages', async () => {
    const deposits = Array.from({ length: 120 }, (_, n) => deposit(n, START + n * SECOND));
    const internalDeposits = Array.from({ length: 60 }, (_, n) => internalDeposit(n, START + n * SECOND));
    account({ deposits, internalDeposits });
    const { rows } = await whole(week, (window, cursor) => stand.client.deposits(window, cursor));
    expect(new Set(rows.map(({ id }) => id))).toEqual(
      new Set([...deposits.map((row) => row['id']), ...internalDeposits.map((row) => `internal:${String(row['id'])}`)]),
    );
    expect(rows.find(({ id }) => id === '160237231')).toEqual({
      id: '160237231',
      coin: 'USDT',
      network: 'TRX',
      amount: '999.0496',
      walletType: 0,
      status: 1,
      final: true,
      txId: '04bf3fbad2fc85b107a42cfdc5ff83110',
      insertedAt: new Date(START),
    });
    expect(rows.find(({ id }) => id === 'internal:1104')).toMatchObject({
      network: 'internal',
      insertedAt: new Date(START + SECOND),
      status: 1,
      final: true,
    });
  });

  it('are asked for by whole seconds, in windows of the announced length', async () => {
    account({ deposits: [deposit(1, START + 400)] });
    const { capitalWindowMs } = stand.client.facts;
    const window = { from: new Date(START + 400), to: new Date(START + 399 + capitalWindowMs) };
    expect((await whole(window, (w, cursor) => stand.client.deposits(w, cursor))).rows).toHaveLength(1);
    for (const { params } of double.calls.filter(({ path }) => path.startsWith('/v5/asset/deposit/'))) {
      expect(Number(params.get('startTime')) % SECOND).toBe(0);
      expect(Number(params.get('endTime')) % SECOND).toBe(0);
      expect(Number(params.get('endTime')) - Number(params.get('startTime'))).toBeLessThan(30 * 86_400_000);
    }
  });

  it.each([
    [1, 0, false],
    [2, 0, false],
    [3, 1, true],
    [4, 2, true],
    [7, 6, false],
    [70_011, 2, true],
    [70_012, 1, true],
    [10_012, 1, true],
    [99, 0, false],
  ])('in the state %d are told as %d', async (state, status, final) => {
    account({ deposits: [deposit(1, START, { status: state })] });
    expect((await stand.client.deposits(week, null)).rows[0]).toMatchObject({ status, final });
  });

  it('without a number keep one name', async () => {
    account({ deposits: [deposit(1, START, { id: undefined }), deposit(2, START, { id: undefined })] });
    const ids = async () => (await stand.client.deposits(week, null)).rows.map(({ id }) => id);
    const first = await ids();
    expect(new Set(first).size).toBe(2);
    expect(await ids()).toEqual(first);
  });

  it('are not asked for by a cursor that is none of ours', async () => {
    account();
    for (const cursor of ['', 'nowhere:1', 'chain'])
      expect(await failure(stand.client.deposits(week, cursor))).toBeInstanceOf(VenueRejected);
  });
});

describe('withdrawals', () => {
  it('are told on chain and off, with their states', async () => {
    const states: Row[] = [
      'SecurityCheck',
      'Pending',
      'success',
      'CancelByUser',
      'Reject',
      'Fail',
      'BlockchainConfirmed',
      'MoreInformationRequired',
      'Unknown',
    ].map((status, n) => withdrawal(n, START + n, { status, withdrawType: n % 2, txID: status === 'success' ? '0x3d' : '' }));
    account({ withdrawals: states });
    const { rows } = await whole(week, (window, cursor) => stand.client.withdrawals(window, cursor));
    expect(rows.map(({ status }) => status).reverse()).toEqual([2, 4, 6, 1, 3, 5, 6, 2, 4]);
    expect(rows.map(({ final }) => final).reverse()).toEqual([false, false, true, true, true, true, true, false, false]);
    expect(rows.find(({ id }) => id === '131629078')).toEqual({
      id: '131629078',
      coin: 'USDC',
      network: 'ETH',
      amount: '41.43008',
      transactionFee: '5',
      walletType: 0,
      status: 6,
      final: true,
      txId: '0x3d',
      appliedAt: new Date(START + 2),
    });
  });

  it('of a sub-account are none: its key is never asked, and never taken for a refused one', async () => {
    account({ info: keyInfo({ isMaster: false, parentUid: '1448938' }), withdrawals: [withdrawal(1, START)] });
    expect(await stand.client.withdrawals(week, null)).toEqual({ rows: [], next: null });
    expect(double.callsOf('/v5/asset/withdraw/query-record')).toHaveLength(0);
  });
});

describe('an account', () => {
  it('is both wallets together, debts taken off, by the venue’s own number', async () => {
    account({
      unified: {
        totalEquity: '3.31',
        accountType: 'UNIFIED',
        coin: [
          unifiedCoin('BTC', '1.50000000', { locked: '0.25' }),
          unifiedCoin('USDT', '100.5', { spotBorrow: '30' }),
          unifiedCoin('OLD', '0'),
        ],
      },
      funding: [
        { coin: 'USDT', transferBalance: '7', walletBalance: '7.000000000000000001', bonus: '' },
        { coin: 'USDC', transferBalance: '0', walletBalance: '0', bonus: '' },
      ],
    });
    expect(await stand.client.account()).toEqual({
      uid: '1448939',
      mark: null,
      balances: [
        { coin: 'BTC', free: '1.25', locked: '0.25' },
        { coin: 'USDT', free: '77.500000000000000001', locked: '0' },
      ],
    });
    expect(await stand.client.futuresAccount()).toBeNull();
    expect(await stand.client.leverages()).toBeNull();
    expect(await stand.client.income(week, null)).toBeNull();
  });

  it('keeps a number beyond 2^53', async () => {
    account({ info: keyInfo({ userID: 0, userIDInt64: '9007199254740993' }) });
    expect((await stand.client.account()).uid).toBe('9007199254740993');
  });

  it('is asked for its number once, in whatever lane', async () => {
    account();
    await stand.client.account();
    await stand.client.inLane('backfill').account();
    await stand.client.withdrawals(week, null);
    expect(double.callsOf('/v5/user/query-api')).toHaveLength(1);
    expect(stand.budget.taken.some(({ lane }) => lane === 'backfill')).toBe(true);
  });

  it('that is empty is empty everywhere', async () => {
    account();
    expect((await stand.client.account()).balances).toEqual([]);
    expect(await stand.client.wallets()).toEqual([]);
    expect(await stand.client.positions()).toEqual({ rows: [], ordered: [] });
    expect(await stand.client.openOrders()).toEqual({ rows: [], missing: [] });
    for (const page of [stand.fills.spot(week, null), stand.fills.futures(week, null), stand.client.withdrawals(week, null)])
      expect(await page).toEqual({ rows: [], next: null });
    expect((await whole(week, (window, cursor) => stand.client.deposits(window, cursor))).rows).toEqual([]);
  });
});

describe('wallets', () => {
  it('are the overview’s, by the venue’s names', async () => {
    account({
      overview: [
        { totalEquity: '20429.51', valuationCurrency: 'USD', accountType: 'UnifiedTradingAccount', coinDetail: [] },
        { totalEquity: '-120.53', valuationCurrency: 'USD', accountType: 'CryptoLoans', categories: [] },
      ],
    });
    expect(await stand.client.wallets()).toEqual([
      { name: 'UnifiedTradingAccount', balance: '20429.51' },
      { name: 'CryptoLoans', balance: '-120.53' },
    ]);
  });

  it('are valued by ourselves where the overview is refused', async () => {
    double.tickers = [
      { symbol: 'ETHUSDT', lastPrice: '2500.50', price24hPcnt: '0.01' },
      { symbol: 'ODDUSDT', lastPrice: '' },
    ];
    account({
      overview: null,
      unified: { totalEquity: '3.31216591', accountType: 'UNIFIED', coin: [] },
      funding: [
        { coin: 'ETH', walletBalance: '2' },
        { coin: 'USDT', walletBalance: '0.5' },
        { coin: 'ODD', walletBalance: '9' },
      ],
    });
    expect(await stand.client.wallets()).toEqual([
      { name: 'UnifiedTradingAccount', balance: '3.31216591' },
      { name: 'FundingAccount', balance: '5001.5' },
    ]);
  });

  it('are refused with a refused key', async () => {
    double.accounts.length = 0;
    expect(await failure(stand.client.wallets())).toBeInstanceOf(KeyRejected);
  });
});

describe('positions and orders', () => {
  it('are told of both settlement coins, through all pages, signed by side', async () => {
    account({
      positions: {
        USDT: [...Array.from({ length: 210 }, (_, n) => position(`C${n}USDT`)), position('FLATUSDT', { size: '0', side: '' })],
        USDC: [position('BTCPERP', { positionIdx: 1, side: 'Buy', leverage: '', positionIM: '', updatedTime: 1_697_673_600_012 })],
      },
    });
    const { rows, ordered } = await stand.client.positions();
    expect(rows).toHaveLength(211);
    expect(ordered).toEqual([]);
    expect(rows[0]).toEqual({
      symbol: 'C0USDT',
      positionSide: 'BOTH',
      positionAmt: '-0.300',
      entryPrice: '27464.50441675',
      breakEvenPrice: '27400.73034991',
      markPrice: '28224.50',
      unrealizedProfit: '-228.00029413',
      liquidationPrice: '0',
      initialMargin: '823.93500000',
      positionInitialMargin: '823.93500000',
      marginAsset: 'USDT',
      leverage: '10',
      updatedAt: new Date(1_697_673_600_012),
    });
    expect(rows.at(-1)).toMatchObject({
      symbol: 'BTCPERP',
      positionSide: 'LONG',
      positionAmt: '0.300',
      marginAsset: 'USDC',
      leverage: null,
      initialMargin: '0',
    });
  });

  it('are told with conditional orders, without those that rest no more', async () => {
    const stop = order(2, {
      orderType: 'Market',
      stopOrderType: 'TrailingStop',
      triggerPrice: '1555.5',
      triggerBy: 'MarkPrice',
      side: 'Sell',
      positionIdx: 2,
      orderStatus: 'Untriggered',
      price: '',
    });
    account({
      orders: {
        USDT: [order(1), stop, order(3, { orderStatus: 'Filled' })],
        USDC: Array.from({ length: 70 }, (_, n) => order(10 + n, { symbol: 'BTCPERP' })),
      },
    });
    const { rows, missing } = await stand.client.openOrders();
    expect(missing).toEqual([]);
    expect(rows).toHaveLength(72);
    expect(rows[0]).toEqual({
      orderId: uuid(2_000_001),
      symbol: 'ETHUSDT',
      price: '1600.00',
      origQty: '0.10',
      executedQty: '0.00',
      origType: 'LIMIT',
      type: 'LIMIT',
      side: 'BUY',
      positionSide: 'LONG',
      stopPrice: '0.00',
      workingType: '',
      time: new Date(1_684_738_540_559),
    });
    expect(rows[1]).toMatchObject({
      price: '0',
      origType: 'TRAILING_STOP',
      type: 'MARKET',
      side: 'SELL',
      positionSide: 'SHORT',
      stopPrice: '1555.5',
      workingType: 'MARK_PRICE',
    });
    expect((await stand.client.openOrders({ symbols: ['BTCPERP'] })).rows).toHaveLength(70);
    double.calls.length = 0;
    expect((await stand.client.openOrders({ symbols: [] })).rows).toEqual([]);
    expect(double.calls).toHaveLength(0);
  });
});

describe('lists', () => {
  const cursorOf = (next: string, rows: Row[] = [execution(1, START)], category = 'spot') => ({
    body: { retCode: 0, retMsg: 'OK', result: { category, nextPageCursor: next, list: rows }, retExtInfo: {}, time: 1 },
  });

  it('that go round in circles end', async () => {
    account();
    const ring = ['A%3A1', 'B%3A1', 'C%3A1'];
    let asked = 0;
    double.instead = (call) => (call.path === EXECUTIONS ? cursorOf(ring[asked++ % ring.length]!) : null);
    expect(await failure(whole(week, (window, cursor) => stand.fills.spot(window, cursor)))).toBeInstanceOf(WireShape);
    expect(asked).toBe(4);
    double.instead = (call) =>
      call.path === '/v5/position/list'
        ? { body: { retCode: 0, result: { category: 'linear', nextPageCursor: 'same', list: [position('BTCUSDT')] } } }
        : null;
    expect(await failure(stand.client.positions())).toBeInstanceOf(WireShape);
  });

  it('whose cursor would begin another parameter are not followed', async () => {
    account();
    for (const cursor of ['a&category=linear', 'a#b', 'a b', 'x'.repeat(400)]) {
      double.answerOnce(EXECUTIONS, cursorOf(cursor));
      expect(await failure(stand.fills.spot(week, null))).toBeInstanceOf(WireShape);
    }
  });

  it('send a cursor back as it came', async () => {
    account({ executions: { spot: Array.from({ length: 101 }, (_, n) => execution(n, START + n)), linear: [] } });
    const { next } = await stand.fills.spot(week, null);
    await stand.fills.spot(week, next);
    expect(double.calls.at(-1)!.query).toContain(`cursor=${next}`);
    expect(next).toContain('%3A');
  });

  it('of another category are not believed', async () => {
    account();
    double.answerOnce(EXECUTIONS, cursorOf('', [execution(1, START)], 'linear'));
    expect(await failure(stand.fills.spot(week, null))).toBeInstanceOf(WireShape);
  });
});

it('prices are told by pair', async () => {
  account();
  double.tickers = [{ symbol: 'BTCUSDT', lastPrice: '64000.10' }];
  expect(await stand.client.prices()).toEqual(new Map([['BTCUSDT', '64000.10']]));
  const begun = Date.now();
  const told = (await stand.client.serverTime()).getTime();
  expect(Math.abs(told - Date.now())).toBeLessThan(2000 + Date.now() - begun);
});
