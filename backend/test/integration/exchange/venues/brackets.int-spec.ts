import { describe, expect, it } from '@jest/globals';
import { BybitDouble } from './bybit-double.js';
import * as bybit from './bybit-world.js';
import { OkxDouble } from './okx-double.js';
import * as okx from './okx-world.js';
import { failure, interactive, VenueStand } from './stand.js';
import type { Row } from './venue-double.js';

const riskLimit = (id: number, riskLimitValue: string, maintenanceMargin: string, initialMargin: string, maxLeverage: string): Row => ({
  id,
  symbol: 'BTCUSDT',
  riskLimitValue,
  maintenanceMargin,
  initialMargin,
  isLowestRisk: id === 1 ? 1 : 0,
  maxLeverage,
  mmDeduction: '',
});
const tier = (n: number, maxSz: string, mmr: string, maxLever: string): Row => ({
  baseMaxLoan: '',
  imr: '0.01',
  instFamily: 'BTC-USDT',
  instId: '',
  maxLever,
  maxSz,
  minSz: '0',
  mmr,
  optMgnFactor: '0',
  quoteMaxLoan: '',
  tier: String(n),
  uly: 'BTC-USDT',
});
const bybitSays = (list: Row[]) => ({ retCode: 0, retMsg: 'OK', result: { category: 'linear', list, nextPageCursor: '' } });

const venues = [
  {
    venue: 'bybit' as const,
    stand: new VenueStand('bybit', new BybitDouble(), bybit.KEY),
    path: '/v5/market/risk-limit',
    symbols: ['BTCUSDT', 'ETHUSDT'],
    asked: { category: 'linear', symbol: 'BTCUSDT' },
    answer: bybitSays([
      { ...riskLimit(2, '2600000', '0.0056', '0.0111', '90.00'), mmDeduction: '1200' },
      riskLimit(1, '2000000', '0.0050', '0.01', '100.00'),
    ]),
    absurd: bybitSays([riskLimit(1, '2000000', '1.5', '0.01', '100.00')]),
    empty: bybitSays([]),
    unknown: { retCode: 10_001, retMsg: 'params error: symbol invalid', result: {} },
    limits: [
      { maxNotional: '2000000', maxQuantity: null, deduction: null },
      { maxNotional: '2600000', maxQuantity: null, deduction: '1200' },
    ],
  },
  {
    venue: 'okx' as const,
    stand: new VenueStand('okx', new OkxDouble(), okx.KEY),
    path: '/api/v5/public/position-tiers',
    symbols: ['BTC-USDT-SWAP', 'ETH-USDT-SWAP'],
    asked: { instType: 'SWAP', tdMode: 'isolated', instFamily: 'BTC-USDT' },
    answer: { code: '0', msg: '', data: [tier(2, '3000', '0.0056', '90'), tier(1, '1000', '0.0050', '100.00')] },
    absurd: { code: '0', msg: '', data: [tier(1, '1000', '0.005', '0.5')] },
    empty: { code: '0', msg: '', data: [] },
    unknown: { code: '51001', msg: 'Instrument ID does not exist', data: [] },
    // 1,000 contracts of 0.01 BTC.
    limits: ['10', '30'].map((maxQuantity) => ({ maxNotional: null, maxQuantity, deduction: null })),
  },
];

describe.each(venues)(
  'what $venue lets a position do',
  ({ venue, stand, path, symbols, asked, answer, absurd, empty, unknown, limits }) => {
    if (stand.double instanceof OkxDouble)
      stand.double.instruments = { SWAP: ['BTC', 'ETH'].map((coin) => okx.instrument(`${coin}-USDT-SWAP`, '0.01')) };
    const brackets = (symbol = symbols[0]!) => stand.gateway.market(venue, interactive).brackets(symbol);
    const telling = (body: unknown) => {
      stand.double.instead = (call) => (call.path === path ? { body } : null);
    };

    it('is told without a key, the smallest positions first, and asked once for a contract', async () => {
      telling(answer);
      const told = [
        { maxLeverage: '100', maintenanceRatio: '0.005', ...limits[0] },
        { maxLeverage: '90', maintenanceRatio: '0.0056', ...limits[1] },
      ];
      expect(await Promise.all([brackets(), brackets()])).toEqual([told, told]);
      expect(await brackets()).toEqual(told);
      expect(stand.double.callsOf(path).map(({ params }) => Object.fromEntries(params))).toEqual([expect.objectContaining(asked)]);
      await brackets(symbols[1]);
      expect(stand.double.callsOf(path)).toHaveLength(2);
    });

    it.each([
      ['impossible', absurd],
      ['missing', empty],
    ])('is nothing to believe where a bracket is %s', async (_, body) => {
      telling(body);
      expect(await failure(brackets())).toMatchObject({ name: 'WireShape' });
    });

    it('is told as gone where the venue knows no such pair, and asked again the next time', async () => {
      telling(unknown);
      expect(await failure(brackets())).toMatchObject({ name: 'SymbolGone', symbol: symbols[0] });
      telling(answer);
      expect(await brackets()).toHaveLength(2);
    });

    it('keeps nobody who calls off, and goes on for everybody else', async () => {
      telling(answer);
      const calledOff = new AbortController();
      const waiting = stand.gateway.market(venue, { ...interactive, signal: calledOff.signal }).brackets(symbols[0]!);
      const others = brackets();
      calledOff.abort(new Error('enough'));
      expect(await failure(waiting)).toMatchObject({ message: 'enough' });
      expect(await others).toHaveLength(2);
      expect(stand.double.callsOf(path)).toHaveLength(1);
    });
  },
);

describe('maintenance margins of bybit', () => {
  const { stand, path } = venues[0]!;

  it('are the same in percent, as the venue documents them', async () => {
    stand.double.instead = (call) =>
      call.path === path
        ? { body: bybitSays([riskLimit(1, '2000000', '0.5', '1', '100.00'), riskLimit(2, '2600000', '7.5', '15', '6.66')]) }
        : null;
    expect(await stand.gateway.market('bybit', interactive).brackets('BTCUSDT')).toEqual([
      { maxLeverage: '100', maintenanceRatio: '0.005', maxNotional: '2000000', maxQuantity: null, deduction: null },
      { maxLeverage: '6.66', maintenanceRatio: '0.075', maxNotional: '2600000', maxQuantity: null, deduction: null },
    ]);
  });
});
