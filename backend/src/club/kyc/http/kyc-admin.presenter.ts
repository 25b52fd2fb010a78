import { maskSecret } from '../../../platform/crypto/index.js';
import { presentCase, presentDecision, presentViewers, type CaseSurroundings, type Viewer } from '../../reviews/index.js';
import type { KycReviewDetailWire, KycReviewWire, RevealedKeyWire } from '../../../platform/wire/index.js';
import { SHOWN_FOR_SECONDS, type RevealedKey } from '../kyc-reveals.service.js';
import type { KycReview } from '../kyc-reviews.service.js';
import type { LinkOf } from './kyc.v1.presenter.js';

/** A record of `kyc-reviews`. */
export function presentReview(review: KycReview, linkOf: LinkOf, viewers: readonly Viewer[] = []): KycReviewWire {
  const { may, ...decision } = presentDecision(review);
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
    submittedAt: review.submittedAt.toISOString(),
    ...decision,
    viewers: presentViewers(viewers),
    may: review.key === null || review.apiKeyHint === null ? may : [...may, 'reveal'],
  };
}

/** A single record, with the data that a reviewer compares it with. */
export function presentReviewDetail(review: KycReview, around: CaseSurroundings, linkOf: LinkOf): KycReviewDetailWire {
  return { ...presentReview(review, linkOf), ...presentCase(around) };
}

/** The only response with a member's key in plain text (ruling D1). */
export function presentRevealed({ apiKey, secretKey, passphrase }: RevealedKey): RevealedKeyWire {
  return { apiKey, secretKey, ...(passphrase !== undefined && { passphrase }), shownForSeconds: SHOWN_FOR_SECONDS };
}
