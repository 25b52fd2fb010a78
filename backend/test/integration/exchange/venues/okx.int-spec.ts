import { beforeEach, describe, expect, it } from '@jest/globals';
import { KeyRejected, WireShape, type TimeWindow } from '../../../../src/trading/venues/port/index.js';
import { OkxDouble, type OkxAccount } from './okx-double.js';
import { algo, config, deposit, emptyAccount, INSTRUMENTS, KEY, order, position, tradingCoin, withdrawal } from './okx-world.js';
import { failure, interactive, VenueStand, whole } from './stand.js';
import type { Row } from './venue-double.js';

const stand = new VenueStand('okx', new OkxDouble(), KEY);
const { double } = stand;

const START = Date.UTC(2025, 2, 3);
const SECOND = 1000;
const month: TimeWindow = { from: new Date(START), to: new Date(START + 28 * 86_400_000) };

const account = (more: Partial<OkxAccount> = {}) => double.only(emptyAccount(more));

const spot = () => whole(month, (window, cursor) => stand.fills.spot(window, cursor));
const futures = () => whole(month, (window, cursor) => stand.fills.futures(window, cursor));

beforeEach(() => {
  double.instruments = INSTRUMENTS;
});

describe('a key', () => {
  it('has three parts', async () => {
    const { apiKey, secretKey } = KEY;
    for (const passphrase of [undefined, '']) {
      expect(
        await failure(stand.gateway.open('okx', { apiKey, secretKey, ...(passphrase !== undefined && { passphrase }) }, interactive)),
      ).toBeInstanceOf(KeyRejected);
    }
    expect(double.calls).toHaveLength(0);
    account();
    const wrong = await stand.gateway.open('okx', { ...KEY, passphrase: 'another' }, interactive);
    expect(await failure(wrong.account())).toMatchObject({
      name: 'KeyRejected',
      scope: 'spot',
      reason: 'the passphrase does not belong to the key',
    });
  });
});

describe('deposits', () => {
  it('are told through all pages of a window, those of one millisecond at the edge of a page among them', async () => {
    const deposits = Array.from({ length: 250 }, (_, n) => deposit(n, START + Math.floor(n / 30) * SECOND));
    account({ deposits: [...deposits, deposit(900, START - 1), deposit(901, month.to.getTime() + 1)] });
    const { rows, pages } = await whole(month, (window, cursor) => stand.client.deposits(window, cursor));
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(deposits.map((row) => row['depId'])));
    expect(pages).toBe(3);
    expect(rows.at(-1)).toEqual({
      id: expect.any(String),
      coin: 'USDT',
      network: 'TRC20',
      amount: '1.50',
      walletType: 0,
      status: 1,
      final: true,
      txId: expect.any(String),
      insertedAt: new Date(START),
    });
    for (const { params } of double.callsOf('/api/v5/asset/deposit-history')) expect([...params.keys()].sort()).toEqual(['after', 'limit']);
  });

  it('of a venue that understands the bound the other way round are not believed', async () => {
    account();
    double.instead = (call) =>
      call.path === '/api/v5/asset/deposit-history'
        ? { body: { code: '0', data: [deposit(1, month.to.getTime() + SECOND)], msg: '' } }
        : null;
    expect(await failure(stand.client.deposits(month, null))).toBeInstanceOf(WireShape);
  });

  it('that fill a page within one millisecond are a question without an answer', async () => {
    account({ deposits: Array.from({ length: 150 }, (_, n) => deposit(n, START)) });
    expect(await failure(whole(month, (window, cursor) => stand.client.deposits(window, cursor)))).toBeInstanceOf(WireShape);
  });

  it.each([
    ['0', 0, false],
    ['1', 6, false],
    ['2', 1, true],
    ['8', 0, false],
    ['12', 8, false],
    ['99', 8, false],
  ])('in the state %s are told as %d', async (state, status, final) => {
    account({ deposits: [deposit(1, START, { state })] });
    expect((await stand.client.deposits(month, null)).rows[0]).toMatchObject({ status, final });
  });
});

describe('withdrawals', () => {
  it('are told with their states and fees', async () => {
    const states = ['-3', '-2', '-1', '0', '1', '2', '7', '9', '19', '77'];
    account({ withdrawals: states.map((state, n) => withdrawal(n, START + n, { state })) });
    const { rows } = await whole(month, (window, cursor) => stand.client.withdrawals(window, cursor));
    expect(rows.map(({ status }) => status).reverse()).toEqual([4, 1, 5, 4, 4, 6, 4, 2, 4, 4]);
    expect(rows.filter(({ final }) => final)).toHaveLength(3);
    expect(rows.at(-1)).toEqual({
      id: '15447421',
      coin: 'ETH',
      network: 'Ethereum',
      amount: '0.029809',
      transactionFee: '0.007',
      walletType: 0,
      status: 4,
      final: false,
      txId: '0x35c360a174d',
      appliedAt: new Date(START),
    });
  });

  it.each([
    [{ fee: '0.01000000eth', feeCcy: undefined }, '0.01000000'],
    [{ fee: '5', feeCcy: 'USDT' }, '0'],
    [{ fee: '' }, '0'],
  ])('with the fee %j cost %s', async (more: Row, cost) => {
    account({ withdrawals: [withdrawal(1, START, more)] });
    expect((await stand.client.withdrawals(month, null)).rows[0]?.transactionFee).toBe(cost);
  });
});

describe('an account', () => {
  it('is both wallets together in cash, by the venue’s own number', async () => {
    account({
      config: config({ uid: '9007199254740993', mainUid: '44705892343619584' }),
      trading: {
        details: [tradingCoin('USDT', '4850.435693622894', { frozenBal: '158.573', upl: '-7.5' }), tradingCoin('OLD', '0')],
        totalEq: '1',
        uTime: '1',
      },
      funding: [
        { availBal: '0.5', bal: '0.7500', ccy: 'USDT', frozenBal: '0.25' },
        { availBal: '0.00005426', bal: 0.00005426, ccy: 'BTC', frozenBal: '0' },
      ],
    });
    expect(await stand.client.account()).toEqual({
      uid: '9007199254740993',
      mark: null,
      balances: [
        { coin: 'USDT', free: '4692.362693622894', locked: '158.823' },
        { coin: 'BTC', free: '0.00005426', locked: '0' },
      ],
    });
    expect(await stand.client.futuresAccount()).toBeNull();
    expect(await stand.client.leverages()).toBeNull();
    expect(await stand.client.income(month, null)).toBeNull();
  });

  it('that is empty is empty everywhere', async () => {
    account();
    expect((await stand.client.account()).balances).toEqual([]);
    expect((await stand.client.wallets()).map(({ balance }) => balance)).toEqual(['0', '0', '0', '0']);
    expect(await stand.client.positions()).toEqual({ rows: [], ordered: [] });
    expect(await stand.client.openOrders()).toEqual({ rows: [], missing: [] });
    expect((await spot()).rows).toEqual([]);
    expect((await futures()).rows).toEqual([]);
    for (const page of [stand.client.deposits(month, null), stand.client.withdrawals(month, null)])
      expect(await page).toEqual({ rows: [], next: null });
    expect(double.callsOf('/api/v5/public/instruments')).toHaveLength(0);
  });

  it('has its wallets valued in USDT', async () => {
    account({
      valuation: { details: { classic: '124.6', earn: '1122.73', funding: '0.09', trading: '2544.28' }, totalBal: '3790.09', ts: '1' },
    });
    expect(await stand.client.wallets()).toEqual([
      { name: 'Classic', balance: '124.6' },
      { name: 'Earn', balance: '1122.73' },
      { name: 'Funding', balance: '0.09' },
      { name: 'Trading', balance: '2544.28' },
    ]);
  });
});

describe('positions', () => {
  it('are those of contracts, in coins, signed by side', async () => {
    account({
      positions: [
        position('BTC-USDT-SWAP', { posSide: 'short' }),
        position('ETH-USDT-251226', { pos: '-3', lever: '', imr: '', margin: '5.5' }),
        position('BTC-USDT', { instType: 'MARGIN' }),
        position('BTC-USD-SWAP', { pos: '0' }),
      ],
    });
    const { rows, ordered } = await stand.client.positions();
    expect(ordered).toEqual([]);
    expect(rows).toEqual([
      {
        symbol: 'BTC-USDT-SWAP',
        positionSide: 'SHORT',
        positionAmt: '-0.04',
        entryPrice: '2566.31',
        breakEvenPrice: '2353.949',
        markPrice: '2353.849',
        unrealizedProfit: '-0.0000009932766034',
        liquidationPrice: '2352.8496681818233',
        initialMargin: '170.66093041794787',
        positionInitialMargin: '170.66093041794787',
        marginAsset: 'USDT',
        leverage: '10',
        updatedAt: new Date(1_619_507_761_462),
      },
      expect.objectContaining({
        symbol: 'ETH-USDT-251226',
        positionSide: 'BOTH',
        positionAmt: '-0.3',
        leverage: null,
        initialMargin: '5.5',
      }),
    ]);
  });

  it('of one contract in both margin modes have two names', async () => {
    account({ positions: [position('BTC-USDT-SWAP'), position('BTC-USDT-SWAP', { mgnMode: 'isolated' })] });
    expect((await stand.client.positions()).rows.map(({ symbol }) => symbol)).toEqual(['BTC-USDT-SWAP', 'BTC-USDT-SWAP (2)']);
  });
});

describe('open orders', () => {
  it('are told of contracts alone, those that wait for something among them, through all pages', async () => {
    const waiting = [
      algo(1),
      algo(2, {
        ordType: 'conditional',
        ordPx: '',
        triggerPx: '',
        triggerPxType: '',
        slTriggerPx: '40000',
        slTriggerPxType: 'mark',
        slOrdPx: '-1',
      }),
      algo(3, { ordType: 'move_order_stop', ordPx: '', triggerPx: '', triggerPxType: '', moveTriggerPx: '61000', sz: '' }),
      algo(4, { instType: 'SPOT', instId: 'BTC-USDT' }),
    ];
    account({
      orders: {
        SWAP: Array.from({ length: 130 }, (_, n) => order(n)),
        FUTURES: [order(500, { instType: 'FUTURES', instId: 'ETH-USDT-251226', px: '', ordType: 'market' })],
        SPOT: [order(900, { instType: 'SPOT', instId: 'BTC-USDT' })],
      },
      algos: waiting,
    });
    const { rows, missing } = await stand.client.openOrders();
    expect(missing).toEqual([]);
    expect(rows).toHaveLength(134);
    expect(rows.find(({ orderId }) => orderId === '317251910906576896')).toEqual({
      orderId: '317251910906576896',
      symbol: 'BTC-USDT-SWAP',
      price: '20000.5',
      origQty: '0.05',
      executedQty: '0.01',
      origType: 'LIMIT',
      type: 'LIMIT',
      side: 'BUY',
      positionSide: 'LONG',
      stopPrice: '0',
      workingType: '',
      time: new Date(1_621_910_749_815),
    });
    expect(rows.find(({ symbol }) => symbol === 'ETH-USDT-251226')).toMatchObject({ price: '0', type: 'MARKET', origQty: '0.5' });
    const algoRow = (n: number) => rows.find(({ orderId }) => orderId === `algo:${431_375_349_042_380_800n + BigInt(n)}`);
    expect(algoRow(1)).toMatchObject({
      price: '50000',
      stopPrice: '49999.9',
      workingType: 'CONTRACT_PRICE',
      origQty: '0.02',
      executedQty: '0',
      type: 'TRIGGER',
      side: 'SELL',
      positionSide: 'SHORT',
    });
    expect(algoRow(2)).toMatchObject({ price: '0', stopPrice: '40000', workingType: 'MARK_PRICE', type: 'CONDITIONAL' });
    expect(algoRow(3)).toMatchObject({ stopPrice: '61000', origQty: '0' });
    expect((await stand.client.openOrders({ symbols: ['ETH-USDT-251226'] })).rows).toHaveLength(1);
  });

  it('of a kind that the venue does not offer are named, not left out in silence', async () => {
    double.unknownAlgos.add('iceberg');
    account({ algos: [algo(1)] });
    const { rows, missing } = await stand.client.openOrders();
    expect(rows).toHaveLength(1);
    expect(missing).toEqual(['iceberg orders']);
  });
});

it('prices are told by pair, base and quote joined', async () => {
  account();
  double.tickers = [
    { instType: 'SPOT', instId: 'BTC-USDT', last: '64000.10' },
    { instType: 'SPOT', instId: 'NEW-USDT', last: '' },
  ];
  expect(await stand.client.prices()).toEqual(new Map([['BTCUSDT', '64000.10']]));
  const begun = Date.now();
  const told = (await stand.client.serverTime()).getTime();
  expect(Math.abs(told - Date.now())).toBeLessThan(2000 + Date.now() - begun);
});
