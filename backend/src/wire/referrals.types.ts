import type { UserStatusWire } from './users.types.js';

/** GET /getrefferals, /getrefferalsuser/{refferalId}: the data list, newest first, as members see it. */
export interface ReferralWire {
  surName: string;
  firstName: string;
  country: string;
}

/** The same as admins see it. Somebody who was deactivated or rejected still counts as referred. */
export interface ReferralForAdminWire extends ReferralWire {
  status: UserStatusWire | 'rejected';
}
