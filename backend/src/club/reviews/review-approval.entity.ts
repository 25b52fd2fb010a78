import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';
import { reviewNames } from './review.types.js';

const ReviewApprovalSchema = defineEntity({
  name: 'ReviewApproval',
  tableName: 'review_approvals',
  properties: {
    kind: p.enum(reviewNames).primary(),
    submissionId: p.uuid().primary(),
    adminId: () => p.manyToOne(User).name('admin_id').mapToPk().deleteRule('cascade').updateRule('no action'),
    approvedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'review_approvals_admin_index', properties: ['adminId'] }],
});

/** The first of two approvals of a case that waits for another reviewer. */
export class ReviewApproval extends ReviewApprovalSchema.class {}
ReviewApprovalSchema.setClass(ReviewApproval);
export { ReviewApprovalSchema };
