import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';
import type { NoticeFacts } from './notice.types.js';

const NoticeSchema = defineEntity({
  name: 'Notice',
  tableName: 'notices',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade'),
    /** `invoice-paid` */
    kind: p.string().length(40),
    /** Of the event, so that a job that runs twice tells it once. */
    dedupeKey: p.string().length(200),
    /** What the text needs. Texts are made when they are shown, in the language of that moment. */
    facts: p.json<NoticeFacts>(),
    createdAt: p.datetime().defaultRaw('now()'),
    readAt: p.datetime().nullable(),
    /** When it was offered to Telegram and devices; null: not yet. */
    fannedOutAt: p.datetime().nullable(),
  },
  uniques: [{ name: 'notices_dedupe_unique', properties: ['user', 'dedupeKey'] }],
  indexes: [
    { name: 'notices_page_index', properties: ['user', 'createdAt', 'id'] },
    {
      name: 'notices_unread_index',
      expression: 'create index "notices_unread_index" on "notices" ("user_id", "created_at") where "read_at" is null',
    },
    {
      name: 'notices_waiting_index',
      expression: 'create index "notices_waiting_index" on "notices" ("created_at", "id") where "fanned_out_at" is null',
    },
    { name: 'notices_created_index', properties: ['createdAt'] },
  ],
});

/** Something that one member is told in the notification centre. */
export class Notice extends NoticeSchema.class {}
NoticeSchema.setClass(Notice);
export { NoticeSchema };
