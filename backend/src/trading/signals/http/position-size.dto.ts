import { z } from 'zod';
import { Decimal } from '../../../platform/domain/index.js';
import { isRiskPercent } from '../position-size.rules.js';

const SENTENCE = 'Enter a risk from 0.1 to 10 percent with at most two decimals';

const riskPercent = z
  .string(SENTENCE)
  .refine(isRiskPercent, SENTENCE)
  .transform((typed) => new Decimal(typed).toFixed());

/** GET /me/signals/:id/position-size */
export const positionSizeQuery = z.object({ risk: riskPercent.optional() });
export type PositionSizeQuery = z.output<typeof positionSizeQuery>;

/** PUT /me/risk */
export const riskBody = z.strictObject({ riskPercent });
export type RiskBody = z.output<typeof riskBody>;
