import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InvalidInput } from '../../platform/domain/index.js';
import { oddsOf, type OddsTerms } from './signal-odds.js';

const long: OddsTerms = {
  side: 'long',
  leverageFactor: 10,
  entryPrice: '64000',
  stopLoss: '62500',
  takeProfit1: '65500',
  takeProfit2: '67000',
  takeProfit3: '69000.25',
};
const short: OddsTerms = {
  side: 'short',
  leverageFactor: 3,
  entryPrice: '100',
  stopLoss: '110',
  takeProfit1: '95',
  takeProfit2: '80',
  takeProfit3: '55',
};

describe('what a signal stands to lose and to win', () => {
  it('is counted from the entry, for a long signal and for a short one', () => {
    expect(oddsOf(long)).toEqual({
      side: 'long',
      risk: '2.34',
      marginRisk: '23.44',
      targets: [
        { reward: '2.34', ratio: '1.00' },
        { reward: '4.69', ratio: '2.00' },
        { reward: '7.81', ratio: '3.33' },
      ],
    });
    expect(oddsOf(short)).toEqual({
      side: 'short',
      risk: '10.00',
      marginRisk: '30.00',
      targets: [
        { reward: '5.00', ratio: '0.50' },
        { reward: '20.00', ratio: '2.00' },
        { reward: '45.00', ratio: '4.50' },
      ],
    });
  });

  it('rounds half up, and keeps what the smallest prices say', () => {
    const tiny = {
      ...long,
      leverageFactor: 1,
      entryPrice: '0.000000000000000200',
      stopLoss: '0.000000000000000199',
      takeProfit1: '0.000000000000000201',
      takeProfit2: '0.000000000000000202',
      takeProfit3: '0.000000000000000203',
    };
    expect(oddsOf(tiny)).toMatchObject({
      risk: '0.50',
      targets: [
        { reward: '0.50', ratio: '1.00' },
        { reward: '1.00', ratio: '2.00' },
        { reward: '1.50', ratio: '3.00' },
      ],
    });
    expect(
      oddsOf({ ...long, entryPrice: '20000', stopLoss: '19999', takeProfit1: '20001', takeProfit2: '20002', takeProfit3: '20003' }),
    ).toMatchObject({ risk: '0.01', marginRisk: '0.05' });
  });

  it('does not depend on the unit that prices are written in', () => {
    const ladder = fc
      .uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 5, maxLength: 5 })
      .map((units) => units.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(ladder, fc.integer({ min: 1, max: 125 }), ([stop, entry, one, two, three], leverageFactor) => {
        const of = (scale: (n: number) => string): OddsTerms => ({
          side: 'long',
          leverageFactor,
          stopLoss: scale(stop!),
          entryPrice: scale(entry!),
          takeProfit1: scale(one!),
          takeProfit2: scale(two!),
          takeProfit3: scale(three!),
        });
        expect(oddsOf(of((n) => `${n}`))).toEqual(oddsOf(of((n) => `0.${String(n).padStart(12, '0')}`)));
      }),
    );
  });

  it('is nothing for prices that contradict each other, each of which it names', () => {
    const fields = (terms: OddsTerms) => {
      try {
        oddsOf(terms);
        return null;
      } catch (error) {
        return error instanceof InvalidInput ? error.fields.map(({ field }) => field) : error;
      }
    };
    expect(fields({ ...long, stopLoss: '64000' })).toEqual(['stopLoss']);
    expect(fields({ ...long, side: 'short' })).toEqual(['stopLoss', 'takeProfit1', 'takeProfit2', 'takeProfit3']);
    expect(fields(short)).toBeNull();
  });
});
