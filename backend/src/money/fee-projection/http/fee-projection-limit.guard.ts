import { networkLimitGuard } from '../../../operations/audit/index.js';

/** Limits computations of assumed fees, per network. */
export const FeeProjectionLimitGuard = networkLimitGuard('feeProjectionNetwork');
