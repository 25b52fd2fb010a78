import type { ReferralForAdminWire, ReferralWire } from './types';

/** Somebody who registered with a member's code. */
export interface Referral {
  surname: string;
  firstName: string;
  country: string;
}

/** Who came through the code of whoever asks. */
export const OWN_REFERRALS = '/getrefferals';

export const toReferral = ({ surName, firstName, country }: ReferralWire): Referral => ({ surname: surName, firstName, country });

/** Who came through this code; for its owner and for admins. */
export const referralsOf = (code: string): string => `/getrefferalsuser/${encodeURIComponent(code)}`;

/** The same as admins see it: somebody who lost their place still counts. */
export interface ReferralSeen extends Referral {
  standing: ReferralForAdminWire['status'];
}

export const toReferralSeen = (record: ReferralForAdminWire): ReferralSeen => ({ ...toReferral(record), standing: record.status });

/** The filter of `users` that finds whose code this is. */
export const withCode = (code: string): Record<string, string> => ({ refferalId: code });
