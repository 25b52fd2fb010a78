import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { VenueGateway } from '../../../../src/trading/venues/adapters/index.js';
import type { Market, MarketData } from '../../../../src/trading/venues/port/index.js';
import { CountingBudget } from '../counting-budget.js';
import { ExchangeDouble } from '../exchange-double.js';
import { OwnSandbox, type LoggedCall } from '../own-sandbox.js';
import { BybitDouble } from './bybit-double.js';
import * as bybit from './bybit-world.js';
import { OkxDouble } from './okx-double.js';
import * as okx from './okx-world.js';
import { failure, interactive, VenueStand } from './stand.js';
import type { Row } from './venue-double.js';

/** Rows as the venues' documentation has them. */
const bybitSpot = (more: Row = {}, lot: Row = {}): Row => ({
  symbol: 'BTCUSDT',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  innovation: '0',
  status: 'Trading',
  marginTrading: 'utaOnly',
  lotSizeFilter: {
    basePrecision: '0.000001',
    quotePrecision: '0.00000001',
    minOrderQty: '0.000048',
    maxOrderQty: '71.73956243',
    minOrderAmt: '1',
    maxOrderAmt: '4000000',
    ...lot,
  },
  priceFilter: { tickSize: '0.01' },
  ...more,
});
const bybitLinear = (more: Row = {}, lot: Row = {}): Row => ({
  symbol: 'BTCUSDT',
  contractType: 'LinearPerpetual',
  status: 'Trading',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  leverageFilter: { minLeverage: '1', maxLeverage: '100.00', leverageStep: '0.01' },
  priceFilter: { minPrice: '0.10', maxPrice: '1999999.80', tickSize: '0.10' },
  lotSizeFilter: {
    maxOrderQty: '1190.000',
    minOrderQty: '0.001',
    qtyStep: '0.001',
    postOnlyMaxOrderQty: '1190.000',
    maxMktOrderQty: '500.000',
    minNotionalValue: '5',
    ...lot,
  },
  ...more,
});
const okxSpot = (more: Row = {}): Row => ({
  instType: 'SPOT',
  instId: 'BTC-USDT',
  baseCcy: 'BTC',
  quoteCcy: 'USDT',
  ctVal: '',
  ctMult: '',
  ctType: '',
  lotSz: '0.00000001',
  minSz: '0.00001',
  tickSz: '0.1',
  maxLmtSz: '9999999999',
  maxMktSz: '1000000',
  state: 'live',
  ...more,
});
const okxSwap = (more: Row = {}) => okx.instrument('BTC-USDT-SWAP', '0.01', more);

const bybitStand = new VenueStand('bybit', new BybitDouble(), bybit.KEY);
const okxStand = new VenueStand('okx', new OkxDouble(), okx.KEY);

describe('order sizes of bybit', () => {
  const { double } = bybitStand;
  const filters = (market: Market, symbol = 'BTCUSDT') => bybitStand.gateway.market('bybit', interactive).filters(market, symbol);

  it('are read for a spot pair and a contract, and requested once', async () => {
    double.instruments = { spot: [bybitSpot()], linear: [bybitLinear()] };
    const spot = { stepSize: '0.000001', minQuantity: '0.000048', maxQuantity: '71.73956243', minNotional: '1', contractSize: null };
    expect(await Promise.all([filters('spot'), filters('spot')])).toEqual([spot, spot]);
    expect(await filters('futures')).toEqual({
      stepSize: '0.001',
      minQuantity: '0.001',
      maxQuantity: '500',
      minNotional: '5',
      contractSize: null,
    });
    await filters('futures');
    expect(double.callsOf('/v5/market/instruments-info').map(({ params }) => Object.fromEntries(params))).toEqual([
      { category: 'spot', symbol: 'BTCUSDT' },
      { category: 'linear', symbol: 'BTCUSDT' },
    ]);
  });

  it('take the smaller of the newer limits of spot orders', async () => {
    double.instruments = { spot: [bybitSpot({}, { maxLimitOrderQty: '80', maxMarketOrderQty: '40' })] };
    expect(await filters('spot')).toMatchObject({ maxQuantity: '40' });
  });

  it('are those of no market where the pair is unknown or closed', async () => {
    double.instruments = { linear: [bybitLinear({ status: 'Closed' })] };
    expect(await failure(filters('futures'))).toMatchObject({ name: 'SymbolGone', symbol: 'BTCUSDT' });
    expect(await failure(filters('spot'))).toMatchObject({ name: 'SymbolGone', symbol: 'BTCUSDT' });
  });

  it.each([['0'], ['-0.001'], ['much']])('are not believed with a step of %s', async (qtyStep) => {
    double.instruments = { linear: [bybitLinear({}, { qtyStep })] };
    expect(await failure(filters('futures'))).toMatchObject({ name: 'WireShape' });
  });
});

describe('order sizes of okx', () => {
  const { double } = okxStand;
  const filters = (market: Market, symbol = market === 'spot' ? 'BTC-USDT' : 'BTC-USDT-SWAP') =>
    okxStand.gateway.market('okx', interactive).filters(market, symbol);

  it('are read in coins of a spot pair and in contracts of a swap, and requested once', async () => {
    double.instruments = { SPOT: [okxSpot()], SWAP: [okxSwap()] };
    expect(await filters('spot')).toEqual({
      stepSize: '0.00000001',
      minQuantity: '0.00001',
      maxQuantity: '9999999999',
      minNotional: null,
      contractSize: null,
    });
    const swap = { stepSize: '0.01', minQuantity: '0.01', maxQuantity: '12000', minNotional: null, contractSize: '0.01' };
    expect(await Promise.all([filters('futures'), filters('futures')])).toEqual([swap, swap]);
    expect(double.callsOf('/api/v5/public/instruments').map(({ params }) => Object.fromEntries(params))).toEqual([
      { instType: 'SPOT', instId: 'BTC-USDT' },
      { instType: 'SWAP', instId: 'BTC-USDT-SWAP' },
    ]);
  });

  it('multiply the value of a contract', async () => {
    double.instruments = { SWAP: [okxSwap({ ctMult: '10' })] };
    expect(await filters('futures')).toMatchObject({ contractSize: '0.1' });
  });

  it('are those of no market where the pair is unknown or not live', async () => {
    double.instruments = { SWAP: [okxSwap({ state: 'suspend' })] };
    expect(await failure(filters('futures'))).toMatchObject({ name: 'SymbolGone', symbol: 'BTC-USDT-SWAP' });
    expect(await failure(filters('spot'))).toMatchObject({ name: 'SymbolGone', symbol: 'BTC-USDT' });
  });

  it.each([
    ['an inverse contract', { ctType: 'inverse' }],
    ['a contract worth nothing', { ctVal: '0' }],
    ['a contract without a worth', { ctVal: '' }],
    ['a lot of nothing', { lotSz: '0' }],
  ])('are not believed of %s', async (_, more) => {
    double.instruments = { SWAP: [okxSwap(more)] };
    expect(await failure(filters('futures'))).toMatchObject({ name: 'WireShape' });
  });
});

describe('order sizes of binance', () => {
  let sandbox: OwnSandbox;
  const gateways: VenueGateway[] = [];
  beforeAll(async () => {
    sandbox = await OwnSandbox.start();
  });
  afterEach(async () => {
    await Promise.all(gateways.splice(0).map((gateway) => gateway.onApplicationShutdown()));
    await sandbox.control('DELETE', 'faults');
  });
  afterAll(() => sandbox.stop());

  const started = (url = sandbox.url): MarketData => {
    const gateway = new VenueGateway(new CountingBudget(), url);
    gateways.push(gateway);
    return gateway.market('binance', interactive);
  };
  const asked = async (path: string) => (await sandbox.control<LoggedCall[]>('GET', `log?path=${path}`)).length;

  it.each([
    ['spot', '/api/v3/exchangeInfo', { stepSize: '0.00001', minQuantity: '0.00001', maxQuantity: '100000' }],
    ['futures', '/fapi/v1/exchangeInfo', { stepSize: '0.001', minQuantity: '0.001', maxQuantity: '10000' }],
  ] as const)('are read for %s from the sandbox, and requested once', async (market, path, sizes) => {
    const data = started();
    const before = await asked(path);
    const told = { ...sizes, minNotional: '5', contractSize: null };
    expect(await Promise.all([data.filters(market, 'BTCUSDT'), data.filters(market, 'BTCUSDT')])).toEqual([told, told]);
    expect([await data.filters(market, 'BTCUSDT'), await asked(path)]).toEqual([told, before + 1]);
  });

  it('are those of no market where the pair is unknown or closed', async () => {
    const data = started();
    expect(await failure(data.filters('spot', 'NOSUCHUSDT'))).toMatchObject({ name: 'SymbolGone', symbol: 'NOSUCHUSDT' });
    expect(await failure(data.filters('futures', 'NOSUCHUSDT'))).toMatchObject({ name: 'SymbolGone', symbol: 'NOSUCHUSDT' });
    expect(await failure(data.filters('spot', 'SRMUSDT'))).toMatchObject({ name: 'SymbolGone', symbol: 'SRMUSDT' });
  });

  it('are requested again after a failure', async () => {
    const data = started();
    await sandbox.control('POST', 'faults', [{ path: '/api/v3/exchangeInfo', skip: 0, times: 1, do: { status: 503, code: -1008 } }]);
    expect(await failure(data.filters('spot', 'BTCUSDT'))).toMatchObject({ name: 'VenueUnavailable' });
    expect(await data.filters('spot', 'BTCUSDT')).toMatchObject({ minNotional: '5' });
  });

  it('keep no caller that aborts, and go on for the others', async () => {
    const gateway = new VenueGateway(new CountingBudget(), sandbox.url);
    gateways.push(gateway);
    const calledOff = new AbortController();
    const waiting = gateway.market('binance', { ...interactive, signal: calledOff.signal }).filters('spot', 'ETHUSDT');
    const others = gateway.market('binance', interactive).filters('spot', 'ETHUSDT');
    calledOff.abort(new Error('enough'));
    expect(await failure(waiting)).toMatchObject({ message: 'enough' });
    expect(await others).toMatchObject({ minNotional: '5' });
  });

  describe('of another server', () => {
    let double: ExchangeDouble;
    beforeAll(async () => {
      double = await ExchangeDouble.start();
    });
    afterAll(() => double.stop());
    const lot = { filterType: 'LOT_SIZE', minQty: '0.01', maxQty: '900', stepSize: '0.01' };
    const telling = (filters: Row[], more: Row = {}) => {
      const row = { symbol: 'BTCUSDT', status: 'TRADING', filters, ...more };
      double.instead = ({ path }) => (path.endsWith('/exchangeInfo') ? { body: { rateLimits: [], symbols: [row] } } : null);
      return started(double.url);
    };

    it('have no limit that is not given', async () => {
      const sizes = { stepSize: '0.01', minQuantity: '0.01', maxQuantity: '900', minNotional: null, contractSize: null };
      expect(await telling([lot]).filters('spot', 'BTCUSDT')).toEqual(sizes);
      expect(await telling([lot]).filters('futures', 'BTCUSDT')).toEqual(sizes);
    });

    it('read both filters of a smallest value', async () => {
      expect(await telling([lot, { filterType: 'MIN_NOTIONAL', minNotional: '10' }]).filters('spot', 'BTCUSDT')).toMatchObject({
        minNotional: '10',
      });
    });

    it.each([
      ['without a lot', []],
      ['with a lot of nothing', [{ ...lot, stepSize: '0' }]],
      ['with no figure', [{ ...lot, minQty: 'little' }]],
    ])('are not believed %s', async (_, filters) => {
      expect(await failure(telling(filters).filters('spot', 'BTCUSDT'))).toMatchObject({ name: 'WireShape' });
    });

    it('are those of no market where a contract is settling', async () => {
      expect(await failure(telling([lot], { status: 'SETTLING' }).filters('futures', 'BTCUSDT'))).toMatchObject({ name: 'SymbolGone' });
    });
  });
});
