import type { DocumentUsesWire, SeenBeforeWire } from '../../../platform/wire/index.js';
import type { FoundUse } from '../kyc-fingerprint.repository.js';
import type { PictureUses, SeenBefore } from '../kyc-fingerprints.service.js';

/** `userId`: the member of the case. */
export function presentSeenBefore({ pictures, number, isComplete }: SeenBefore, userId: string): SeenBeforeWire {
  const usesOf = ({ uses, hasMore }: { uses: readonly FoundUse[]; hasMore: boolean }): DocumentUsesWire => ({
    uses: uses.map((use) => ({
      id: use.submissionId,
      userId: use.userId,
      fullName: use.fullName,
      status: use.status,
      document: use.sentAs,
      sentAt: use.sentAt.toISOString(),
      isSame: use.isSame,
      isOwn: use.userId === userId,
    })),
    hasMore,
  });
  const pictureOf = ({ comparison, ...found }: PictureUses) => ({ comparison, ...usesOf(found) });
  return {
    pictures: { 'id-card': pictureOf(pictures['id-card']), 'proof-of-address': pictureOf(pictures['proof-of-address']) },
    number: { isRecorded: number.isRecorded, ...usesOf(number) },
    isComplete,
  };
}
