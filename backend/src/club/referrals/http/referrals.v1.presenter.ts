import type { ReferralForAdminWire, ReferralWire } from '../../../platform/wire/index.js';
import type { ReferredPerson } from '../referral.repository.js';

/** GET /getrefferals, /getrefferalsuser/{refferalId}. Only admins see the status. */
export function presentReferral(
  { surname, otherName, country, standing }: ReferredPerson,
  forAdmin: boolean,
): ReferralWire | ReferralForAdminWire {
  return { surName: surname, firstName: otherName, country, ...(forAdmin && { status: standing }) };
}
