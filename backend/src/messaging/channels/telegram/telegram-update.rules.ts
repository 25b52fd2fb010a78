import { createHash } from 'node:crypto';
import type { Update, User } from 'grammy/types';
import { DEFAULT_LANGUAGE, languageOf, type Language } from '../../../platform/domain/index.js';

/** What an update asks for. `codeHash`: SHA-256 of the code of a link in base64url; null: the bot was started without one. */
export type TelegramAction =
  { act: 'start'; id: string; name: string; language: Language; codeHash: string | null } | { act: 'block' | 'unblock'; id: string };

/** `/start`, with or without a code. Telegram allows 64 characters. */
const START = /^\/start(?:@\w+)?(?: ([\w-]{1,64}))?\s*$/;
/** Names of people, shown on a page: without control and direction characters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}]+/gu;
const MAX_NAME = 64;

/** The hash under which a code is stored. */
export const codeHashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Reads an update; null: it asks for nothing. Only people in their private chat are listened to. */
export function actionOf(update: Update): TelegramAction | null {
  const { message, my_chat_member: member } = update;
  if (message?.from && isOwnChat(message.chat, message.from)) {
    const start = START.exec(message.text ?? '');
    if (!start) return null;
    const { id, language_code: tag } = message.from;
    const codeHash = start[1] === undefined ? null : codeHashOf(start[1]).toString('base64url');
    const language = languageOf(tag?.split('-')[0]) ?? DEFAULT_LANGUAGE;
    return { act: 'start', id: String(id), name: nameOf(message.from), language, codeHash };
  }
  if (member && isOwnChat(member.chat, member.from)) {
    const { status } = member.new_chat_member;
    if (status === 'kicked') return { act: 'block', id: String(member.from.id) };
    if (status === 'member') return { act: 'unblock', id: String(member.from.id) };
  }
  return null;
}

const isOwnChat = (chat: { id: number; type: string }, from: User): boolean =>
  chat.type === 'private' && chat.id === from.id && !from.is_bot;

function nameOf({ username, first_name, last_name }: User): string {
  const name = username === undefined ? [first_name, last_name].filter(Boolean).join(' ') : `@${username}`;
  return [...name.replace(HIDDEN, ' ').trim()].slice(0, MAX_NAME).join('') || '–';
}
