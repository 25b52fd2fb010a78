import { describe, expect, it } from '@jest/globals';
import type { LeverageBracket, MarketFilters } from '../venues/index.js';
import { isRiskPercent, positionSize } from './position-size.rules.js';
import type { PositionSizeInput } from './position-size.types.js';

const filters: MarketFilters = { stepSize: '0.001', minQuantity: '0.001', maxQuantity: '1000', minNotional: '5', contractSize: null };
const bracket: LeverageBracket = { maxLeverage: '125', maintenanceRatio: '0.004', maxNotional: '50000', maxQuantity: null, deduction: '0' };
const next: LeverageBracket = { maxLeverage: '100', maintenanceRatio: '0.005', maxNotional: '600000', maxQuantity: null, deduction: '50' };
const last: LeverageBracket = { maxLeverage: '20', maintenanceRatio: '0.01', maxNotional: '5000000', maxQuantity: null, deduction: '3050' };
const long: PositionSizeInput = {
  equity: '10000',
  riskPercent: '1',
  side: 'long',
  entryPrice: '100',
  stopLoss: '95',
  targets: ['105', '110', '120'],
  takerFee: '0.0005',
  leverage: 10,
  market: 'futures',
  filters,
  brackets: [bracket, next, last],
};
const short: PositionSizeInput = { ...long, side: 'short', stopLoss: '105', targets: ['95', '90', '80'] };
const spot: PositionSizeInput = { ...long, market: 'spot', leverage: 1, takerFee: '0.001', brackets: null };

describe('the size of a position', () => {
  it('loses no more than the chosen risk at the stop, fees of both orders included', () => {
    // 100 / (5 + 0.0005 x 195) = 19.61746…; liquidated at the later of (90 - 0) / (1 - 0.0045) = 90.4068 and 100 x (0.9 + 0.0045).
    expect(positionSize(long)).toEqual({
      quantity: '19.617',
      reason: null,
      contracts: null,
      notional: '1961.7',
      margin: '196.17',
      lossAtStop: '99.9976575',
      riskAmount: '100',
      fees: { entry: '0.98085', stop: '0.9318075' },
      targets: [
        { price: '105', reward: '96.0742575' },
        { price: '110', reward: '194.110215' },
        { price: '120', reward: '390.18213' },
      ],
      liquidationPrice: '90.45',
      liquidationReason: null,
      warnings: [],
      minimum: null,
    });
  });

  it('is mirrored where the signal is short', () => {
    // 100 / (5 + 0.0005 x 205) = 19.5982…; the earlier of 110 / 1.0045 = 109.50721… and 109.55.
    expect(positionSize(short)).toMatchObject({
      quantity: '19.598',
      lossAtStop: '99.998795',
      targets: [{ reward: '96.079195' }, { reward: '194.11819' }, { reward: '390.19618' }],
      liquidationPrice: '109.507217521154803384',
      warnings: [],
    });
  });

  it('warns where the exchange would close it at the stop or before', () => {
    // 20x: 100 x (0.95 + 0.0045) = 95.45 is above the stop at 95.
    expect(positionSize({ ...long, leverage: 20 })).toMatchObject({ liquidationPrice: '95.45', warnings: ['liquidation-before-stop'] });
    expect(positionSize({ ...long, leverage: 20, stopLoss: '95.45' }).warnings).toEqual(['liquidation-before-stop']);
    expect(positionSize({ ...long, leverage: 20, stopLoss: '95.46' }).warnings).toEqual([]);
  });

  it('is rounded down to whole contracts where the exchange counts in them', () => {
    const inContracts: MarketFilters = { stepSize: '1', minQuantity: '1', maxQuantity: '5000', minNotional: null, contractSize: '0.1' };
    expect(positionSize({ ...long, filters: inContracts })).toMatchObject({ quantity: '19.6', contracts: '196' });
  });

  it('is none below the smallest order, and says what it would take', () => {
    // The smallest order is 0.05 (5 USDT); it loses 0.05 x 5.0975 = 0.254875.
    expect(positionSize({ ...long, equity: '20' })).toMatchObject({
      quantity: null,
      reason: 'below-minimum',
      warnings: ['below-minimum'],
      minimum: { quantity: '0.05', riskPercent: '1.28', equity: '25.4875' },
    });
    expect(positionSize({ ...long, equity: '2' }).minimum).toEqual({ quantity: '0.05', riskPercent: null, equity: '25.4875' });
    expect(positionSize({ ...long, equity: '20', riskPercent: '1.28' })).toMatchObject({ quantity: '0.05', warnings: [] });
    expect(positionSize({ ...long, equity: '25.4875' })).toMatchObject({ quantity: '0.05', lossAtStop: '0.254875' });
  });

  it('is reduced to the largest order, the leverage limit and what the equity pays for', () => {
    expect(positionSize({ ...long, filters: { ...filters, maxQuantity: '7.0005' } })).toMatchObject({
      quantity: '7',
      warnings: ['above-maximum'],
    });
    // 100x is allowed up to 600,000 USDT. 10 % of 1,000,000 over 0.4 + 0.0005 x 199.6 would be 200,080 units.
    const large = { ...long, equity: '1000000', riskPercent: '10', leverage: 100, stopLoss: '99.6' };
    expect(positionSize({ ...large, filters: { ...filters, maxQuantity: null } })).toMatchObject({
      quantity: '6000',
      notional: '600000',
      // 99 + 0.55 - 50 / 6000
      liquidationPrice: '99.541666666666666667',
      warnings: ['above-leverage-limit'],
    });
    expect(positionSize({ ...spot, riskPercent: '10' })).toMatchObject({
      quantity: '99.9',
      margin: '9990',
      fees: { entry: '9.99' },
      warnings: ['margin-exceeds-equity'],
      liquidationPrice: null,
      liquidationReason: 'spot',
    });
  });

  it('is unknown with a reason where anything is', () => {
    const { reason, riskAmount, targets } = positionSize({ ...long, equity: null });
    expect({ reason, riskAmount, targets }).toEqual({
      reason: 'equity-unknown',
      riskAmount: null,
      targets: long.targets.map((price) => ({ price, reward: null })),
    });
    expect(positionSize({ ...long, equity: '0' }).reason).toBe('equity-not-positive');
    expect(positionSize({ ...long, equity: '-3' }).reason).toBe('equity-not-positive');
    expect(positionSize({ ...long, filters: null }).reason).toBe('filters-unknown');
    expect(positionSize({ ...long, leverage: 126 }).reason).toBe('leverage-not-allowed');
    expect(positionSize({ ...short, market: 'spot', leverage: 1 }).reason).toBe('short-on-spot');
    expect(positionSize({ ...long, brackets: null })).toMatchObject({
      quantity: '19.617',
      liquidationPrice: null,
      liquidationReason: 'brackets-unknown',
      warnings: [],
    });
  });

  it('counts the higher brackets that a short position reaches as it loses', () => {
    // 48,995.5 at the entry, 53,653.6 where it would be liquidated in the first bracket: 110 / 1.0055 of the second one counts.
    const grown = { ...short, equity: '1000000', riskPercent: '0.25' };
    const without = { ...next, deduction: null };
    expect(positionSize({ ...grown, brackets: [bracket, without] })).toMatchObject({
      quantity: '489.955',
      liquidationPrice: '109.398309298856290402',
    });
  });
});

describe('a share to risk', () => {
  it('is 0.1 to 10 percent with two decimals at most', () => {
    expect(['0.1', '0.10', '1', '2.55', '10', '10.00'].filter((typed) => !isRiskPercent(typed))).toEqual([]);
    expect(['0', '0.09', '10.01', '11', '1.555', '-1', '1e0', '', ' 1', '01', '.5', '1.'].filter(isRiskPercent)).toEqual([]);
  });
});
