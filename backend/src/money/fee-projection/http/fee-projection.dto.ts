import { z } from 'zod';
import { Decimal } from '../../../platform/domain/index.js';
import { projectionLimits } from '../published-terms.rules.js';

const CAPITAL = 'Enter a capital from 10,000 to 1,000,000,000 US dollars, like 25000 or 25000.50';
const RESULT = 'Enter a result from -99 to 500 percent, like 20 or -7.5';

const isWithin =
  ({ min, max }: { min: string; max: string }) =>
  (text: string) =>
    new Decimal(text).gte(min) && new Decimal(text).lte(max);

/** GET /fund-fees/projection */
export const projectionQuery = z.object({
  capital: z
    .string(CAPITAL)
    .regex(/^\d{1,10}(\.\d{1,2})?$/, { error: CAPITAL, abort: true })
    .refine(isWithin(projectionLimits.capital), CAPITAL),
  result: z
    .string(RESULT)
    .regex(/^-?\d{1,3}(\.\d{1,2})?$/, { error: RESULT, abort: true })
    .refine(isWithin(projectionLimits.result), RESULT),
});
export type ProjectionQuery = z.output<typeof projectionQuery>;
