import type { ReferralWire } from './types';

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
