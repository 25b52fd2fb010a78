import { z } from 'zod';
import { DomainError, type Membership } from '../../../platform/domain/index.js';
import type { Actor } from '../../../platform/http/index.js';
import type { ReviewName } from '../review.types.js';
import { codesOf, isAbout, OTHER, reviewDocuments } from '../rejection.rules.js';
import { checkedFields } from '../review-check.entity.js';

const rejectionShape = (subject: ReviewName) =>
  z.strictObject({
    code: z.enum(codesOf(subject), 'Choose a reason from the list').optional(),
    reason: z
      .string('A reason must be text')
      .trim()
      .min(1, 'Give the member a reason')
      .max(500, 'A reason can have up to 500 characters')
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

/** Body of a decision of the console: a rejection and a document that is asked for again take a reason. */
export const consoleDecisionBody = (subject: ReviewName) =>
  rejectionShape(subject)
    .extend({
      decision: z.enum(['approve', 'reject', 'ask'], 'decision must be approve, reject or ask'),
      document: z.enum(reviewDocuments, `document must be one of ${reviewDocuments.join(', ')}`).optional(),
    })
    .superRefine((body, context) => {
      const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
      const { decision, document, code, reason, outcome } = body;
      if (decision !== 'ask' && document !== undefined) refuse('document', 'Only a decision that asks for a document names one');
      if (decision === 'approve') return;
      if (code === undefined && reason === undefined) refuse('reason', 'Give the member a reason');
      else requireReason(body, context);
      if (decision === 'reject') return;
      if (document === undefined) refuse('document', 'Choose the document that the member sends again');
      else if (code !== undefined && !isAbout(document, code)) refuse('code', 'This reason is about the other document');
      if (outcome === 'final') refuse('outcome', 'A document that is asked for again is no final decision');
    })
    .transform(({ decision, document, code, reason, outcome }) => ({ decision, document, code, reason, final: outcome === 'final' }));

/** Body of a field that a reviewer has compared with the documents, or has not. */
export const checkBody = z.strictObject({
  field: z.enum(checkedFields, `field must be one of ${checkedFields.join(', ')}`),
  checked: z.boolean('checked must be true or false'),
});

/** Body of an action whose reason is recorded in the audit log. */
export const accountableBody = z.strictObject({
  reason: z.string('Say why').trim().min(5, 'A reason needs at least 5 characters').max(500, 'A reason can have up to 500 characters'),
});

/** Identifies an open page; the page generates it. */
export const visitBody = z.strictObject({ visit: z.uuid('visit must be an id').transform((id) => id.toLowerCase()) });

/** The same page, which claims the case. `takeOver`: also from another reviewer. */
export const claimBody = visitBody.extend({ takeOver: z.boolean('takeOver must be true or false').default(false) });

/** Filters that all lists of reviews share. */
export const reviewFilters = {
  id: z.array(z.uuid('id must be a list of ids')).max(1000, 'id may name 1000 records at most'),
  q: z.string('q must be text').trim().max(100, 'q can have up to 100 characters'),
  status: z.enum(['pending', 'approved', 'rejected'], 'status must be pending, approved or rejected'),
  userId: z.uuid('userId must be an id'),
};

/** Returns the member who submits. Throws for an admin. */
export function submittingMember({ userId, membership }: Actor): { userId: string; membership: Membership } {
  if (!membership) throw new DomainError('forbidden', 'review.members-only', 'Only members submit this');
  return { userId, membership };
}
