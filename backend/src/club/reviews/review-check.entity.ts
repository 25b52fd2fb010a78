import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';
import { reviewNames } from './review.types.js';

/** What a reviewer compares with the documents, in the order of the page. */
export const checkedFields = ['surname', 'firstName', 'dateOfBirth', 'country', 'address', 'identityValid', 'proofRecent'] as const;
export type CheckedField = (typeof checkedFields)[number];

const ReviewCheckSchema = defineEntity({
  name: 'ReviewCheck',
  tableName: 'review_checks',
  properties: {
    kind: p.enum(reviewNames).primary(),
    submissionId: p.uuid().primary(),
    adminId: () => p.manyToOne(User).name('admin_id').mapToPk().primary().deleteRule('cascade').updateRule('no action'),
    field: p.enum(checkedFields).primary(),
  },
  indexes: [{ name: 'review_checks_admin_index', properties: ['adminId'] }],
});

/** A field of a case that a reviewer has compared with the document. It ends with the decision, which the audit log records it with. */
export class ReviewCheck extends ReviewCheckSchema.class {}
ReviewCheckSchema.setClass(ReviewCheck);
export { ReviewCheckSchema };
