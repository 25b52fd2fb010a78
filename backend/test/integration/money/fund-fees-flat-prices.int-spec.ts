import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { feeHistory } from '../../../src/money/fund-fees/fee-history.rules.js';
import { fundCaseSchema } from '../../../src/money/fund-fees/index.js';
import { casesOf } from '../../support/cases.js';
import { randomNumbers, randomYear } from '../../support/fund/random-year.js';

const YEARS = casesOf(10_000);
/** Minutes of computing on one core; many beside other work. */
const LONG_MS = 3_600_000;

/** Exact, before they are written as texts: how those are written is checked in fund-fees-recomputed.int-spec.ts. */
type History = ReturnType<typeof feeHistory>;
const marks = ({ days, now, crystallisations }: History) => ({
  days: days.map(({ day, accrued, highWaterMark }) => ({ day, profit: accrued?.profit, highWaterMark, owed: accrued?.owed })),
  now,
  crystallisations,
});

describe('the fund fees', () => {
  it(
    `of ${YEARS} random years do not change where a deposit leaves again at flat prices`,
    () => {
      let underWater = 0;
      for (let seed = 1; seed <= YEARS; seed++) {
        const random = randomNumbers(-seed);
        const [from, days] = [1 + random(340), 2 + random(20)];
        const until = from + days;
        // A management fee on the money while it is there lowers the profit: that is another question.
        const { client } = randomYear(seed, { managementRate: '0', isFlatOn: (day) => day >= from && day < until });
        const fundCase = fundCaseSchema.parse(client);
        const amount = BigInt(1 + random(2_000_000)) * 10n ** 16n;
        const at = (day: number) => fundCase.startsAt + day * 86_400_000;
        const visit = [
          { at: at(from), amount, equityBefore: null },
          { at: at(until - 1), amount: -amount, equityBefore: null },
        ];
        const visited = fundCase.valuations.map((one) =>
          one.at > at(from) && one.at < at(until) ? { ...one, equity: one.equity! + amount } : one,
        );
        const plain = feeHistory(fundCase);
        const other = feeHistory({ ...fundCase, flows: [...fundCase.flows, ...visit], valuations: visited });
        if (!isDeepStrictEqual(marks(other), marks(plain))) expect({ seed, ...marks(other) }).toEqual({ seed, ...marks(plain) });
        const { accrued, highWaterMark } = plain.days[from]!;
        if (accrued!.profit < highWaterMark) underWater++;
      }
      expect(underWater).toBeGreaterThan(YEARS / 10);
    },
    LONG_MS,
  );
});
