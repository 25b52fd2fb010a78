export type MembershipWire = 'trade club' | 'hedge fund';
export type RoleWire = 'admin' | MembershipWire;
/** null: never submitted. */
export type ReviewStatusWire = 'pending' | 'approved' | 'rejected' | null;
export type ColorWire = 'white' | 'black';

interface ProfileBase {
  userId: string;
  email: string;
  fullName: string;
  surName: string;
  otherName: string;
  phoneNumber: string;
  country: string;
  /** YYYY-MM-DD */
  dob: string;
  membership: MembershipWire | null;
  kycStatus: ReviewStatusWire;
  paymentStatus: ReviewStatusWire;
  image_url: string | null;
  userRole: RoleWire;
  color: ColorWire;
}

/** GET /getuser */
export interface ProfileWire extends ProfileBase {
  refferalId: string;
}

/** POST /signinuser: `data`. The login answer spells the referral code differently. */
export interface SignInDataWire extends ProfileBase {
  refferal_id: string;
}

/** POST /signinuser: the token stands beside `data`. */
export interface SignInAnswerWire {
  message: string;
  token: string;
  data: SignInDataWire;
}

/** POST /signupuser */
export interface SignUpWire {
  surname: string;
  otherName: string;
  email: string;
  /** Digits, an optional leading +. */
  phoneNumber: string;
  /** An English country name of the fixed list. */
  country: string;
  /** YYYY-MM-DD */
  dob: string;
  membership: MembershipWire;
  password: string;
  /** Must equal membership. */
  role: MembershipWire;
  refferedBy?: string;
}
