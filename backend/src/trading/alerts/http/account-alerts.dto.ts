import { z } from 'zod';
import { Decimal, NotFound } from '../../../platform/domain/index.js';
import { accountAlertKinds } from '../account-alert.types.js';

const PERCENT = 'Enter a percentage in digits with at most two decimals';

/** The kind of an alert in a path; another one is a 404. */
export const accountAlertParam = z.string().transform((value) => {
  const kind = accountAlertKinds.find((one) => one === value);
  if (!kind) throw new NotFound('alert');
  return kind;
});

/** PUT /me/alerts/account/{kind} */
export const accountAlertBody = z.strictObject({
  percent: z
    .string(PERCENT)
    .regex(/^(0|[1-9]\d?)(\.\d{1,2})?$/, PERCENT)
    .transform((typed) => new Decimal(typed).toFixed())
    .optional(),
});
export type AccountAlertBody = z.output<typeof accountAlertBody>;
