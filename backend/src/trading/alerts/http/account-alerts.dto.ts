import { z } from 'zod';
import { nameParam } from '../../../platform/http/index.js';
import { accountAlertKinds } from '../account-alert.types.js';
import { typedPercent } from './alerts.dto.js';

const PERCENT = 'Enter a percentage in digits with at most two decimals';

export const accountAlertParam = nameParam(accountAlertKinds, 'alert');

/** PUT /me/alerts/account/{kind} */
export const accountAlertBody = z.strictObject({
  percent: typedPercent(PERCENT).optional(),
});
export type AccountAlertBody = z.output<typeof accountAlertBody>;
