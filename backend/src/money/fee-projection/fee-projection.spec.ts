import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { scaled } from '../../platform/domain/scaled.js';
import { methodExample } from './fee-methods.rules.js';
import { projectFees } from './fee-projection.rules.js';
import { projectionLimits, publishedTerms } from './published-terms.rules.js';

describe('the fees of an assumed year', () => {
  it('of 20 % on 10,000 are those of the fund whose fees are not paid within the year', () =>
    expect(projectFees({ capital: '10000', result: '20' })).toEqual({
      capital: '10000.00',
      result: '20',
      days: 365,
      tradingResult: '2000.00',
      equityBeforeFees: '12000.00',
      managementFee: '271.02',
      chargeable: '1728.98',
      performanceFee: '518.69',
      fees: '789.71',
      remains: '11210.29',
      netResult: '12.10',
      carryForward: '0.00',
    }));

  it('of a year without a result are the management fee alone, which must be made good', () =>
    expect(projectFees({ capital: '10000', result: '0' })).toMatchObject({
      managementFee: '246.91',
      performanceFee: '0.00',
      chargeable: '0.00',
      remains: '9753.09',
      netResult: '-2.47',
      carryForward: '246.91',
    }));

  it('of a loss have no performance fee, and carry the loss forward', () => {
    const { performanceFee, managementFee, tradingResult, carryForward, remains } = projectFees({ capital: '50000.50', result: '-12.5' });
    expect([performanceFee, tradingResult]).toEqual(['0.00', '-6250.06']);
    expect(scaled(remains)).toBe(scaled('50000.50') + scaled(tradingResult) - scaled(managementFee));
    expect(scaled(carryForward)).toBeGreaterThan(scaled('6250.06'));
  });

  it.each([
    ['the least', projectionLimits.capital.min, projectionLimits.result.min],
    ['the most', projectionLimits.capital.max, projectionLimits.result.max],
    ['a loss of the most', projectionLimits.capital.max, projectionLimits.result.min],
    ['the smallest gain', projectionLimits.capital.max, '0.01'],
    ['cents', '12345.67', '7.77'],
  ])('add up, and leave something: %s', (_, capital, result) => {
    const of = projectFees({ capital, result });
    expect(scaled(of.capital) + scaled(of.tradingResult)).toBe(scaled(of.equityBeforeFees));
    expect(scaled(of.managementFee) + scaled(of.performanceFee)).toBe(scaled(of.fees));
    expect(scaled(of.equityBeforeFees) - scaled(of.fees)).toBe(scaled(of.remains));
    expect(scaled(of.remains)).toBeGreaterThan(0n);
  });
});

describe('the methods', () => {
  it('differ after a loss: the fund charges 30 % of the profit, the other one less', () =>
    expect(methodExample()).toEqual({
      opening: '10000.00',
      months: [
        month(1, '20.00', ['12000.00', '12000.00'], ['600.00', '600.00']),
        month(2, '-3.51', ['11000.00', '11000.00'], ['0.00', '0.00']),
        month(3, '13.64', ['12500.00', '12500.00'], ['330.00', '150.00']),
        month(4, '13.36', ['13795.95', '14000.00'], ['487.79', '450.00']),
      ],
      fees: both(['1417.79', '1200.00']),
      profit: both(['4725.95', '4750.00']),
      share: both(['30.00', '25.26']),
    }));
});

it('the terms are those that the public site names', () => {
  const site = readFileSync(new URL('../../../../frontend/content/site.yaml', import.meta.url), 'utf8');
  const valueOf = (name: string) => new RegExp(`^ {2}${name}: (.*)$`, 'm').exec(site)?.[1]?.replaceAll(/[^\d.]/g, '');
  const asPercent = (rate: string) => scaled(rate) * 100n;
  expect(scaled(valueOf('managementFee')!)).toBe(asPercent(publishedTerms.managementRate));
  expect(scaled(valueOf('fundProfitShare')!)).toBe(asPercent(publishedTerms.performanceRate));
  expect(valueOf('minimumFunding')).toBe(publishedTerms.minimum);
});

function both([ours, other]: readonly [string, string]) {
  return { 'cumulative-profit': ours, 'gross-high-water-mark': other };
}
function month(number: number, change: string, equity: readonly [string, string], fee: readonly [string, string]) {
  return { month: number, change, equity: both(equity), fee: both(fee) };
}
