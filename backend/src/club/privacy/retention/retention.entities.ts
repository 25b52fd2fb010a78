import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../users/index.js';

const member = () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade').updateRule('no action');
const admin = (column: string) => () => p.manyToOne(User).name(column).mapToPk().deleteRule('set null').updateRule('no action').nullable();

/** Suspends the deletion of a member's data, for a court, an authority or a suspicion of fraud. */
const RetentionHoldSchema = defineEntity({
  name: 'RetentionHold',
  tableName: 'retention_holds',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    userId: member,
    /** The law, file number or order. Not shown to the member. */
    reason: p.string().length(1000),
    placedBy: admin('placed_by'),
    placedAt: p.datetime().defaultRaw('now()'),
    /** When it ends; null: when it is lifted. */
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

/** Summary of a deleted verification or payment: that it existed and how it was decided, without documents, address or reason. */
const ShreddedSubmissionSchema = defineEntity({
  name: 'ShreddedSubmission',
  tableName: 'shredded_submissions',
  properties: {
    /** The submission's id. */
    id: p.uuid().primary(),
    kind: p.enum(['kyc', 'payment']),
    userId: member,
    status: p.enum(['pending', 'approved', 'rejected']),
    submittedAt: p.datetime(),
    decidedAt: p.datetime().nullable(),
    /** Number of deleted files. */
    files: p.smallint(),
    shreddedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'shredded_submissions_user_index', properties: ['userId', 'shreddedAt'] }],
});
export class ShreddedSubmission extends ShreddedSubmissionSchema.class {}
ShreddedSubmissionSchema.setClass(ShreddedSubmission);

export const retentionEntities = [RetentionHoldSchema, ShreddedSubmissionSchema] as const;
