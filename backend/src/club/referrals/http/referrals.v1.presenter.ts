import type { ReferralForAdminWire, ReferralWire } from '../../../platform/wire/index.js';
import { presentNames } from '../../users/index.js';
import type { ReferredPerson } from '../referral.repository.js';

/** GET /getrefferals, /getrefferalsuser/{refferalId}. Only admins see the status. */
export function presentReferral({ country, standing, ...names }: ReferredPerson, forAdmin: boolean): ReferralWire | ReferralForAdminWire {
  return { ...presentNames(names), country, ...(forAdmin && { status: standing }) };
}
