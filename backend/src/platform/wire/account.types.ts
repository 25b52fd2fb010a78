export type MembershipWire = 'trade club' | 'hedge fund';
export type RoleWire = 'admin' | MembershipWire;
/** Roles of the team; `userRole` is `admin` for all of them. */
export type TeamRoleWire = 'owner' | 'admin' | 'reviewer' | 'signal author' | 'support' | 'auditor';

/** A right of the console, `resource.action`. */
export type PermissionWire =
  | 'dashboard.read'
  | 'users.read'
  | 'users.export'
  | 'users.block'
  | 'kyc.read'
  | 'kyc.decide'
  | 'kyc.reveal'
  | 'payments.read'
  | 'payments.decide'
  | 'invoices.read'
  | 'invoices.export'
  | 'invoices.void'
  | 'fund.read'
  | 'fund.manage'
  | 'fund.invoice'
  | 'disputes.read'
  | 'disputes.decide'
  | 'addresses.approve'
  | 'erasure.read'
  | 'erasure.decide'
  | 'sync.read'
  | 'sync.start'
  | 'trades.read'
  | 'trades.export'
  | 'signals.read'
  | 'signals.publish'
  | 'analysis.read'
  | 'analysis.publish'
  | 'calendar.read'
  | 'calendar.publish'
  | 'calendar.signups'
  | 'site.read'
  | 'comments.read'
  | 'comments.moderate'
  | 'site.publish'
  | 'broadcasts.read'
  | 'broadcasts.send'
  | 'audit.read'
  | 'system.read'
  | 'system.manage'
  | 'team.read'
  | 'team.manage';

/** GET /me/access. Members have no team role and no permission. */
export interface AccessWire {
  teamRole: TeamRoleWire | null;
  permissions: readonly PermissionWire[];
}

/** null: never submitted. */
export type ReviewStatusWire = 'pending' | 'approved' | 'rejected' | null;
export type ColorWire = 'white' | 'black';

/** GET /me/color. `chosen` false: the pages follow the device, and `color` is the default. */
export interface MyColorWire {
  color: ColorWire;
  chosen: boolean;
}

/** A BCP 47 tag. */
export type LanguageWire = 'en' | 'es' | 'ar';

/** GET and POST /me/language. null: unknown, which means English. */
export interface MyLanguageWire {
  language: LanguageWire | null;
}

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

/** POST /signinuser: the token is beside `data`. */
export interface SignInAnswerWire {
  message: string;
  token: string;
  data: SignInDataWire;
}

/** A person as they registered. */
export interface PersonWire {
  surname: string;
  /** Digits, an optional leading +. */
  phoneNumber: string;
  /** An English country name of the fixed list. */
  country: string;
}

/** POST /signupuser */
export interface SignUpWire extends ProfileFormWire {
  /** YYYY-MM-DD */
  dob: string;
  membership: MembershipWire;
  password: string;
  /** Must equal membership. */
  role: MembershipWire;
  refferedBy?: string;
}

/** POST /forgetpassword. A `password` beside it is ignored. */
export interface ForgottenPasswordWire {
  email: string;
}

/** POST /changepassword, with the token of the mailed link in `Authorization`. */
export interface NewPasswordWire {
  newPassword: string;
}

/** POST /auth/password */
export interface OwnPasswordWire {
  currentPassword: string;
  newPassword: string;
}

/** POST /updateprofile: every field, also those that stay as they are. */
export interface ProfileFormWire extends PersonWire {
  otherName: string;
  email: string;
}

/** POST /updateprofile: `data`. */
export interface ProfileChangedWire {
  fullName: string;
  /** The address that becomes the account's once the link in its mail is opened. */
  emailPending: string | null;
}

/** GET /me/membership: `data`. */
export interface MyMembershipWire {
  memberSince: string;
}

/** POST /profileImg, DELETE /me/image: `data`. A link that lives five minutes; null: no image. */
export interface ProfileImageWire {
  profileImage: string | null;
}
