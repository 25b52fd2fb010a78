import { describe, expect, it } from '@jest/globals';
import type { Update } from 'grammy/types';
import { actionOf, codeHashOf } from './telegram-update.rules.js';

const ada = { id: 7, is_bot: false, first_name: 'Ada', username: 'ada', language_code: 'es-MX' };
const chat = { id: 7, type: 'private', first_name: 'Ada' };
const said = (text: string, more: object = {}): Update =>
  ({ update_id: 1, message: { message_id: 1, date: 0, from: ada, chat, text, ...more } }) as unknown as Update;
const member = (status: string, more: object = {}): Update =>
  ({ update_id: 1, my_chat_member: { chat, from: ada, date: 0, new_chat_member: { status }, ...more } }) as unknown as Update;

const stands = (user: object, more: object): Update =>
  ({
    update_id: 1,
    chat_member: { chat: { id: -1001, type: 'supergroup' }, from: { ...ada, id: 8 }, date: 0, new_chat_member: { user, ...more } },
  }) as unknown as Update;

describe('actionOf', () => {
  it('reads a start with a code, of which it keeps the hash', () => {
    expect(actionOf(said('/start abc_-9'))).toEqual({
      act: 'start',
      id: '7',
      name: '@ada',
      language: 'es',
      codeHash: codeHashOf('abc_-9').toString('base64url'),
    });
  });

  it.each(['/start', '/start ', '/start@tidemark_bot'])('reads %p without a code', (text) => {
    expect(actionOf(said(text))).toMatchObject({ act: 'start', codeHash: null });
  });

  it.each(['hello', '/stop', '/start a b', '/started', `/start ${'x'.repeat(65)}`, ''])('ignores %p', (text) => {
    expect(actionOf(said(text))).toBeNull();
  });

  it.each([
    ['a group', { chat: { id: -100, type: 'supergroup', title: 'x' } }],
    ['a private chat of another number', { chat: { ...chat, id: 8 } }],
    ['a bot', { from: { ...ada, is_bot: true } }],
    ['nobody', { from: undefined }],
  ])('ignores a start of %s', (_, more) => {
    expect(actionOf(said('/start abc', more))).toBeNull();
  });

  it('names people without hidden characters, in the language that there are texts in', () => {
    const named = said('/start', { from: { ...ada, username: undefined, first_name: 'A\u202Eda\n', last_name: 'L', language_code: 'de' } });
    expect(actionOf(named)).toMatchObject({ name: 'A da  L', language: 'en' });
    expect(actionOf(said('/start', { from: { ...ada, username: undefined, first_name: '\u200B' } }))).toMatchObject({ name: '–' });
  });

  it('reads replies to the bot and presses of its buttons, which count in the private chat alone', () => {
    const replied = (more: object = {}, to: object = { message_id: 5, from: { id: 9, is_bot: true } }) =>
      said('publish', { reply_to_message: to, ...more });
    const pressed = (more: object = {}) =>
      ({
        update_id: 1,
        callback_query: { id: 'c', from: ada, data: 'd:x', message: { message_id: 5, chat }, ...more },
      }) as unknown as Update;
    expect(actionOf(replied())).toEqual({ act: 'reply', id: '7', to: '5', text: 'publish' });
    expect(actionOf(pressed())).toEqual({ act: 'press', id: '7', call: 'c', data: 'd:x' });
    for (const other of [
      { id: -100, type: 'supergroup' },
      { ...chat, id: 8 },
    ]) {
      expect(actionOf(replied({ chat: other }))).toBeNull();
      expect(actionOf(pressed({ message: { message_id: 5, chat: other } }))).toBeNull();
    }
    expect(actionOf(replied({ from: { ...ada, is_bot: true } }))).toBeNull();
    expect(actionOf(replied({}, { message_id: 5, from: ada }))).toBeNull();
    expect(actionOf(replied({ text: `publish ${'x'.repeat(300)}` }))).toBeNull();
    expect(actionOf(pressed({ message: undefined }))).toBeNull();
    const edited = { update_id: 1, edited_message: replied().message } as Update;
    expect(actionOf(edited)).toBeNull();
  });

  it('follows who blocks the bot, in private chats', () => {
    expect(actionOf(member('kicked'))).toEqual({ act: 'block', id: '7' });
    expect(actionOf(member('member'))).toEqual({ act: 'unblock', id: '7' });
    expect(actionOf(member('administrator'))).toBeNull();
    expect(actionOf(member('kicked', { chat: { id: -5, type: 'group', title: 'x' } }))).toBeNull();
  });

  it('reads a join request, and who may be written to for it', () => {
    const request = { chat: { id: -1001, type: 'supergroup' }, from: ada, user_chat_id: 77, date: 0 };
    expect(actionOf({ update_id: 1, chat_join_request: request } as unknown as Update)).toEqual({
      act: 'join-request',
      chat: '-1001',
      id: '7',
      userChat: '77',
      language: 'es',
    });
  });

  it.each([
    ['creator', {}, 'kept'],
    ['administrator', {}, 'kept'],
    ['member', {}, 'member'],
    ['restricted', { is_member: true }, 'member'],
    ['restricted', { is_member: false }, 'left'],
    ['left', {}, 'left'],
    ['kicked', {}, 'banned'],
  ])('reads who is %s in a group %p', (status, more, expected) => {
    expect(actionOf(stands(ada, { status, ...more }))).toEqual({
      act: 'chat-member',
      chat: '-1001',
      id: '7',
      by: '8',
      status: expected,
      language: 'es',
    });
  });

  it('ignores bots in a group', () => {
    expect(actionOf(stands({ ...ada, is_bot: true }, { status: 'member' }))).toBeNull();
  });
});
