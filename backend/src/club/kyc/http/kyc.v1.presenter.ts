import { maskSecret } from '../../../platform/crypto/index.js';
import type { Language, ReviewStatus } from '../../../platform/domain/index.js';
import { answer } from '../../../platform/http/index.js';
import type { KycMemberWire, KycWarningsWire, MyKycWire, PendingKycWire } from '../../../platform/wire/index.js';
import { rejectionIn } from '../../reviews/index.js';
import { formNames } from '../asked-document.form.js';
import type { KycReview } from '../kyc-reviews.service.js';
import type { OwnKyc, VerifiedMember } from '../kyc-submission.repository.js';

/** Returns the link to a file for the current session. */
export type LinkOf = (fileId: string) => string;

/** POST /createkyc; `warnings`: about the key. */
export function presentSubmitted({ status, warnings }: { status: ReviewStatus; warnings: string[] }) {
  return answer('kyc uploaded success', { kycStatus: status }, (warnings.length > 0 ? { warnings } : {}) satisfies KycWarningsWire);
}

/** GET /getpendingkyc: secrets masked, files as links that expire after five minutes. */
export function presentPending(review: KycReview, linkOf: LinkOf): PendingKycWire {
  return {
    userId: review.userId,
    fullName: review.fullName,
    address: review.address,
    apiKey: maskSecret(review.apiKeyHint),
    secretKey: maskSecret(review.secretKeyHint),
    idCard: linkOf(review.idCardFileId),
    proofOfAddress: linkOf(review.proofFileId),
    status: review.status,
  };
}

/** GET /getlistkyc */
export function presentVerified({ userId, fullName, userType, createdAt }: VerifiedMember): KycMemberWire {
  return { userId, fullName, userType, createdDate: createdAt.toISOString() };
}

const presentAsked = ({ document, reason }: NonNullable<OwnKyc['asked']>, language: Language | null): MyKycWire['asked'] => ({
  document: formNames[document],
  reason: rejectionIn(language, 'kyc', reason),
});

/** GET /me/kyc; all null before the first submission. */
export function presentOwn(kyc: OwnKyc | null, language: Language | null): MyKycWire {
  return {
    kycStatus: kyc?.status ?? null,
    reason: kyc?.reason == null ? null : rejectionIn(language, 'kyc', kyc.reason),
    final: kyc?.closed ?? false,
    asked: kyc?.asked == null ? null : presentAsked(kyc.asked, language),
    platform: kyc?.platform ?? null,
    submittedAt: kyc?.submittedAt.toISOString() ?? null,
    decidedAt: kyc?.decidedAt?.toISOString() ?? null,
  };
}
