import fc from 'fast-check';
import { ONE, toDecimal } from '../../../src/platform/domain/scaled.js';
import type { FundCaseText } from './independent-fees.js';

const DAY = 86_400_000;
const day = (at: number) => new Date(at).toISOString().slice(0, 10);

const LEAD_DAYS = 35;

/** Some weeks before a leap day, a year's end or a dealing day. */
const startArbitrary = fc
  .tuple(fc.constantFrom('2023-12-31', '2024-02-29', '2024-06-30', '2024-12-31', '2025-12-31'), fc.integer({ min: 0, max: LEAD_DAYS }))
  .map(([end, days]) => Date.parse(end) - days * DAY);

/** Null but once in so many times. */
const rarely = <T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const oddAmount = fc.bigInt({ min: 1n, max: 20_000n * ONE });
const amount = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 9000 }).map((whole) => BigInt(whole) * ONE) },
  { weight: 1, arbitrary: oddAmount },
);
const moment = fc.integer({ min: 0, max: DAY - 1 });

const dayArbitrary = fc.record({
  /** Per mille. */
  move: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: -40, max: 42 }) },
    { weight: 1, arbitrary: fc.constantFrom(-1200, -600, 0, 700) },
  ),
  state: fc.oneof(
    { weight: 4, arbitrary: fc.constant('known' as const) },
    { weight: 1, arbitrary: fc.constantFrom('estimated' as const, 'missing' as const, 'absent' as const) },
  ),
  flow: rarely(8, fc.record({ amount, isDeposit: fc.boolean(), moment })),
  payment: rarely(
    12,
    fc.record({
      amount: fc.oneof(
        oddAmount.map((odd) => odd / 1000n + 1n),
        amount,
      ),
      isFromAccount: fc.boolean(),
      moment,
    }),
  ),
});

const termsArbitrary = fc.record({
  managementRate: fc.constantFrom('0', '0.025', '0.025', '0.02', '0.013333333333333333', '0.9'),
  performanceRate: fc.constantFrom('0', '0.3', '0.3', '0.123456789', '0.999999999999999999'),
  minimum: fc.constantFrom('0', '0', '100', '10000'),
  noticeDays: fc.constantFrom(0, 1, 10, 30),
  dealingDays: fc.constantFrom<string[][]>(['06-30', '12-31'], ['12-31'], ['03-31', '06-30', '09-30', '12-31']),
});

const requestArbitrary = fc.record({
  after: fc.integer({ min: 0, max: 25 }),
  moment: fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: moment }),
  /** Of the opening equity, in per cent; null is all of the account. */
  percent: fc.option(fc.integer({ min: 1, max: 50 }), { freq: 8 }),
  /** When it is cancelled, as a part of the time to its lock. */
  cancelled: rarely(6, fc.integer({ min: 0, max: 99 })),
});

export interface RandomClientOptions {
  maxDays?: number;
  method?: 'cumulative-profit' | 'gross-high-water-mark';
}

/** A client's terms and history: a random walk of the equity with flows, payments, days without a valuation and redemptions. */
export const clientArbitrary = ({ maxDays = 120, method = 'cumulative-profit' }: RandomClientOptions = {}): fc.Arbitrary<FundCaseText> =>
  fc
    .record({
      start: startArbitrary,
      signed: fc.oneof(fc.constant(0), moment),
      opening: fc.oneof(fc.constant(50_000n * ONE), amount),
      terms: termsArbitrary,
      days: fc.oneof(
        { weight: 1, arbitrary: fc.array(dayArbitrary, { minLength: 1, maxLength: LEAD_DAYS }) },
        { weight: 6, arbitrary: fc.array(dayArbitrary, { minLength: LEAD_DAYS + 1, maxLength: maxDays, size: 'max' }) },
      ),
      requests: fc.array(requestArbitrary, { maxLength: 6, size: 'max' }),
      crystallisations: fc.option(fc.array(fc.nat(), { maxLength: 4 }), { freq: 2 }),
      issued: fc.array(
        fc.record({ kind: fc.constantFrom('management', 'performance'), after: fc.nat(), cents: fc.integer({ min: -5000, max: 90_000 }) }),
        {
          maxLength: 3,
        },
      ),
      until: rarely(4, fc.record({ after: fc.nat(), moment })),
    })
    .map(({ start, signed, opening, terms, days, requests, crystallisations, issued, until }) => {
      const at = (after: number, ofDay = 0) => new Date(start + after * DAY + ofDay).toISOString();
      const client = {
        terms: { version: '1', method, ...terms },
        mandate: { countersignedAt: new Date(start - signed).toISOString() },
        valuations: [{ at: day(start), equity: toDecimal(opening) }] as FundCaseText['valuations'],
        flows: [] as { at: string; amount: string }[],
        payments: [] as { at: string; amount: string; from: string }[],
        redemptions: method === 'gross-high-water-mark' ? [] : requests.map((request, n) => redemptionOf(request, n)),
        issued: uniqueBy(issued.map(invoiceOf), ({ kind, period }) => kind + period),
        ...(crystallisations && { crystallisations: crystallisations.map((after) => day(start + (after % days.length) * DAY)) }),
        ...(until && { until: at(until.after % (days.length + 3), until.moment) }),
      };
      let equity = opening;
      for (const [n, { move, state, flow, payment }] of days.entries()) {
        equity = (equity * BigInt(1000 + move)) / 1000n;
        if (flow) {
          const moved = flow.isDeposit ? flow.amount : -flow.amount;
          equity += moved;
          client.flows.push({ at: at(n, flow.moment), amount: toDecimal(moved) });
        }
        if (payment) {
          if (payment.isFromAccount) equity -= payment.amount;
          client.payments.push({
            at: at(n, payment.moment),
            amount: toDecimal(payment.amount),
            from: payment.isFromAccount ? 'account' : 'outside',
          });
        }
        if (state === 'known') client.valuations.push({ at: at(n + 1), equity: toDecimal(equity) });
        else if (state !== 'absent')
          client.valuations.push({ at: at(n + 1), state, ...(state === 'estimated' && { equity: toDecimal(equity) }) });
      }
      return client;

      function redemptionOf({ after, moment: ofDay, percent, cancelled }: RandomRequest, n: number) {
        const requestedAt = start + (after % days.length) * DAY + ofDay;
        let lockedAt = Math.floor(requestedAt / DAY) * DAY + terms.noticeDays * DAY;
        while (!terms.dealingDays.includes(day(lockedAt).slice(5))) lockedAt += DAY;
        lockedAt += (1 - terms.noticeDays) * DAY;
        return {
          id: `r${n}`,
          requestedAt: new Date(requestedAt).toISOString(),
          amount: percent === null ? 'all' : toDecimal((opening * BigInt(percent)) / 100n + 1n),
          ...(cancelled !== null && {
            cancelledAt: new Date(requestedAt + Math.floor(((lockedAt - requestedAt) * cancelled) / 100)).toISOString(),
          }),
        };
      }
      function invoiceOf({ kind, after, cents }: { kind: string; after: number; cents: number }) {
        const of = day(start + (after % (days.length + 20)) * DAY);
        return { kind, period: kind === 'management' ? of.slice(0, 7) : of, amount: toDecimal((BigInt(cents) * ONE) / 100n) };
      }
    });

type RandomRequest = typeof requestArbitrary extends fc.Arbitrary<infer T> ? T : never;

const uniqueBy = <T>(list: readonly T[], key: (one: T) => string): T[] => [...new Map(list.map((one) => [key(one), one])).values()];
