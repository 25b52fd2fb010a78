import { networkLimitGuard } from '../../../operations/audit/index.js';

/** Limits reads of analyses by visitors, per network. */
export const AnalysisLimitGuard = networkLimitGuard('analysisNetwork');
