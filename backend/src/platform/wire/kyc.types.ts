import type { MembershipWire, ReviewStatusWire } from './account.types.js';

/** Where a member's exchange account lives; `platform` of POST /createkyc. */
export type PlatformWire = 'binance' | 'bybit' | 'okx';

/** POST /createkyc: multipart fields beside the files `idCard` and `proofOfAddress`. */
export interface KycSubmissionWire {
  address: string;
  userType: MembershipWire;
  platform: PlatformWire;
  apiKey?: string;
  secretKey?: string;
  /** Required if the platform of GET /public/config asks for one; ignored otherwise. */
  passphrase?: string;
  userName?: string;
  password?: string;
}

/** Beside `data` of POST /createkyc: sentences about a key that was taken, where there are any. */
export interface KycWarningsWire {
  warnings?: string[];
}

/** GET /getpendingkyc: secrets masked, files as links that live five minutes. */
export interface PendingKycWire {
  userId: string;
  fullName: string;
  address: string;
  apiKey: string;
  secretKey: string;
  idCard: string;
  proofOfAddress: string;
  status: ReviewStatusWire;
}

/** GET /getlistkyc */
export interface KycMemberWire {
  userId: string;
  fullName: string;
  userType: MembershipWire;
  createdDate: string;
}

/** The name of a document in the forms of POST /createkyc and POST /me/kyc/document. */
export type KycDocumentWire = 'idCard' | 'proofOfAddress';

/** GET /me/kyc: the member's latest submission; all null before the first. */
export interface MyKycWire {
  kycStatus: ReviewStatusWire;
  /** Why it was rejected. */
  reason: string | null;
  /** Rejected for good: POST /createkyc answers 409. */
  final: boolean;
  /** The one document of the pending submission that is asked for again, for POST /me/kyc/document; null: none. */
  asked: { document: KycDocumentWire; reason: string } | null;
  platform: PlatformWire | null;
  submittedAt: string | null;
  decidedAt: string | null;
}

/**
 * POST /admin/kyc-reviews/{id}/reveal with {reason}: 403 {stepUp: true} without a confirmation of the last five minutes, 429 beyond ten an
 * hour.
 */
export interface RevealedKeyWire {
  apiKey: string;
  secretKey: string;
  /** Where the exchange's keys have a third part. */
  passphrase?: string;
  /** How long the console may keep it on the screen. */
  shownForSeconds: number;
}
