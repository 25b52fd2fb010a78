import { DEFAULT_LANGUAGE, type Language, type Membership } from '../../../platform/domain/index.js';
import type { RetentionPeriods } from '../../../platform/config/index.js';
import type { DataExportWire, ErasureRequestWire, ErasureReviewWire, ErasureWire } from '../../../platform/wire/index.js';
import type { OwnErasure } from '../erasure/erasure-request.repository.js';
import type { ErasureReview } from '../erasure/erasure-review.repository.js';
import { erasureTexts } from '../erasure/erasure.messages.js';
import type { ExportView } from '../export/data-export.repository.js';

const iso = (date: Date | null) => date?.toISOString() ?? null;

export function presentExport({ requestedAt, readyAt, expiresAt, ...same }: ExportView): DataExportWire {
  return { ...same, requestedAt: requestedAt.toISOString(), readyAt: iso(readyAt), expiresAt: iso(expiresAt) };
}

const presentRequest = ({ id, state, requestedAt, answerDueAt, endedAt, reason }: OwnErasure): ErasureRequestWire => ({
  id,
  state,
  requestedAt: requestedAt.toISOString(),
  answerDueAt: answerDueAt.toISOString(),
  endedAt: iso(endedAt),
  reason,
});

export function presentErasure(
  request: OwnErasure | null,
  membership: Membership,
  periods: RetentionPeriods,
  language: Language,
): ErasureWire {
  return { request: request && presentRequest(request), ...erasureTexts(membership, periods, language) };
}

export function presentReview(review: ErasureReview, periods: RetentionPeriods): ErasureReviewWire {
  const { userId, fullName, email, membership, decidedBy, decidedByName, may } = review;
  const { erasedAtOnce, kept } = erasureTexts(membership === 'admin' ? 'trade club' : membership, periods, DEFAULT_LANGUAGE);
  return {
    ...presentRequest(review),
    userId,
    fullName,
    email,
    membership,
    decidedBy,
    decidedByName,
    may,
    erasedAtOnce,
    kept: membership === 'admin' ? [] : kept,
    historyUntil: iso(review.historyUntil),
    historyErasedAt: iso(review.historyErasedAt),
    identityUntil: iso(review.identityUntil),
    identityErasedAt: iso(review.identityErasedAt),
  };
}
