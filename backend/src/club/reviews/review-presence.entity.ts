import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';
import { reviewNames } from './review.types.js';

const ReviewPresenceSchema = defineEntity({
  name: 'ReviewPresence',
  tableName: 'review_presences',
  properties: {
    kind: p.enum(reviewNames).primary(),
    submissionId: p.uuid().primary(),
    adminId: () => p.manyToOne(User).name('admin_id').mapToPk().primary().deleteRule('cascade').updateRule('no action'),
    /** Identifies an open page, so that two tabs of one admin have separate leases. */
    visit: p.uuid().primary(),
    since: p.datetime().defaultRaw('now()'),
    /** End of the lease. An open page renews it; the lease of a closed or crashed page expires. */
    until: p.datetime(),
  },
  indexes: [{ name: 'review_presences_admin_index', properties: ['adminId'] }],
});

/** The lease of an admin who has a case open, shared by all API processes. */
export class ReviewPresence extends ReviewPresenceSchema.class {}
ReviewPresenceSchema.setClass(ReviewPresence);
export { ReviewPresenceSchema };
