import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { independentFees, type FundCaseText } from '../../../test/support/fund/independent-fees.js';
import { clientArbitrary } from '../../../test/support/fund/random-client.js';
import { scaled } from '../../platform/domain/scaled.js';
import { fundAnswer, fundCaseSchema } from './index.js';

const answerOf = (client: FundCaseText) => fundAnswer(fundCaseSchema.parse(client));
type Answer = ReturnType<typeof answerOf>;

const sum = (texts: readonly string[]) => texts.reduce((total, text) => total + scaled(text), 0n);
const cents = (exact: bigint) => {
  const unit = 10n ** 16n;
  const [down, rest] = [exact / unit, exact % unit];
  const twice = 2n * (rest < 0n ? -rest : rest);
  const away = twice > unit || (twice === unit && down % 2n !== 0n);
  return (down + (away ? (exact < 0n ? -1n : 1n) : 0n)) * unit;
};
const plain = /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/;
const money = /^-?(0|[1-9]\d*)\.\d\d$/;

/** Runs a property on many clients; long histories are few. */
const expectForClients = (
  check: (client: FundCaseText, answer: Answer) => void,
  options: Parameters<typeof clientArbitrary>[0] = {},
  numRuns = 40,
) =>
  fc.assert(
    fc.property(clientArbitrary(options), (client) => check(client, answerOf(client))),
    { numRuns },
  );

describe('fund fees', () => {
  it('agree with an independent computation of 300 random clients, digit by digit', () => {
    const seen = { priced: 0, waiting: 0, refused: 0, cancelled: 0, partsUnderWater: 0, partsAbove: 0, ended: 0, waitingDays: 0 };
    fc.assert(
      fc.property(
        fc.oneof(
          { weight: 8, arbitrary: clientArbitrary({ maxDays: 50 }) },
          { weight: 1, arbitrary: clientArbitrary({ maxDays: 50, method: 'gross-high-water-mark' }) },
        ),
        (client) => {
          // The returns have an engine and properties of their own (fund-returns.spec.ts).
          const { returns: _returns, ...ours } = answerOf(client);
          const theirs = independentFees(client);
          if (!isDeepStrictEqual(ours, theirs)) expect(ours).toEqual(theirs);
          for (const { state } of ours.redemptions) if (state in seen) seen[state as 'priced']++;
          for (const one of ours.crystallisations)
            if (one.kind === 'redemption' && 'fraction' in one && one.fraction !== '1')
              if (one.carryForwardBefore !== '0') seen.partsUnderWater++;
              else seen.partsAbove++;
          if (ours.mandate.endedAt !== null) seen.ended++;
          seen.waitingDays += ours.days.filter(({ state }) => state === 'waiting').length;
        },
      ),
      { numRuns: 300, seed: 20_261_128, endOnFailure: true },
    );
    // The clients do all that can be done.
    expect(Object.entries(seen).filter(([, count]) => count < 5)).toEqual([]);
  });

  it('write amounts as plain decimals, and money with two places', () =>
    expectForClients((_, { days, invoices, statements, total, now, crystallisations }) => {
      const exact = [
        ...days.flatMap(({ day: _day, at: _at, state: _state, reason: _reason, ...amounts }) => Object.values(amounts)),
        ...crystallisations.flatMap((one) => ('fee' in one ? [one.fee, one.fraction, one.carryForwardAfter] : [])),
        ...invoices.map((one) => one.exact),
        ...Object.values(now),
      ];
      const rounded = [
        ...invoices.flatMap(({ amount, computed }) => [amount, computed]),
        ...[...statements, total].flatMap(({ from: _from, to: _to, ...amounts }) => Object.values(amounts)),
      ];
      expect(exact.filter((value) => value !== null && !plain.test(value!))).toEqual([]);
      expect(rounded.filter((value) => !money.test(value))).toEqual([]);
      expect([...exact, ...rounded].filter((value) => value === '-0' || value === '-0.00')).toEqual([]);
    }));

  it('add up: months to the total, lines to the closing, invoices to the exact fees', () =>
    expectForClients((_, { statements, total, invoices, now, days }) => {
      for (const one of [...statements, total]) {
        const of = (name: keyof typeof one) => scaled(one[name]);
        expect(of('opening') + of('deposits') - of('withdrawals') + of('tradingResult') - of('feesPaidFromAccount')).toBe(of('closing'));
        expect(of('owedOpening') + of('managementFee') + of('performanceFee') - of('feesPaid')).toBe(of('owedClosing'));
        expect([of('opening') - of('owedOpening'), of('closing') - of('owedClosing')]).toEqual([of('netOpening'), of('netClosing')]);
      }
      for (const [n, one] of statements.slice(1).entries())
        expect([one.from, one.opening, one.owedOpening]).toEqual([statements[n]!.to, statements[n]!.closing, statements[n]!.owedClosing]);
      if (statements.at(-1)?.to === total.to) {
        for (const line of [
          'deposits',
          'withdrawals',
          'feesPaidFromAccount',
          'tradingResult',
          'managementFee',
          'performanceFee',
          'feesPaid',
        ] as const)
          expect(sum(statements.map((one) => one[line]))).toBe(scaled(total[line]));
        expect([statements[0]!.opening, statements.at(-1)!.closing]).toEqual([total.opening, total.closing]);
      }
      expect(sum(days.map(({ managementFee }) => managementFee))).toBe(scaled(now.managementFees));
      for (const kind of ['management', 'performance']) {
        const list = invoices.filter((one) => one.kind === kind);
        const last = list.at(-1);
        if (!last) continue;
        const others = sum(list.slice(0, -1).map(({ amount }) => amount));
        expect(others + scaled(last.computed)).toBe(cents(sum(list.map(({ exact }) => exact))));
      }
    }));

  it('are never negative, never charged twice, and not charged on a waiting day', () =>
    expectForClients((_, { days, crystallisations, now }) => {
      for (const { managementFee, state, base } of days) {
        expect(scaled(managementFee)).toBeGreaterThanOrEqual(0n);
        if (state === 'waiting') expect([managementFee, base]).toEqual(['0', null]);
      }
      for (const one of crystallisations) if ('fee' in one) expect(scaled(one.fee!)).toBeGreaterThanOrEqual(0n);
      expect(sum(crystallisations.flatMap((one) => ('fee' in one ? [one.fee!] : [])))).toBe(scaled(now.performanceFees));
    }));

  it('lower the high-water mark only when money leaves under water', () =>
    expectForClients((client, { days, crystallisations }) => {
      let [mark, leftSince] = [0n, 0n];
      for (const { day, highWaterMark, flow, state } of days) {
        leftSince += scaled(flow);
        const next = scaled(highWaterMark);
        const leaves = crystallisations.some((one) => one.day === day && one.kind === 'redemption' && one.state === 'done');
        if (!leaves && leftSince >= 0n) expect(next).toBeGreaterThanOrEqual(mark);
        mark = next;
        if (state === 'accrued') leftSince = 0n;
      }
      if ((client.flows ?? []).every(({ amount }) => !amount.startsWith('-')) && (client.redemptions ?? []).length === 0)
        expect(mark).toBeGreaterThanOrEqual(0n);
    }));

  it('charge no performance on an account that is never above its mark', () =>
    expectForClients((given) => {
      const { redemptions: _, ...client } = given;
      const opening = scaled(client.valuations[0]!.equity!);
      const below = client.valuations.map((one) =>
        one.equity !== undefined && scaled(one.equity) > opening ? { ...one, equity: client.valuations[0]!.equity! } : one,
      );
      const { now, crystallisations } = answerOf({ ...client, flows: [], payments: [], valuations: below });
      expect(now.performanceFees).toBe('0');
      expect(crystallisations.filter((one) => 'fee' in one && one.fee !== '0')).toEqual([]);
    }));

  it('depend on times, and not on the order of the lists', () =>
    expectForClients((client, answer) => {
      const reversed = {
        ...client,
        valuations: client.valuations.toReversed(),
        flows: client.flows?.toReversed() ?? [],
        payments: client.payments?.toReversed() ?? [],
        issued: client.issued?.toReversed() ?? [],
      };
      expect(isDeepStrictEqual(answerOf(reversed), answer)).toBe(true);
    }));

  it('do not change where a flow is split in two of the same day', () =>
    expectForClients((client, answer) => {
      const halves = (client.flows ?? []).flatMap(({ at, amount }) => {
        const [half, isOne] = [scaled(amount) / 2n, scaled(amount) === 1n || scaled(amount) === -1n];
        const text = (value: bigint) =>
          `${value < 0n ? '-' : ''}${value < 0n ? -value : value}`.replace(/\d+/, (digits) => {
            const padded = digits.padStart(19, '0');
            return `${padded.slice(0, -18)}.${padded.slice(-18)}`;
          });
        return isOne
          ? [{ at, amount }]
          : [
              { at, amount: text(half) },
              { at, amount: text(scaled(amount) - half) },
            ];
      });
      expect(isDeepStrictEqual(answerOf({ ...client, flows: halves }), answer)).toBe(true);
    }));

  it('keep their sum where amounts were issued as computed', () =>
    expectForClients((client) => {
      const { issued: _, ...fresh } = client;
      const answer = answerOf(fresh);
      const issued = answer.invoices.slice(0, 2).map(({ kind, period, amount }) => ({ kind, period, amount }));
      const again = answerOf({ ...fresh, issued });
      const without = ({ invoices, ...rest }: Answer) => ({ ...rest, invoices: invoices.map((one) => ({ ...one, issued: false })) });
      expect(isDeepStrictEqual(without(again), without(answer))).toBe(true);
      expect(again.invoices.filter((one) => one.issued)).toHaveLength(issued.length);
    }));

  it('correct an issued amount with the next invoice', () =>
    expectForClients((client) => {
      const { issued: _, ...fresh } = client;
      const answer = answerOf(fresh);
      const [first, second] = answer.invoices.filter(({ kind }) => kind === 'management');
      if (!first || !second) return;
      const wrong = answerOf({ ...fresh, issued: [{ kind: 'management', period: first.period, amount: '99999.99' }] });
      const [issued, next] = wrong.invoices.filter(({ kind }) => kind === 'management');
      expect(issued).toEqual({ ...first, amount: '99999.99', issued: true });
      expect(scaled(issued!.amount) + scaled(next!.amount)).toBe(scaled(first.amount) + scaled(second.amount));
      expect([wrong.statements, wrong.total, wrong.now]).toEqual([answer.statements, answer.total, answer.now]);
    }));

  it('are the same for a history that stops earlier', () =>
    expectForClients((client, answer) => {
      const half = answer.days[Math.floor(answer.days.length / 2)];
      if (!half) return;
      const shorter = answerOf({ ...client, until: half.at });
      expect(isDeepStrictEqual(shorter.days, answer.days.slice(0, shorter.days.length))).toBe(true);
      expect(shorter.days.at(-1)!.day).toBe(half.day);
      expect(isDeepStrictEqual(shorter.crystallisations, answer.crystallisations.slice(0, shorter.crystallisations.length))).toBe(true);
    }));
});
