import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../../club/users/index.js';
import { chatStatuses, groupNotices } from './chat-member.types.js';

/** Characters of an invite link. */
const LINK_LENGTH = 200;

const ChatMemberSchema = defineEntity({
  name: 'ChatMember',
  tableName: 'chat_members',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    /** Telegram's number of the group. */
    chatId: p.bigint(),
    /** Blind index of the Telegram account. */
    hash: p.blob().hidden(),
    /** Number of the account, chat to write to, and language. Sealed for this row and no member: the account can move to another one. */
    account: p.blob().hidden(),
    /** The member who connected the account. Null if no member did, or if the member was erased. */
    user: () => p.manyToOne(User).name('user_id').mapToPk().nullable().deleteRule('set null'),
    status: p.enum(chatStatuses),
    /** An invite link. It creates a join request, which only an account with the right gets approved. */
    link: p.string().length(LINK_LENGTH).nullable().hidden(),
    linkExpiresAt: p.datetime().nullable(),
    isLinkWanted: p.boolean().default(false),
    /** The message to send next. */
    notice: p.enum(groupNotices).nullable(),
    /** Failed tries since the last success. */
    attempts: p.integer().default(0),
    availableAt: p.datetime().defaultRaw('now()'),
    /** Of the worker that holds it; one that has run out belonged to a worker that died. */
    leaseUntil: p.datetime().nullable(),
    /** When Telegram last said where the account stands. */
    checkedAt: p.datetime().defaultRaw('now()'),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'chat_members_account_unique', properties: ['chatId', 'hash'] }],
  indexes: [{ name: 'chat_members_user_index', properties: ['user'] }],
});

/** A Telegram account in the members' group, or on its way into it or out of it. The account is known by its blind index. */
export class ChatMember extends ChatMemberSchema.class {}
ChatMemberSchema.setClass(ChatMember);
export { ChatMemberSchema };
