import { maskSecret } from '../../../platform/crypto/index.js';
import type { Membership } from '../../../platform/domain/index.js';
import {
  presentCase,
  presentClaim,
  presentDecision,
  presentViewers,
  type CaseSurroundings,
  type CheckedField,
  type DocumentRequestRecord,
  type Viewer,
} from '../../reviews/index.js';
import type {
  CountedValueWire,
  FirstApprovalWire,
  KycQueueCountsWire,
  KycReviewDetailWire,
  KycReviewWire,
  RevealedKeyWire,
  SeenBeforeWire,
  ScheduledDecisionWire,
} from '../../../platform/wire/index.js';
import { SHOWN_FOR_SECONDS, type RevealedKey } from '../kyc-reveals.service.js';
import type { KycReview, Queue } from '../kyc-reviews.service.js';
import type { ScheduledBy } from '../kyc-submission.repository.js';
import type { LinkOf } from './kyc.v1.presenter.js';

/** Who reads a record: files are linked for their session, and they may do less while another reviewer holds the case. */
export interface Reader {
  adminId: string;
  linkOf: LinkOf;
  /** Ids of the files that they have opened. */
  opened: ReadonlySet<string>;
  /** Whether their approval of a member with this membership needs another reviewer's. */
  takesTwo: (membership: Membership) => boolean;
}

/** A record of `kyc-reviews`. */
export function presentReview(
  review: KycReview,
  { adminId, linkOf, opened, takesTwo }: Reader,
  viewers: readonly Viewer[] = [],
): KycReviewWire {
  const claim = presentClaim(review.claim, adminId);
  const scheduled = review.scheduled && presentScheduled(review.scheduled, adminId);
  const firstApproval = review.firstApproval && presentFirst(review.firstApproval, adminId);
  const isTwo = takesTwo(review.userType);
  const { may, ...decision } = presentDecision(review, {
    claimedBy: claim && !claim.self ? claim.fullName : null,
    scheduled,
    hasApproved: isTwo && firstApproval?.self === true,
    mayAsk: review.asked === null,
  });
  return {
    id: review.id,
    userId: review.userId,
    fullName: review.fullName,
    email: review.email,
    userType: review.userType,
    platform: review.platform,
    country: review.country,
    address: review.address,
    apiKeyMasked: review.apiKeyHint === null ? null : maskSecret(review.apiKeyHint),
    secretKeyMasked: review.secretKeyHint === null ? null : maskSecret(review.secretKeyHint),
    exchangeLoginGiven: review.exchangeLoginGiven,
    keyState: review.key?.state ?? 'none',
    keyRights: [...(review.key?.rights ?? [])],
    idCardUrl: linkOf(review.idCardFileId),
    proofOfAddressUrl: linkOf(review.proofFileId),
    proofOfAddressType: review.proofMime,
    opened: { idCard: opened.has(review.idCardFileId), proofOfAddress: opened.has(review.proofFileId) },
    scheduled,
    firstApproval,
    takesTwo: isTwo,
    submittedAt: review.submittedAt.toISOString(),
    asked: review.asked && { document: review.asked.document, at: review.asked.at.toISOString() },
    resubmittedAt: review.resubmittedAt?.toISOString() ?? null,
    dueAt: review.service?.dueAt.toISOString() ?? null,
    service: review.service?.state ?? null,
    claim,
    ...decision,
    viewers: presentViewers(viewers),
    may: review.key === null || review.apiKeyHint === null ? may : [...may, 'reveal'],
  };
}

function presentScheduled({ decision, adminId, fullName, dueAt }: ScheduledBy, readerId: string): ScheduledDecisionWire {
  return { decision, userId: adminId, fullName, self: adminId === readerId, dueAt: dueAt.toISOString() };
}

function presentFirst({ adminId, fullName, at }: NonNullable<KycReview['firstApproval']>, readerId: string): FirstApprovalWire {
  return { userId: adminId, fullName, self: adminId === readerId, at: at.toISOString() };
}

/** What only a single record has. */
interface OnItsOwn {
  around: CaseSurroundings;
  requests: readonly DocumentRequestRecord[];
  /** By the admin who reads it. */
  checked: CheckedField[];
  seenBefore: SeenBeforeWire;
}

/** A single record, with the data that a reviewer compares it with. */
export function presentReviewDetail(
  review: KycReview,
  { around, requests, checked, seenBefore }: OnItsOwn,
  reader: Reader,
): KycReviewDetailWire {
  return {
    ...presentReview(review, reader),
    ...presentCase(around),
    requests: requests.map(({ document, reason, askedAt, askedBy, endedAt, isAnswered, earlier }) => ({
      document,
      reason,
      askedAt: askedAt.toISOString(),
      askedBy,
      endedAt: endedAt?.toISOString() ?? null,
      answered: isAnswered,
      earlier: earlier && { url: reader.linkOf(earlier.fileId), type: earlier.mime },
    })),
    checked,
    seenBefore,
  };
}

/** GET kyc-reviews/counts */
export function presentCounts({ total, serviceHours, values }: Queue): KycQueueCountsWire {
  return { total, serviceHours, values: values satisfies Record<string, CountedValueWire[]> };
}

/** The only response with a member's key in plain text (ruling D1). */
export function presentRevealed({ apiKey, secretKey, passphrase }: RevealedKey): RevealedKeyWire {
  return { apiKey, secretKey, ...(passphrase !== undefined && { passphrase }), shownForSeconds: SHOWN_FOR_SECONDS };
}
