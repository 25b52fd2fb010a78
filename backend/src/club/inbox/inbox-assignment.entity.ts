import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';
import { inboxKinds } from './inbox.types.js';

const InboxAssignmentSchema = defineEntity({
  name: 'InboxAssignment',
  tableName: 'inbox_assignments',
  properties: {
    kind: p.enum(inboxKinds).primary(),
    /** Of the item within its kind; see inbox-waiting.query.ts. */
    itemId: p.string().length(100).primary(),
    adminId: () => p.manyToOne(User).name('admin_id').mapToPk().deleteRule('cascade').updateRule('no action'),
    /** Not before the item began to wait. It counts while the item has waited since before it. */
    assignedAt: p.datetime(),
  },
  indexes: [{ name: 'inbox_assignments_admin_index', properties: ['adminId'] }],
});

/** Who takes care of an item of the inbox. It gives no right, and takes none from others. */
export class InboxAssignment extends InboxAssignmentSchema.class {}
InboxAssignmentSchema.setClass(InboxAssignment);
export { InboxAssignmentSchema };
