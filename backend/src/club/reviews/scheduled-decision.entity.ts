import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';
import { reviewDocuments } from './rejection.rules.js';
import { reviewNames } from './review.types.js';

/**
 * `first-approve`: of two reviewers the first approves, which changes nothing for the member; `ask`: the member is asked for one document
 * again.
 */
export const decisionSteps = ['first-approve', 'approve', 'reject', 'ask'] as const;
export type DecisionStep = (typeof decisionSteps)[number];

const ScheduledDecisionSchema = defineEntity({
  name: 'ScheduledDecision',
  tableName: 'scheduled_decisions',
  properties: {
    id: p.uuid().primary(),
    kind: p.enum(reviewNames),
    submissionId: p.uuid(),
    adminId: () => p.manyToOne(User).name('admin_id').mapToPk().deleteRule('cascade').updateRule('no action'),
    step: p.enum(decisionSteps),
    /** Of `ask`. */
    document: p.enum(reviewDocuments).nullable(),
    /** Of a rejection and of `ask`: the code of the reason. */
    code: p.string().length(40).nullable(),
    /** Of both: the reviewer's own words. */
    reason: p.string().length(500).nullable(),
    isFinal: p.boolean().default(false),
    dueAt: p.datetime(),
  },
  uniques: [{ name: 'scheduled_decisions_case_unique', properties: ['kind', 'submissionId'] }],
  indexes: [{ name: 'scheduled_decisions_admin_index', properties: ['adminId'] }],
});

/** A decision that can still be undone. A job carries it out, and deletes the row with it. */
export class ScheduledDecision extends ScheduledDecisionSchema.class {}
ScheduledDecisionSchema.setClass(ScheduledDecision);
export { ScheduledDecisionSchema };
