import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';

const NoticeCursorSchema = defineEntity({
  name: 'NoticeCursor',
  tableName: 'notice_cursors',
  properties: {
    user: () => p.manyToOne(User).name('user_id').mapToPk().primary().deleteRule('cascade'),
    /** Items for many members up to this instant count as read. */
    readUntil: p.datetime(),
    /** Later items that were read, by their ids. Bounded: the oldest of them move `readUntil`. */
    readIds: p.json<string[]>(),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});

/** How far a member has read what is for many: one row, however many items there are. */
export class NoticeCursor extends NoticeCursorSchema.class {}
NoticeCursorSchema.setClass(NoticeCursor);
export { NoticeCursorSchema };
