import { z } from 'zod';
import { DomainError, type Membership } from '../../common/domain/index.js';
import type { Actor } from '../../common/http/index.js';

/** Body of a rejection; without a reason the member reads `standard`. */
export function rejectionBody(standard: string) {
  return z.strictObject({
    reason: z.string('A reason must be text').trim().min(1, 'Give the member a reason').max(500, 'A reason may have 500 characters at most').default(standard),
  });
}

/** Filters that every list of reviews knows. */
export const reviewFilters = {
  id: z.array(z.uuid('id must be a list of ids')).max(1000, 'id may name 1000 records at most'),
  q: z.string('q must be text').trim().max(100, 'q may have 100 characters at most'),
  status: z.enum(['pending', 'approved', 'rejected'], 'status must be pending, approved or rejected'),
  userId: z.uuid('userId must be an id'),
};

/** The member behind a route of members. Throws where it is an admin, who submits nothing. */
export function submittingMember({ userId, membership }: Actor): { userId: string; membership: Membership } {
  if (!membership) throw new DomainError('forbidden', 'review.members-only', 'Only members submit this');
  return { userId, membership };
}
