import { z } from 'zod';
import { DomainError, type Membership } from '../../../platform/domain/index.js';
import type { Actor } from '../../../platform/http/index.js';
import type { ReviewName } from '../review.types.js';
import { codesOf, OTHER } from '../rejection.rules.js';

const rejectionShape = (subject: ReviewName) =>
  z.strictObject({
    code: z.enum(codesOf(subject), 'Choose a reason from the list').optional(),
    reason: z
      .string('A reason must be text')
      .trim()
      .min(1, 'Give the member a reason')
      .max(500, 'A reason may have 500 characters at most')
      .optional(),
    outcome: z.enum(['try-again', 'final'], 'outcome must be try-again or final').default('try-again'),
  });

type Rejection = z.output<ReturnType<typeof rejectionShape>>;

function requireReason({ code, reason, outcome }: Rejection, context: z.RefinementCtx): void {
  if (reason !== undefined) return;
  if (code === OTHER) context.addIssue({ code: 'custom', path: ['reason'], message: 'Say in your own words what the reason is' });
  else if (outcome === 'final' && code === undefined)
    context.addIssue({ code: 'custom', path: ['reason'], message: 'A final decision needs a reason' });
}

/** Body of a rejection. Without a reason the member gets the standard one. A final decision and the code `other` require a reason. */
export const rejectionBody = (subject: ReviewName) => rejectionShape(subject).superRefine(requireReason);

/** Body of a decision of the console: a rejection takes a reason. */
export const consoleDecisionBody = (subject: ReviewName) =>
  rejectionShape(subject)
    .extend({ decision: z.enum(['approve', 'reject'], 'decision must be approve or reject') })
    .superRefine((body, context) => {
      if (body.decision === 'approve') return;
      if (body.code === undefined && body.reason === undefined)
        context.addIssue({ code: 'custom', path: ['reason'], message: 'Give the member a reason' });
      else requireReason(body, context);
    })
    .transform(({ decision, code, reason, outcome }) => ({ decision, code, reason, final: outcome === 'final' }));

/** Body of an action whose reason is recorded in the audit log. */
export const accountableBody = z.strictObject({
  reason: z.string('Say why').trim().min(5, 'A reason needs at least 5 characters').max(500, 'A reason may have 500 characters at most'),
});

/** Identifies an open page; the page generates it. */
export const visitBody = z.strictObject({ visit: z.uuid('visit must be an id').transform((id) => id.toLowerCase()) });

/** The same page, which claims the case. `takeOver`: also from another reviewer. */
export const claimBody = visitBody.extend({ takeOver: z.boolean('takeOver must be true or false').default(false) });

/** Filters that all lists of reviews share. */
export const reviewFilters = {
  id: z.array(z.uuid('id must be a list of ids')).max(1000, 'id may name 1000 records at most'),
  q: z.string('q must be text').trim().max(100, 'q may have 100 characters at most'),
  status: z.enum(['pending', 'approved', 'rejected'], 'status must be pending, approved or rejected'),
  userId: z.uuid('userId must be an id'),
};

/** Returns the member who submits. Throws for an admin. */
export function submittingMember({ userId, membership }: Actor): { userId: string; membership: Membership } {
  if (!membership) throw new DomainError('forbidden', 'review.members-only', 'Only members submit this');
  return { userId, membership };
}
