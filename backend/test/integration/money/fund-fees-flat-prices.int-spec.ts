import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { fundAnswer, fundCaseSchema } from '../../../src/money/fund-fees/index.js';
import { scaled, toDecimal } from '../../../src/platform/domain/scaled.js';
import type { FundCaseText } from '../../support/fund/independent-fees.js';
import { randomNumbers, randomYear } from '../../support/fund/random-year.js';

const YEARS = 10_000;
/** Minutes of computing on one core; many beside other work. */
const LONG_MS = 3_600_000;

const answerOf = (client: FundCaseText) => fundAnswer(fundCaseSchema.parse(client));
type Answer = ReturnType<typeof answerOf>;

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
        const amount = BigInt(1 + random(2_000_000)) * 10n ** 16n;
        const startsAt = Date.parse(client.mandate.countersignedAt);
        const at = (day: number) => new Date(startsAt + day * 86_400_000).toISOString();
        const visit = [
          { at: at(from), amount: toDecimal(amount) },
          { at: at(until - 1), amount: toDecimal(-amount) },
        ];
        const visited = client.valuations.map((one) =>
          one.at > at(from) && one.at < at(until) ? { ...one, equity: toDecimal(scaled(one.equity!) + amount) } : one,
        );
        const [plain, other] = [answerOf(client), answerOf({ ...client, flows: [...client.flows!, ...visit], valuations: visited })];
        const marks = ({ days: list, now, crystallisations }: Answer) => ({
          days: list.map(({ day, profit, highWaterMark, owed }) => ({ day, profit, highWaterMark, owed })),
          now,
          crystallisations,
        });
        if (!isDeepStrictEqual(marks(other), marks(plain))) expect({ seed, ...marks(other) }).toEqual({ seed, ...marks(plain) });
        const { profit, highWaterMark } = plain.days[from]!;
        if (scaled(profit!) < scaled(highWaterMark)) underWater++;
      }
      expect(underWater).toBeGreaterThan(YEARS / 10);
    },
    LONG_MS,
  );
});
