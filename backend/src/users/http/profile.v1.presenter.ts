import type { ProfileWire, SignInDataWire } from '../../wire/index.js';
import { fullName, membershipOf } from '../user.entity.js';
import type { Profile } from '../users.service.js';

/** GET /getuser */
export function presentProfile(profile: Profile): ProfileWire {
  return { ...base(profile), refferalId: profile.referralCode };
}

/** POST /signinuser: the same, with the login answer's own spelling of the referral code. */
export function presentSignIn(profile: Profile): SignInDataWire {
  return { ...base(profile), refferal_id: profile.referralCode };
}

function base(profile: Profile): Omit<ProfileWire, 'refferalId'> {
  return {
    userId: profile.userId,
    email: profile.email,
    fullName: fullName(profile),
    surName: profile.surname,
    otherName: profile.otherName,
    phoneNumber: profile.phoneNumber,
    country: profile.country,
    dob: profile.dateOfBirth,
    membership: membershipOf(profile.role),
    kycStatus: profile.kycStatus,
    paymentStatus: profile.paymentStatus,
    // Nobody can give one yet: profile images arrive with the profile page.
    image_url: null,
    userRole: profile.role,
    color: profile.color,
  };
}
