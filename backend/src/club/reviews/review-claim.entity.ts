import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';
import { reviewNames } from './review.types.js';

const ReviewClaimSchema = defineEntity({
  name: 'ReviewClaim',
  tableName: 'review_claims',
  properties: {
    kind: p.enum(reviewNames).primary(),
    submissionId: p.uuid().primary(),
    adminId: () => p.manyToOne(User).name('admin_id').mapToPk().deleteRule('cascade').updateRule('no action'),
    since: p.datetime().defaultRaw('now()'),
    /** End of the lease. The reviewer's open page renews it. */
    until: p.datetime(),
  },
  indexes: [{ name: 'review_claims_admin_index', properties: ['adminId'] }],
});

/** The lease of the one reviewer who may decide a case, shared by all API processes. */
export class ReviewClaim extends ReviewClaimSchema.class {}
ReviewClaimSchema.setClass(ReviewClaim);
export { ReviewClaimSchema };
