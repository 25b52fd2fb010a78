import type { FundCaseText } from './independent-fees.js';
import { fundAnswer, fundCaseSchema } from '../../../src/money/fund-fees/index.js';

export const terms = { version: '1', managementRate: '0', performanceRate: '0.3' };
/** The n-th day after 1 January 2026. */
export const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
/** Values at the start, and at the close of each day from 1 January 2026 on; null is no valuation. */
export const valued = (...equities: (string | null)[]) =>
  equities.flatMap((equity, n) => (equity === null ? [] : [{ at: day(n), equity }]));
/** The answer to a mandate from 1 January 2026 on that charges 30 % of profits and nothing else. */
export const answerOf = (changes: Partial<FundCaseText> & Pick<FundCaseText, 'valuations'>) =>
  fundAnswer(fundCaseSchema.parse({ terms, mandate: { countersignedAt: '2026-01-01' }, ...changes }));
