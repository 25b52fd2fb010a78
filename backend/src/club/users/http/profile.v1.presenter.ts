import type { MyMembershipWire, ProfileImageWire, ProfileWire, SignInDataWire } from '../../../platform/wire/index.js';
import { fullName, membershipOf, type Names } from '../user.entity.js';
import type { Profile } from '../profile.query.js';
import type { UserSummary } from '../user.repository.js';

/** Returns a link to a file for the current session, valid for five minutes. */
export type LinkOf = (fileId: string) => string;

/** GET /getuser */
export function presentProfile(profile: Profile, linkOf: LinkOf): ProfileWire {
  return { ...base(profile, linkOf), refferalId: profile.referralCode };
}

/** POST /signinuser: differs in the spelling of the referral code. */
export function presentSignIn(profile: Profile, linkOf: LinkOf): SignInDataWire {
  return { ...base(profile, linkOf), refferal_id: profile.referralCode };
}

/** The names of a person on every route but the user's own. */
export const presentNames = ({ surname, otherName }: Names) => ({ surName: surname, firstName: otherName });

function base(profile: Profile, linkOf: LinkOf): Omit<ProfileWire, 'refferalId'> {
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
    image_url: profile.imageFileId && linkOf(profile.imageFileId),
    userRole: profile.role,
    color: profile.color,
  };
}

/** GET /me/membership */
export function presentMembership({ createdAt }: UserSummary): MyMembershipWire {
  return { memberSince: createdAt.toISOString() };
}

/** POST /profileImg */
export function presentImage(fileId: string, linkOf: LinkOf): ProfileImageWire {
  return { profileImage: linkOf(fileId) };
}
