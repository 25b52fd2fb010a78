import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';

/** Characters of a note. */
export const MAX_NOTE = 2000;

const MemberNoteSchema = defineEntity({
  name: 'MemberNote',
  tableName: 'member_notes',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    /** The user whom the note is about. */
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade'),
    /** The person of the team who wrote it. Null: their account no longer exists. */
    author: () => p.manyToOne(User).name('author_id').mapToPk().nullable().deleteRule('set null'),
    /** Plain text. */
    text: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  checks: [{ name: 'member_notes_text_check', expression: `char_length("text") >= 1 and char_length("text") <= ${MAX_NOTE}` }],
  indexes: [
    { name: 'member_notes_user_index', properties: ['user', 'createdAt', 'id'] },
    { name: 'member_notes_author_index', properties: ['author'] },
  ],
});

/** A note of the team about a user. Never changed; the member gets it with a copy of their data. */
export class MemberNote extends MemberNoteSchema.class {}
MemberNoteSchema.setClass(MemberNote);
export { MemberNoteSchema };
