import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fundAnswer, fundCaseSchema } from '../../../src/money/fund-fees/index.js';
import { casesOf } from '../../support/cases.js';
import { independentFees, type FundCaseText } from '../../support/fund/independent-fees.js';
import { clientArbitrary } from '../../support/fund/random-client.js';

const CLIENTS = casesOf(5000);
/** Minutes of computing on one core; many beside other work. */
const LONG_MS = 3_600_000;

/** Without the returns: those have an engine of their own, and its properties in `fund-returns.spec.ts`. */
const answerOf = (client: FundCaseText) => {
  const { returns: _returns, ...fees } = fundAnswer(fundCaseSchema.parse(client));
  return fees;
};

describe('the fund fees', () => {
  it(
    `of ${CLIENTS} random clients are what an independent computation finds, digit by digit`,
    () => {
      const seen = { priced: 0, refused: 0, cancelled: 0, waiting: 0, ended: 0, issued: 0, leapDays: 0, statements: 0, manyCharges: 0 };
      const client = fc.oneof(
        { weight: 30, arbitrary: clientArbitrary({ maxDays: 50 }) },
        { weight: 4, arbitrary: clientArbitrary({ maxDays: 50, method: 'gross-high-water-mark' }) },
        { weight: 1, arbitrary: clientArbitrary({ maxDays: 400 }) },
      );
      const check = (given: FundCaseText) => {
        const [ours, theirs] = [answerOf(given), independentFees(given)];
        if (!isDeepStrictEqual(ours, theirs)) expect(ours).toEqual(theirs);
        for (const { state } of ours.redemptions) if (state in seen) seen[state as 'priced']++;
        seen.ended += Number(ours.mandate.endedAt !== null);
        seen.issued += ours.invoices.filter(({ issued, amount, computed }) => issued && amount !== computed).length;
        seen.leapDays += ours.days.filter(({ day, state }) => day.endsWith('-02-29') && state === 'accrued').length;
        seen.statements += ours.statements.length;
        seen.manyCharges += Number(ours.crystallisations.filter((one) => 'fee' in one && one.fee !== '0').length > 1);
      };
      fc.assert(fc.property(client, check), { numRuns: CLIENTS, endOnFailure: true });
      // The clients do all that can be done, many times.
      expect(Object.entries(seen).filter(([, count]) => count < CLIENTS / 50)).toEqual([]);
    },
    LONG_MS,
  );
});
