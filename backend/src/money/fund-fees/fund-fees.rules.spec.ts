import { describe, expect, it } from '@jest/globals';
import { answerOf, day, terms, valued } from '../../../test/support/fund/answers.js';

describe('a high-water mark', () => {
  it('is the same after a deposit that is withdrawn again under water, in one day or two', () => {
    const fresh = answerOf({
      valuations: valued('20000', '15000', '18000', '15000'),
      flows: [
        { at: '2026-01-02', amount: '3000' },
        { at: '2026-01-03', amount: '-3000' },
      ],
    });
    expect(fresh.now).toMatchObject({ highWaterMark: '0', carryForward: '5000', freshMoney: '0' });
    const oneDay = answerOf({
      valuations: valued('20000', '15000', '15000'),
      flows: [
        { at: '2026-01-02T01:00:00Z', amount: '3000' },
        { at: '2026-01-02T02:00:00Z', amount: '-3000' },
      ],
    });
    expect(oneDay.now).toMatchObject({ highWaterMark: '0', carryForward: '5000' });
    expect(oneDay.total).toMatchObject({ deposits: '3000.00', withdrawals: '3000.00', tradingResult: '-5000.00' });
  });

  it('falls to the profit where everything is withdrawn under water', () => {
    const { now, days } = answerOf({
      valuations: valued('20000', '15000', '0', '10'),
      flows: [{ at: '2026-01-02', amount: '-15000' }],
    });
    expect(now).toMatchObject({ highWaterMark: '-5000', carryForward: '0' });
    expect(days[1]).toMatchObject({ result: '0', profit: '-5000', highWaterMark: '-5000' });
  });

  it('forgets that money was fresh once the loss is made good', () => {
    const { days, now } = answerOf({
      valuations: valued('20000', '15000', '18000', '23000', '19000', '9500'),
      flows: [
        { at: '2026-01-02', amount: '3000' },
        { at: '2026-01-05', amount: '-9500' },
      ],
    });
    // Back at the mark on the third day; the loss of 4,000 after that is halved by the half that leaves.
    expect(days.map(({ profit }) => profit)).toEqual(['-5000', '-5000', '0', '-4000', '-4000']);
    expect(now).toMatchObject({ highWaterMark: '-2000', carryForward: '2000', freshMoney: '0' });
  });

  it('of the gross method is not moved by withdrawals', () => {
    const { now } = answerOf({
      terms: { ...terms, method: 'gross-high-water-mark' },
      valuations: valued('20000', '15000', '7500'),
      flows: [{ at: '2026-01-02', amount: '-7500' }],
    });
    expect(now).toMatchObject({ profit: '-5000', highWaterMark: '0', carryForward: '5000' });
  });
});

describe('times', () => {
  it('at exactly 00:00 belong to the day that starts', () => {
    const { days } = answerOf({
      valuations: valued('10000', '10000', '10100', '10100'),
      flows: [{ at: '2026-01-02T00:00:00Z', amount: '100' }],
      payments: [{ at: '2026-01-02T23:59:59.999Z', amount: '1', from: 'outside' }],
    });
    expect(days.map(({ flow, paid, result }) => [flow, paid, result])).toEqual([
      ['0', '0', '0'],
      ['100', '1', '0'],
      ['0', '0', '0'],
    ]);
  });

  it('of other zones are read, and UTC where there is none', () => {
    const utc = answerOf({ valuations: valued('10000', '10100'), flows: [{ at: '2026-01-01T23:30:00Z', amount: '100' }] });
    const mixed = answerOf({
      mandate: { countersignedAt: '2026-01-01T05:30:00+05:30' },
      valuations: [
        { at: '2025-12-31T19:00:00-05:00', equity: '10000' },
        { at: '2026-01-02T00:00', equity: '10100' },
      ],
      flows: [{ at: '2026-01-02T00:30:00+01:00', amount: '100' }],
    });
    expect(mixed).toEqual(utc);
  });

  it('of a signature within a day start the mandate at the next midnight', () => {
    const { mandate } = answerOf({
      mandate: { countersignedAt: '2026-02-28T00:00:00.001Z' },
      valuations: [{ at: '2026-03-01', equity: '9999.99' }],
    });
    expect(mandate).toEqual({ startsAt: '2026-03-01T00:00:00.000Z', openingEquity: '9999.99', belowMinimum: true, endedAt: null });
  });

  it('after the end do not count, whether it is at midnight or later', () => {
    const changes = {
      valuations: valued('10000', '10000', '10000', '99999'),
      payments: [{ at: '2026-01-03', amount: '5', from: 'outside' }],
    };
    const atMidnight = answerOf({ ...changes, until: '2026-01-03' });
    expect(atMidnight.total).toMatchObject({ to: '2026-01-03T00:00:00.000Z', closing: '10000.00', feesPaid: '0.00' });
    expect(answerOf({ ...changes, until: '2026-01-03T18:00:00Z' })).toEqual(atMidnight);
  });

  it('before the first close are a statement of nothing', () => {
    const { days, statements, total, invoices } = answerOf({ valuations: valued('10000') });
    expect([days, statements, invoices]).toEqual([[], [], []]);
    expect(total).toMatchObject({ from: total.to, opening: '10000.00', closing: '10000.00', owedClosing: '0.00' });
  });
});

describe('fees owed', () => {
  const managed = { ...terms, managementRate: '0.365' };

  it('are negative where more was paid, and do not raise the base', () => {
    const { days, total } = answerOf({
      terms: managed,
      valuations: valued('10000', '10000', '10000'),
      payments: [{ at: '2026-01-02', amount: '25', from: 'outside' }],
    });
    expect(days.map(({ base, managementFee, owed }) => [base, managementFee, owed])).toEqual([
      ['10000', '10', '10'],
      ['10000', '10', '-5'],
    ]);
    expect(total).toMatchObject({ feesPaid: '25.00', feesPaidFromAccount: '0.00', owedClosing: '-5.00', netClosing: '10005.00' });
  });

  it('of an account at or below zero are none', () => {
    const { days } = answerOf({ terms: managed, valuations: valued('10000', '0', '-100') });
    expect(days.map(({ base, managementFee }) => [base, managementFee])).toEqual([
      ['0', '0'],
      ['0', '0'],
    ]);
  });
});

describe('statements and invoices', () => {
  const managed = { ...terms, managementRate: '0.365' };

  it('join a month whose last valuation is missing to the next', () => {
    const { statements, invoices, total } = answerOf({
      terms: managed,
      valuations: [
        { at: '2026-01-01', equity: '10000' },
        { at: '2026-01-31', equity: '10100' },
        { at: '2026-03-01', equity: '10200' },
        { at: '2026-04-01', state: 'missing' },
      ],
    });
    expect(statements.map(({ from, to, tradingResult }) => [from.slice(0, 10), to.slice(0, 10), tradingResult])).toEqual([
      ['2026-01-01', '2026-03-01', '200.00'],
    ]);
    expect(total.to).toBe('2026-03-01T00:00:00.000Z');
    expect(invoices.map(({ period, amount, waitingDays }) => [period, amount, waitingDays.length])).toEqual([
      ['2026-01', '10.10', 30],
      ['2026-02', '10.19', 27],
      ['2026-03', '0.00', 31],
    ]);
  });

  it('end within a month only where the valuation of that day is known', () => {
    const valuations = valued('10000', '10000', null, '10000');
    expect(answerOf({ valuations }).statements).toHaveLength(1);
    expect(answerOf({ valuations, until: day(2) }).statements).toEqual([]);
    expect(answerOf({ valuations, until: day(1) }).statements).toHaveLength(1);
  });

  it('give money back that was invoiced in excess', () => {
    const { invoices } = answerOf({
      terms: managed,
      valuations: [
        { at: '2026-01-01', equity: '10000' },
        { at: '2026-02-01', equity: '10000' },
        { at: '2026-03-01', equity: '10000' },
      ],
      issued: [{ kind: 'management', period: '2026-01', amount: '50' }],
    });
    expect(invoices.map(({ amount, computed, exact, issued }) => [amount, computed, exact, issued])).toEqual([
      ['50.00', '10.00', '10', true],
      ['-30.01', '-30.01', '9.99', false],
    ]);
  });

  it('count an issued amount for which there is no fee any more, and none that lies ahead', () => {
    const { invoices } = answerOf({
      valuations: [
        { at: '2026-01-01', equity: '10000' },
        { at: '2026-02-01', equity: '11000' },
      ],
      crystallisations: ['2026-01-31'],
      issued: [
        { kind: 'performance', period: '2026-01-30', amount: '100' },
        { kind: 'performance', period: '2026-02-01', amount: '7' },
      ],
    });
    expect(invoices.map(({ kind, period, amount, computed, exact }) => [kind, period, amount, computed, exact])).toEqual([
      ['performance', '2026-01-30', '100.00', '0.00', '0'],
      ['management', '2026-01', '0.00', '0.00', '0'],
      ['performance', '2026-01-31', '200.00', '200.00', '300'],
    ]);
  });
});
