import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../../database.js';

/** Matches users (`u`) who are members with approved KYC. */
export const isMember = (eb: ExpressionBuilder<Database & { u: Database['users'] }, 'u'>) =>
  eb.and([eb('u.kyc_status', '=', 'approved'), eb('u.rejected_at', 'is', null), eb('u.role', '<>', 'admin')]);
