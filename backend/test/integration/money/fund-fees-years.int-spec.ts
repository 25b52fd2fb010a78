import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { fundAnswer, fundCaseSchema } from '../../../src/money/fund-fees/index.js';
import { scaled, toDecimal } from '../../../src/platform/domain/scaled.js';
import type { FundCaseText } from '../../support/fund/independent-fees.js';
import { randomYear } from '../../support/fund/random-year.js';

const YEARS = 10_000;
/** Minutes of computing on one core; many beside other work. */
const LONG_MS = 3_600_000;

const answerOf = (client: FundCaseText) => fundAnswer(fundCaseSchema.parse(client));
type Answer = ReturnType<typeof answerOf>;
const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n);
const done = ({ crystallisations }: Answer) =>
  crystallisations.flatMap(({ day, state, ...one }) =>
    state === 'done' && 'fee' in one
      ? [{ day, fee: one.fee!, chargeable: one.chargeable!, highWaterMarkBefore: one.highWaterMarkBefore! }]
      : [],
  );

describe('the fund fees', () => {
  it(
    `of ${YEARS} random years are never negative, are charged once for a profit, and do not depend on how money was moved`,
    () => {
      let [charged, lowered] = [0, 0];
      for (let seed = 1; seed <= YEARS; seed++) {
        const { client, gains, hasWithdrawals } = randomYear(seed);
        const answer = answerOf(client);
        const wrong = [...problemsOf(answer, gains, hasWithdrawals)];
        if (!isDeepStrictEqual(answerOf({ ...client, flows: halves(client.flows!) }), answer)) wrong.push('a split flow');
        if (wrong.length > 0) expect({ seed, wrong }).toEqual({ seed, wrong: [] });
        charged += done(answer).filter(({ fee }) => fee !== '0').length;
        lowered += answer.days.filter(
          ({ highWaterMark }, n) => n > 0 && scaled(highWaterMark) < scaled(answer.days[n - 1]!.highWaterMark),
        ).length;
      }
      expect([charged > YEARS, lowered > YEARS]).toEqual([true, true]);
    },
    LONG_MS,
  );
});

/** Yields what a year's answer breaks of the rules that hold for every client. */
function* problemsOf(answer: Answer, gains: ReadonlyMap<string, bigint>, hasWithdrawals: boolean): Generator<string> {
  const { days, now } = answer;
  const charges = new Map(done(answer).map((one) => [one.day, one]));
  let [fees, mark, lowest, highest, flow] = [0n, 0n, 0n, 0n, 0n];
  for (const { day, at, state, managementFee, profit, highWaterMark, flow: ofDay } of days) {
    flow += scaled(ofDay);
    const fee = scaled(managementFee);
    if (fee < 0n) yield `${day}: a negative management fee`;
    if (state === 'waiting') continue;
    fees += fee;
    const [reached, next] = [scaled(profit!), scaled(highWaterMark)];
    if (reached !== gains.get(at)! - fees) yield `${day}: a profit that is not what the market gave less fees`;
    const before = reached + fee;
    if (before < lowest) lowest = before;
    const charge = charges.get(day);
    const left = charge ? scaled(charge.highWaterMarkBefore) : next;
    if (left < mark && (flow >= 0n || left < before)) yield `${day}: a mark that fell without reason, or too far`;
    if (charge) {
      const chargeable = scaled(charge.chargeable);
      if (scaled(charge.fee) < 0n || chargeable < 0n) yield `${day}: a negative performance fee`;
      if (chargeable > 0n && chargeable > reached - lowest) yield `${day}: a profit that was charged before`;
      if (next < left || next < reached) yield `${day}: a mark below the profit that was charged`;
      if (reached > highest) highest = reached;
      lowest = reached;
    }
    mark = next;
    flow = 0n;
  }
  const chargeable = sum([...charges.values()].map((one) => scaled(one.chargeable)));
  if (!hasWithdrawals && chargeable !== highest) yield 'charges that are not the highest profit that was reached';
  if (sum([...charges.values()].map((one) => scaled(one.fee))) !== scaled(now.performanceFees)) yield 'fees that do not add up';
}

/** Returns each flow as two at the same time. */
function halves(flows: NonNullable<FundCaseText['flows']>) {
  return flows.flatMap(({ at, amount }) => {
    const half = scaled(amount) / 2n;
    return half === 0n ? [{ at, amount }] : [half, scaled(amount) - half].map((part) => ({ at, amount: toDecimal(part) }));
  });
}
