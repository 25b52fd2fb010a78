import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { answerOf, day, terms, valued } from '../../../test/support/fund/answers.js';
import { fundCaseSchema, fundReturnLinks } from './index.js';

const free = { ...terms, performanceRate: '0' };
const values = ({ before, after }: { before: { value: string | null }; after: { value: string | null } }) => [before.value, after.value];

describe('the returns of a statement', () => {
  it('chain the periods between flows: 5 %, -10 % and 20 % are 13.4 % in all', () => {
    const { returns } = answerOf({
      terms: free,
      valuations: valued('10000', '10500', '18450', '12000'),
      flows: [
        { at: day(1), amount: '10000', equityBefore: '10500' },
        { at: day(2), amount: '-8450', equityBefore: '18450' },
      ],
    });
    // 1.05 x 0.9 x 1.2, chained with 18 places.
    expect(values(returns.total.period)).toEqual(['0.134', '0.134']);
    expect(returns.total.sinceStart).toEqual(returns.total.period);
  });

  it('without deposits and payments lead from the opening to the closing value, before and after fees', () => {
    const { returns, total } = answerOf({
      terms: { ...terms, managementRate: '0.025' },
      valuations: valued('10000', '10100', '12000'),
      crystallisations: [day(1)],
    });
    expect(returns.total.period.before.value).toBe('0.2');
    expect(Number(returns.total.period.after.value)).toBeCloseTo(Number(total.netClosing) / 10_000 - 1, 6);
    expect(Number(total.performanceFee)).toBeGreaterThan(0);
  });

  it('are the same whether fees are paid from outside, and lose nothing to a payment from the account', () => {
    const of = (from: 'account' | 'outside') =>
      answerOf({
        terms: { ...terms, managementRate: '0.365', performanceRate: '0' },
        valuations: valued('10000', '10000', from === 'account' ? '9990' : '10000'),
        payments: [{ at: `${day(1)}T10:00:00Z`, amount: '10', from }],
      }).returns.total.period;
    expect(of('account').before.value).toBe('0');
    expect(of('outside').before.value).toBe('0');
    // Each day costs about a thousandth of the value less what was owed.
    expect(Number(of('outside').after.value)).toBeCloseTo(-0.001998, 5);
    expect(Number(of('account').after.value)).toBeCloseTo(Number(of('outside').after.value), 5);
  });

  it('are unknown with the day that waits, and known again in the next statement', () => {
    const { returns, statements } = answerOf({
      terms: free,
      valuations: [
        { at: '2026-01-01', equity: '10000' },
        { at: '2026-02-01', equity: '11000' },
        { at: '2026-02-02', equity: '12100' },
      ],
    });
    expect(statements.map(({ to }) => to.slice(0, 10))).toEqual(['2026-02-01', '2026-02-02']);
    const unknown = { value: null, reason: 'waiting', day: '2026-01-01' };
    expect(returns.statements[0]!.period).toEqual({ before: unknown, after: unknown });
    expect(values(returns.statements[1]!.period)).toEqual(['0.1', '0.1']);
    expect(returns.statements[1]!.sinceStart.before).toEqual(unknown);
  });

  it('are unknown where a large flow was not valued, and by the time of a small one otherwise', () => {
    const of = (amount: string, last: string) =>
      answerOf({ terms: free, valuations: valued('10000', last), flows: [{ at: `${day(0)}T12:00:00Z`, amount }] }).returns.total.period
        .before;
    expect(of('5000', '15000')).toEqual({ value: null, reason: 'flow', day: '2026-01-01' });
    // 105 on 10,000 and half a day of 1,000.
    expect(of('1000', '11105').value).toBe('0.01');
  });

  it('are unknown where there was no money, and before the first day is over', () => {
    const { returns } = answerOf({
      terms: free,
      valuations: valued('10000', '0', '0', '500', '500'),
      flows: [{ at: day(2), amount: '500', equityBefore: '0' }],
    });
    expect(returns.total.period.before).toMatchObject({ value: null, reason: 'broken' });
    expect(answerOf({ terms: free, valuations: valued('10000') }).returns.total.period.before).toMatchObject({
      value: null,
      reason: 'no_day',
    });
  });
});

describe('months', () => {
  const factor = fc.integer({ min: 950, max: 1050 });
  const random = fc.array(fc.record({ factor, flow: fc.integer({ min: -500, max: 900 }), paid: fc.boolean() }), {
    minLength: 32,
    maxLength: 90,
  });

  it('multiply to the return since the start, and their parts to each of them', () => {
    fc.assert(
      fc.property(random, (steps) => {
        let equity = 20_000;
        const valuations = [{ at: day(0), equity: String(equity) }];
        const flows: { at: string; amount: string; equityBefore: string }[] = [];
        const payments: { at: string; amount: string; from: 'outside' }[] = [];
        for (const [n, one] of steps.entries()) {
          if (one.flow !== 0) flows.push({ at: `${day(n)}T06:00:00Z`, amount: String(one.flow), equityBefore: String(equity) });
          if (one.paid) payments.push({ at: `${day(n)}T09:00:00Z`, amount: '1', from: 'outside' });
          equity = Math.round((equity + one.flow) * one.factor) / 1000;
          valuations.push({ at: day(n + 1), equity: String(equity) });
        }
        const given = {
          terms: { ...terms, managementRate: '0.025' },
          mandate: { countersignedAt: '2026-01-01' },
          valuations,
          flows,
          payments,
        };
        const { returns, statements } = answerOf(given);
        const parsed = fundCaseSchema.parse(given);
        for (const side of ['before', 'after'] as const) {
          const product = returns.statements.reduce((all, { period }) => all * (1 + Number(period[side].value)), 1);
          expect(product - 1).toBeCloseTo(Number(returns.total.sinceStart[side].value), 10);
          for (const [n, statement] of statements.entries()) {
            const parts = fundReturnLinks(parsed, statement).reduce((all, link) => all * (1 + Number(link[side])), 1);
            expect(parts - 1).toBeCloseTo(Number(returns.statements[n]!.period[side].value), 10);
          }
        }
        // What the market did, whatever came and went.
        const market = steps.reduce((all, one) => (all * one.factor) / 1000, 1);
        expect(Number(returns.total.period.before.value)).toBeCloseTo(market - 1, 5);
        expect(Number(returns.total.period.after.value)).toBeLessThan(Number(returns.total.period.before.value));
      }),
      { numRuns: 50 },
    );
  });
});
