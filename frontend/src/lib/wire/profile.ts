import type { ColorWire, MembershipWire, ProfileWire, ReviewStatusWire, RoleWire, SignInDataWire } from './types';

export type Membership = MembershipWire;
export type Role = RoleWire;
export type ReviewStatus = ReviewStatusWire;

/** The signed-in person, in the words used inside. */
export interface Profile {
  userId: string;
  email: string;
  fullName: string;
  surname: string;
  firstName: string;
  phoneNumber: string;
  country: string;
  /** YYYY-MM-DD */
  dateOfBirth: string;
  membership: Membership | null;
  kycStatus: ReviewStatus;
  paymentStatus: ReviewStatus;
  imageUrl: string | null;
  role: Role;
  referralCode: string;
  color: ColorWire;
}

/** The sign-in answer and the profile answer spell the referral code differently; inside there is one spelling. */
export function toProfile(data: ProfileWire | SignInDataWire): Profile {
  return {
    userId: data.userId,
    email: data.email,
    fullName: data.fullName,
    surname: data.surName,
    firstName: data.otherName,
    phoneNumber: data.phoneNumber,
    country: data.country,
    dateOfBirth: data.dob,
    membership: data.membership,
    kycStatus: data.kycStatus,
    paymentStatus: data.paymentStatus,
    imageUrl: data.image_url,
    role: data.userRole,
    referralCode: 'refferalId' in data ? data.refferalId : data.refferal_id,
    color: data.color,
  };
}
