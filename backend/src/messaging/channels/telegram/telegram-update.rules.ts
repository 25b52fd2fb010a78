import { createHash } from 'node:crypto';
import type { Message, Update, User } from 'grammy/types';
import { statusOf, type TelegramStatus } from '../telegram-group/group-status.rules.js';
import { DEFAULT_LANGUAGE, languageOf, type Language } from '../../../platform/domain/index.js';

/** What an update asks for. `codeHash`: SHA-256 of the code of a link in base64url; null: the bot was started without one. */
export type TelegramAction =
  | { act: 'start'; id: string; name: string; language: Language; codeHash: string | null }
  | { act: 'block' | 'unblock'; id: string }
  | ReplyAction
  | PressAction
  | JoinRequestAction
  | ChatMemberAction;

/** A person replies to a message of the bot, which is number `to`. */
export interface ReplyAction {
  act: 'reply';
  id: string;
  to: string;
  text: string;
}

/** A person presses a button of the bot. `call`: names the press. */
export interface PressAction {
  act: 'press';
  id: string;
  call: string;
  data: string;
}

/** Somebody asks to join a group. `userChat`: the chat in which the bot may answer for five minutes. */
export interface JoinRequestAction {
  act: 'join-request';
  chat: string;
  id: string;
  userChat: string;
  language: Language;
}

/** Somebody stands differently in a group. `by`: the account that changed it. */
export interface ChatMemberAction {
  act: 'chat-member';
  chat: string;
  id: string;
  by: string;
  status: TelegramStatus;
  language: Language;
}

/** `/start`, with or without a code. Telegram allows 64 characters. */
const START = /^\/start(?:@\w+)?(?: ([\w-]{1,64}))?\s*$/;
/** Names of people, shown on a page: without control and direction characters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}]+/gu;
const MAX_NAME = 64;
/** A longer reply asks for nothing that we know. */
const MAX_REPLY = 300;

/** The hash under which a code is stored. */
export const codeHashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Reads an update; null: it asks for nothing. Messages count from people in their private chat alone. */
export function actionOf(update: Update): TelegramAction | null {
  const { message, callback_query: press, my_chat_member: member, chat_join_request: request, chat_member: change } = update;
  if (request && !request.from.is_bot) {
    const { chat, from, user_chat_id: userChat } = request;
    return { act: 'join-request', chat: String(chat.id), id: String(from.id), userChat: String(userChat), language: spokenBy(from) };
  }
  if (change && !change.new_chat_member.user.is_bot) {
    const { chat, from, new_chat_member: now } = change;
    const { id } = now.user;
    return {
      act: 'chat-member',
      chat: String(chat.id),
      id: String(id),
      by: String(from.id),
      status: statusOf(now),
      language: spokenBy(now.user),
    };
  }
  if (message?.from && isOwnChat(message.chat, message.from)) {
    const start = START.exec(message.text ?? '');
    if (!start) return replyOf(message, message.from);
    const codeHash = start[1] === undefined ? null : codeHashOf(start[1]).toString('base64url');
    return { act: 'start', id: String(message.from.id), name: nameOf(message.from), language: spokenBy(message.from), codeHash };
  }
  if (press?.message && press.data !== undefined && isOwnChat(press.message.chat, press.from))
    return { act: 'press', id: String(press.from.id), call: press.id, data: press.data };
  if (member && isOwnChat(member.chat, member.from)) {
    const { status } = member.new_chat_member;
    if (status === 'kicked') return { act: 'block', id: String(member.from.id) };
    if (status === 'member') return { act: 'unblock', id: String(member.from.id) };
  }
  return null;
}

function replyOf({ text, reply_to_message: to }: Message, from: User): ReplyAction | null {
  if (text === undefined || text.length > MAX_REPLY || to?.from?.is_bot !== true) return null;
  return { act: 'reply', id: String(from.id), to: String(to.message_id), text };
}

const spokenBy = ({ language_code: tag }: User): Language => languageOf(tag?.split('-')[0]) ?? DEFAULT_LANGUAGE;

const isOwnChat = (chat: { id: number; type: string }, from: User): boolean =>
  chat.type === 'private' && chat.id === from.id && !from.is_bot;

function nameOf({ username, first_name, last_name }: User): string {
  const name = username === undefined ? [first_name, last_name].filter(Boolean).join(' ') : `@${username}`;
  return [...name.replace(HIDDEN, ' ').trim()].slice(0, MAX_NAME).join('') || '–';
}
