import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from '../../platform/domain/index.js';
import { liquidationDistance } from '../portfolio/index.js';
import type { Market } from '../venues/index.js';
import { applyDrawdown, pairOfContract, warningOf } from './account-alert.rules.js';

const joined = (_: Market, base: string, quote: string) => base + quote;
const swap = (_: Market, base: string, quote: string) => `${base}-${quote}-SWAP`;

describe('the price of a warning', () => {
  it.each([
    ['1', '47500', '5', { level: '50000', way: 'down' }],
    ['-1', '10500', '5', { level: '10000', way: 'up' }],
    ['1', '0', '5', null],
    ['0.001', '0.0000123456', '0.5', { level: '0.0000124076381909548', way: 'down' }],
  ])('of %s contracts liquidated at %s with %s%%', (amount, liquidation, percent, warning) => {
    expect(warningOf({ amount, liquidation }, percent)).toEqual(warning);
  });

  it('is where the distance to liquidation is the percentage, whatever the position', () => {
    const price = fc.integer({ min: 1, max: 10 ** 9 }).map((whole) => new Decimal(whole).dividedBy(10_000).toFixed());
    const percent = fc.integer({ min: 50, max: 5000 }).map((hundredths) => new Decimal(hundredths).dividedBy(100).toFixed());
    fc.assert(
      fc.property(price, percent, fc.boolean(), (liquidation, set, isLong) => {
        const amount = isLong ? '1' : '-1';
        const { level, way } = warningOf({ amount, liquidation }, set)!;
        const distanceAt = (mark: Decimal) => new Decimal(liquidationDistance({ amount, mark: mark.toFixed(), liquidation })!).times(100);
        // The level has 15 digits, the distance 12 places.
        const near = new Decimal(level);
        expect(distanceAt(near).minus(set).abs().lte('1e-8')).toBe(true);
        const closer = near.times(way === 'down' ? '0.999' : '1.001');
        expect(distanceAt(closer).lt(set)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the pair of a contract', () => {
  it.each([
    ['binance', 'BTCUSDT', joined, ['BTC', 'USDT']],
    ['binance', '1000PEPEUSDC', joined, ['1000PEPE', 'USDC']],
    ['binance', 'ETHBTC', joined, ['ETH', 'BTC']],
    ['binance', 'BTCUSDT_260327', joined, null],
    ['bybit', 'BTCUSDT', joined, ['BTC', 'USDT']],
    ['bybit', 'BTCPERP', joined, null],
    ['bybit', 'BTC-26MAR27', joined, null],
    ['okx', 'BTC-USDT-SWAP', swap, ['BTC', 'USDT']],
    ['okx', 'BTC-USD-SWAP', swap, null],
    ['okx', 'BTC-USDT-260327', swap, null],
  ] as const)('%s %s', (venue, symbol, symbolOf, pair) => {
    expect(pairOfContract(venue, symbol, symbolOf)).toEqual(pair && { venue, market: 'futures', base: pair[0], quote: pair[1] });
  });
});

describe('a drawdown', () => {
  it.each([
    ['10', true, '-0.0999', false, true],
    ['10', true, '-0.1', true, false],
    ['10', false, '-0.5', false, false],
    ['10', false, '-0.0801', false, false],
    ['10', false, '-0.08', false, true],
    ['2.5', true, '0', false, true],
  ])('with %s%%, armed: %s, at %s', (percent, wasArmed, drawdown, hasFired, isArmed) => {
    expect(applyDrawdown(percent, wasArmed, drawdown)).toEqual({ hasFired, isArmed });
  });
});
