import type { UserStatusWire } from './users.types.js';

/** GET /getrefferals, /getrefferalsuser/{refferalId}: the data list, newest first, as members see it. */
export interface ReferralWire {
  surName: string;
  firstName: string;
  country: string;
}

/** The same for admins. Deactivated and rejected users still count as referred. */
export interface ReferralForAdminWire extends ReferralWire {
  status: UserStatusWire | 'rejected';
}
