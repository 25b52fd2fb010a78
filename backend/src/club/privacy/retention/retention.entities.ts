import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../users/index.js';

const member = () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade').updateRule('no action');
const admin = (column: string) => () => p.manyToOne(User).name(column).mapToPk().deleteRule('set null').updateRule('no action').nullable();

/** Nothing of this member is deleted because its time is over: a court, an authority or a suspicion asks for it. */
const RetentionHoldSchema = defineEntity({
  name: 'RetentionHold',
  tableName: 'retention_holds',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    userId: member,
    /** Which law, file number or order. Not for the member. */
    reason: p.string().length(1000),
    placedBy: admin('placed_by'),
    placedAt: p.datetime().defaultRaw('now()'),
    /** It ends by itself; null: it is lifted by hand. */
    until: p.datetime().nullable(),
    liftedBy: admin('lifted_by'),
    liftedAt: p.datetime().nullable(),
  },
  uniques: [
    {
      name: 'retention_holds_open_unique',
      expression: 'create unique index "retention_holds_open_unique" on "retention_holds" ("user_id") where "lifted_at" is null',
    },
  ],
  indexes: [{ name: 'retention_holds_user_index', properties: ['userId', 'placedAt'] }],
});
export class RetentionHold extends RetentionHoldSchema.class {}
RetentionHoldSchema.setClass(RetentionHold);

/**
 * What is left of a verification or a payment once its papers, its address and its reason are gone: that there was one, and what was
 * decided.
 */
const ShreddedSubmissionSchema = defineEntity({
  name: 'ShreddedSubmission',
  tableName: 'shredded_submissions',
  properties: {
    /** Of the submission. */
    id: p.uuid().primary(),
    kind: p.enum(['kyc', 'payment']),
    userId: member,
    status: p.enum(['pending', 'approved', 'rejected']),
    submittedAt: p.datetime(),
    decidedAt: p.datetime().nullable(),
    /** How many were deleted. */
    files: p.smallint(),
    shreddedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'shredded_submissions_user_index', properties: ['userId', 'shreddedAt'] }],
});
export class ShreddedSubmission extends ShreddedSubmissionSchema.class {}
ShreddedSubmissionSchema.setClass(ShreddedSubmission);

export const retentionEntities = [RetentionHoldSchema, ShreddedSubmissionSchema] as const;
