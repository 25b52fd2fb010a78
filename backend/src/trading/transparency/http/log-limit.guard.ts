import { networkLimitGuard } from '../../../operations/audit/index.js';

/** Limits requests for the log, per network. */
export const LogLimitGuard = networkLimitGuard('logNetwork');
