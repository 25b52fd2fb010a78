import { maskSecret } from '../../common/crypto/index.js';
import type { KycReviewWire, RevealedKeyWire } from '../../wire/index.js';
import { SHOWN_FOR_SECONDS, type RevealedKey } from '../kyc-reveals.service.js';
import type { KycReview } from '../kyc-reviews.js';
import type { LinkOf } from './kyc.v1.presenter.js';

/** A record of `kyc-reviews`. */
export function presentReview(review: KycReview, linkOf: LinkOf): KycReviewWire {
  return {
    id: review.id,
    userId: review.userId,
    fullName: review.fullName,
    email: review.email,
    userType: review.userType,
    platform: review.platform,
    address: review.address,
    apiKeyMasked: review.apiKeyHint === null ? null : maskSecret(review.apiKeyHint),
    secretKeyMasked: review.secretKeyHint === null ? null : maskSecret(review.secretKeyHint),
    exchangeLoginGiven: review.exchangeLoginGiven,
    keyState: review.key?.state ?? 'none',
    keyRights: [...(review.key?.rights ?? [])],
    idCardUrl: linkOf(review.idCardFileId),
    proofOfAddressUrl: linkOf(review.proofFileId),
    proofOfAddressType: review.proofMime,
    status: review.status,
    reason: review.reason,
    submittedAt: review.submittedAt.toISOString(),
    decidedAt: review.decidedAt?.toISOString() ?? null,
  };
}

/** The one answer that holds a member's key in clear (ruling D1). */
export function presentRevealed({ apiKey, secretKey, passphrase }: RevealedKey): RevealedKeyWire {
  return { apiKey, secretKey, ...(passphrase !== undefined && { passphrase }), shownForSeconds: SHOWN_FOR_SECONDS };
}
