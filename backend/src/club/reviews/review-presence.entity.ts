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
    /** One opened page: two tabs of one admin come and go apart. */
    visit: p.uuid().primary(),
    since: p.datetime().defaultRaw('now()'),
    /** Moved on while the page is looked at; a page that died leaves by itself. */
    until: p.datetime(),
  },
  indexes: [{ name: 'review_presences_admin_index', properties: ['adminId'] }],
});

/** An admin has a case open. In the database, so that every API process knows it. */
export class ReviewPresence extends ReviewPresenceSchema.class {}
ReviewPresenceSchema.setClass(ReviewPresence);
export { ReviewPresenceSchema };
