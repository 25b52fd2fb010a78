import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { feeHistory } from '../../../src/money/fund-fees/fee-history.rules.js';
import { closeOf, dayText } from '../../../src/money/fund-fees/fund-calendar.rules.js';
import { FundReturns } from '../../../src/money/fund-fees/fund-returns.rules.js';
import { fundStatements } from '../../../src/money/fund-fees/fund-statements.rules.js';
import { fundCaseSchema } from '../../../src/money/fund-fees/index.js';
import { casesOf } from '../../support/cases.js';
import { randomYear } from '../../support/fund/random-year.js';

const YEARS = casesOf(10_000);
/** Minutes of computing on one core; many beside other work. */
const LONG_MS = 3_600_000;

type FundCase = ReturnType<typeof fundCaseSchema.parse>;
/** Exact, before it is written as texts: how that is done is checked in fund-fees-recomputed.int-spec.ts. */
type History = ReturnType<typeof feeHistory>;
const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n);
const done = ({ crystallisations }: History) => crystallisations.flatMap(({ day, figures }) => (figures ? [{ day, ...figures }] : []));

/** Returns all that statements and invoices are made of, and the returns of each statement. */
function resultOf(fundCase: FundCase) {
  const history = feeHistory(fundCase);
  const { statements, total } = fundStatements(history, fundCase.untilAt);
  const returns = new FundReturns(history, fundCase.flows);
  return { history, statements, total, returns: [...statements, total].map((one) => returns.of(one)) };
}

describe('the fund fees', () => {
  it(
    `of ${YEARS} random years are never negative, are charged once for a profit, and do not depend on how money was moved`,
    () => {
      let [charged, lowered] = [0, 0];
      for (let seed = 1; seed <= YEARS; seed++) {
        const { client, gains, hasWithdrawals } = randomYear(seed);
        const fundCase = fundCaseSchema.parse(client);
        const result = resultOf(fundCase);
        const { history } = result;
        const wrong = [...problemsOf(history, gains, hasWithdrawals)];
        if (!isDeepStrictEqual(resultOf({ ...fundCase, flows: halves(fundCase.flows) }), result)) wrong.push('a split flow');
        if (wrong.length > 0) expect({ seed, wrong }).toEqual({ seed, wrong: [] });
        charged += done(history).filter(({ fee }) => fee !== 0n).length;
        lowered += history.days.filter(({ highWaterMark }, n) => n > 0 && highWaterMark < history.days[n - 1]!.highWaterMark).length;
      }
      expect([charged > YEARS, lowered > YEARS]).toEqual([true, true]);
    },
    LONG_MS,
  );
});

/** Yields what a year's history breaks of the rules that hold for every client. */
function* problemsOf(history: History, gains: ReadonlyMap<string, bigint>, hasWithdrawals: boolean): Generator<string> {
  const { days, now } = history;
  const charges = new Map(done(history).map((one) => [one.day, one]));
  let [fees, mark, lowest, highest, flow] = [0n, 0n, 0n, 0n, 0n];
  for (const { day, accrued, managementFee: fee, highWaterMark: next, flow: ofDay } of days) {
    flow += ofDay;
    if (fee < 0n) yield `${dayText(day)}: a negative management fee`;
    if (!accrued) continue;
    fees += fee;
    const reached = accrued.profit;
    if (reached !== gains.get(new Date(closeOf(day)).toISOString())! - fees)
      yield `${dayText(day)}: a profit that is not what the market gave less fees`;
    const before = reached + fee;
    if (before < lowest) lowest = before;
    const charge = charges.get(day);
    const left = charge ? charge.highWaterMarkBefore : next;
    if (left < mark && (flow >= 0n || left < before)) yield `${dayText(day)}: a mark that fell without reason, or too far`;
    if (charge) {
      const { chargeable } = charge;
      if (charge.fee < 0n || chargeable < 0n) yield `${dayText(day)}: a negative performance fee`;
      if (chargeable > 0n && chargeable > reached - lowest) yield `${dayText(day)}: a profit that was charged before`;
      if (next < left || next < reached) yield `${dayText(day)}: a mark below the profit that was charged`;
      if (reached > highest) highest = reached;
      lowest = reached;
    }
    mark = next;
    flow = 0n;
  }
  const chargeable = sum([...charges.values()].map((one) => one.chargeable));
  if (!hasWithdrawals && chargeable !== highest) yield 'charges that are not the highest profit that was reached';
  if (sum([...charges.values()].map(({ fee }) => fee)) !== now.performanceFees) yield 'fees that do not add up';
}

/** Returns each flow as two at the same time. */
function halves(flows: FundCase['flows']) {
  return flows.flatMap((flow) => {
    const half = flow.amount / 2n;
    return half === 0n ? [flow] : [half, flow.amount - half].map((amount) => ({ ...flow, amount }));
  });
}
