import type { ReviewStatus, Role } from '../../platform/domain/index.js';
import { DEFAULT_COLOR, type Color } from './user.entity.js';

/** What a person sees of their own account. */
export interface Profile {
  userId: string;
  email: string;
  surname: string;
  otherName: string;
  phoneNumber: string;
  country: string;
  /** YYYY-MM-DD */
  dateOfBirth: string;
  role: Role;
  kycStatus: ReviewStatus | null;
  paymentStatus: ReviewStatus | null;
  referralCode: string;
  color: Color;
  imageFileId: string | null;
}

export type ProfileRow = {
  id: string;
  email: string;
  surname: string;
  other_name: string;
  phone_number: string;
  country: string;
  date_of_birth: string;
  role: Role;
  kyc_status: ReviewStatus | null;
  payment_status: ReviewStatus | null;
  referral_code: string;
  color: Color | null;
  image_file_id: string | null;
};

/** SQL over `u`, a user: what profileFrom reads. */
export const profileColumns = `u.id, u.email, u.surname, u.other_name, u.phone_number, u.country, u.date_of_birth, u.role, u.kyc_status, u.payment_status, u.referral_code, u.color, u.image_file_id`;

export function profileFrom({
  id,
  email,
  surname,
  other_name,
  phone_number,
  country,
  date_of_birth,
  role,
  kyc_status,
  payment_status,
  referral_code,
  color,
  image_file_id,
}: ProfileRow): Profile {
  return {
    userId: id,
    email,
    surname,
    otherName: other_name,
    phoneNumber: phone_number,
    country,
    dateOfBirth: date_of_birth,
    role,
    kycStatus: kyc_status,
    paymentStatus: payment_status,
    referralCode: referral_code,
    color: color ?? DEFAULT_COLOR,
    imageFileId: image_file_id,
  };
}
