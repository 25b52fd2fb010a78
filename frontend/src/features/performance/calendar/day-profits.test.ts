import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { exactDifference, exactSum } from '../../../lib/exact-sum';
import type { PortfolioDay } from '../../../lib/wire/portfolio';
import { days as stored } from '../../../../test/support/portfolio';
import { addMonths, dayProfits, monthProfit, monthSpan, weeksOf } from './day-profits';

const template = stored[1]!;
const day = (name: string, given: Partial<PortfolioDay> = {}): PortfolioDay => ({ ...template, day: name, flags: [], ...given });
const span = { firstDay: '2026-10-30', lastDay: '2026-11-02' };

describe('the days of a month', () => {
  it('fill whole weeks from Monday to Sunday', () => {
    expect(weeksOf('2026-11').map((week) => week.map((name) => name?.slice(8) ?? '').join(' '))).toEqual([
      '      01',
      '02 03 04 05 06 07 08',
      '09 10 11 12 13 14 15',
      '16 17 18 19 20 21 22',
      '23 24 25 26 27 28 29',
      '30      ',
    ]);
    expect(weeksOf('2027-02')).toHaveLength(4);
  });

  it('are all there, once, in every month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2009, max: 2100 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
        const name = `${year}-${String(month).padStart(2, '0')}`;
        const days = weeksOf(name)
          .flat()
          .filter((one) => one !== null);
        expect(days).toHaveLength(new Date(Date.UTC(year, month, 0)).getUTCDate());
        expect([days[0], days.at(-1)]).toEqual([monthSpan(name).first, monthSpan(name).last]);
        expect(addMonths(addMonths(name, 14), -14)).toBe(name);
      }),
    );
  });
});

describe('profit and loss of a day', () => {
  it('is the change in equity less deposits, plus withdrawals', () => {
    const days = [
      day('2026-10-31', { equity: '1000.5' }),
      day('2026-11-01', { equity: '1300.000000000000000001', inflow: '250', outflow: '10' }),
      day('2026-11-02', { equity: '1300.000000000000000001', outflow: '100', flags: ['partial'] }),
    ];
    const profits = dayProfits('2026-11', days, span);
    expect(profits.get('2026-11-01')).toMatchObject({ profit: '59.500000000000000001', unknown: null, isPartial: false });
    expect(profits.get('2026-11-02')).toMatchObject({ profit: '100.000000000000000000', isPartial: true });
    expect(profits.get('2026-11-03')).toMatchObject({ profit: null, unknown: 'late' });
    expect(monthProfit(profits)).toBe('159.500000000000000001');
  });

  it('counts from nothing on the first day of the account', () => {
    const profits = dayProfits(
      '2026-10',
      [day('2026-10-30', { equity: '1010', inflow: '1000' }), day('2026-10-31', { equity: '990' })],
      span,
    );
    expect(['2026-10-29', '2026-10-30', '2026-10-31'].map((name) => profits.get(name))).toMatchObject([
      { profit: null, unknown: 'early' },
      { profit: '10' },
      { profit: '-20' },
    ]);
    expect(monthProfit(profits)).toBe('-10');
  });

  it.each([
    ['incomplete', { flags: ['incomplete'] }, {}],
    ['unpriced', { flags: ['unpriced'] }, {}],
    ['unpriced', { equity: null }, {}],
    ['unpriced', {}, { equity: null }],
  ] as const)('is unknown, not zero, on a day that is %s', (unknown, given, eve) => {
    const days = [day('2026-10-31', eve), day('2026-11-01', { ...given, flags: [...('flags' in given ? given.flags : [])] })];
    const profits = dayProfits('2026-11', days, { ...span, lastDay: '2026-11-01' });
    expect(profits.get('2026-11-01')).toMatchObject({ profit: null, unknown });
    expect(monthProfit(profits)).toBeNull();
  });

  it('is unknown without the day before', () => {
    const profits = dayProfits('2026-11', [day('2026-11-01')], span);
    expect(profits.get('2026-11-01')).toMatchObject({ profit: null, unknown: 'missing' });
    expect(profits.get('2026-11-02')).toMatchObject({ profit: null, unknown: 'missing' });
  });

  it('adds up to the change of the month, whatever its days', () => {
    const amount = fc.integer({ min: 0, max: 10 ** 9 }).map((cents) => (cents / 100).toFixed(2));
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, amount, amount), { minLength: 2, maxLength: 31 }), (rows) => {
        const [eve, ...within] = rows.map(([equity, inflow, outflow], at) =>
          day(at === 0 ? '2026-09-30' : `2026-10-${String(at).padStart(2, '0')}`, { equity, inflow, outflow }),
        );
        const last = within.at(-1)!;
        const profits = dayProfits('2026-10', [eve!, ...within], { firstDay: '2026-01-01', lastDay: last.day });
        const moved = within.flatMap(({ inflow, outflow }) => [inflow, `-${outflow}`]);
        expect(Number(monthProfit(profits))).toBe(Number(exactDifference(last.equity!, eve!.equity!, exactSum(moved)!)));
      }),
    );
  });
});
