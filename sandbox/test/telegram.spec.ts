import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startSandbox } from '../src/index.ts';
import type { Sandbox } from '../src/index.ts';
import { BOT_TOKEN } from '../src/telegram/bot-api.ts';
import { GROUP_ID } from '../src/telegram/group.ts';
import { control, type Fields } from './support/client.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startSandbox()));
afterAll(() => sandbox.close());
beforeEach(() => control(sandbox, 'POST', 'reset', { only: ['telegram'] }));

const post = (method: string, body: object, token = BOT_TOKEN) =>
  fetch(`${sandbox.url}/telegram/bot${token}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const call = async (method: string, body: object = {}) => (await (await post(method, body)).json()) as Fields;
const person = (act: string, body: object) => control(sandbox, 'POST', `telegram/${act}`, body);
const arm = (fault: object) => person('faults', fault);
const started = () => person('start', { from: 7, username: 'ada' });
const send = (text = '<b>Hi</b>', more: object = {}) => call('sendMessage', { chat_id: 7, text, parse_mode: 'HTML', ...more });
const messages = () => control(sandbox, 'GET', 'telegram/messages?chat=7') as unknown as Promise<Fields[]>;

describe('the Bot API', () => {
  it('knows its bot by the token alone, and its methods alone', async () => {
    expect(await call('getMe')).toMatchObject({ ok: true, result: { is_bot: true, username: 'tidemark_sandbox_bot' } });
    expect(await (await post('getMe', {}, '1:other')).json()).toEqual({ ok: false, error_code: 401, description: 'Unauthorized' });
    expect(await call('sendDice')).toEqual({ ok: false, error_code: 404, description: 'Not Found' });
  });

  it('sends to people who have started it, and edits', async () => {
    expect(await send()).toEqual({ ok: false, error_code: 400, description: 'Bad Request: chat not found' });
    await started();
    const { result } = (await send('<b>Hi</b> &amp; bye', { disable_notification: true })) as { result: { message_id: number } };
    const edit = (text: string) => call('editMessageText', { chat_id: 7, message_id: result.message_id, text, parse_mode: 'HTML' });
    expect(await edit('<b>Hi</b> &amp; bye')).toMatchObject({ error_code: 400, description: expect.stringContaining('not modified') });
    expect(await edit('again')).toMatchObject({ ok: true, result: { text: 'again' } });
    expect(await messages()).toMatchObject([{ text: 'again', isSilent: true, edits: 1 }]);
    expect(await call('editMessageText', { chat_id: 7, message_id: 999, text: 'x' })).toMatchObject({
      description: 'Bad Request: message to edit not found',
    });
  });

  it('carries replies, and what a button sends back', async () => {
    await started();
    const button = (callback_data: string) => send('x', { reply_markup: { inline_keyboard: [[{ text: 'Go', callback_data }]] } });
    expect(await button('x'.repeat(65))).toMatchObject({ description: 'Bad Request: BUTTON_DATA_INVALID' });
    const { result } = (await button('x'.repeat(64))) as { result: { message_id: number } };
    expect(await messages()).toMatchObject([{ data: 'x'.repeat(64), button: null }]);
    await person('text', { from: 7, text: 'ok', replyTo: result.message_id });
    expect(await call('getUpdates', { timeout: 0, offset: -1 })).toMatchObject({
      result: [{ message: { text: 'ok', reply_to_message: { message_id: result.message_id, from: { is_bot: true } } } }],
    });
    expect(await call('answerCallbackQuery', { callback_query_id: '1' })).toEqual({ ok: true, result: true });
  });

  describe('in a channel', () => {
    const chat = -1_001_000_000_001;
    const post = (more: object = {}) => call('sendMessage', { chat_id: chat, text: 'x', ...more });

    it('posts as long as it may', async () => {
      expect(await post()).toMatchObject({ error_code: 400, description: 'Bad Request: chat not found' });
      await person('channel', { chat });
      const button = [[{ text: 'Open', url: 'https://club.example' }]];
      expect(await post({ reply_markup: { inline_keyboard: button } })).toMatchObject({ ok: true, result: { chat: { type: 'channel' } } });
      expect(await control(sandbox, 'GET', `telegram/messages?chat=${chat}`)).toMatchObject([
        { isPlain: true, button: 'https://club.example' },
      ]);
      await person('channel', { chat, rights: 'none' });
      expect(await post()).toMatchObject({ error_code: 400, description: expect.stringContaining('administrator rights') });
      await person('channel', { chat, rights: 'kicked' });
      expect(await post()).toMatchObject({ error_code: 403 });
    });

    it('takes 20 messages a minute', async () => {
      await person('channel', { chat });
      for (let sent = 0; sent < 20; sent++) expect(await post()).toMatchObject({ ok: true });
      expect(await post()).toMatchObject({ error_code: 429, parameters: { retry_after: expect.any(Number) } });
    });

    it('answers a message that is there', async () => {
      await person('channel', { chat });
      const reply = (message_id: number, more: object = {}) => post({ reply_parameters: { message_id, ...more } });
      expect(await reply(999)).toMatchObject({ error_code: 400, description: 'Bad Request: message to be replied not found' });
      expect(await reply(999, { allow_sending_without_reply: true })).toMatchObject({ ok: true });
    });
  });

  it.each([
    ['a < b', "can't parse entities"],
    ['<b>open', "can't parse entities"],
    ['<script>x</script>', "can't parse entities"],
    ['', 'message text is empty'],
    ['x'.repeat(4097), 'message is too long'],
  ])('refuses the text %p', async (text, problem) => {
    await started();
    expect(await send(text)).toMatchObject({ ok: false, error_code: 400, description: expect.stringContaining(problem) });
  });

  it('hands out updates until they are confirmed, and wakes a poll that waits', async () => {
    const { update_id: first } = (await person('start', { from: 7, code: 'abc' })) as { update_id: number };
    const updates = await call('getUpdates', { timeout: 0 });
    expect(updates).toMatchObject({ result: [{ update_id: first, message: { text: '/start abc', chat: { type: 'private', id: 7 } } }] });
    expect(await call('getUpdates', { timeout: 0 })).toEqual(updates);
    const waiting = call('getUpdates', { offset: first + 1, timeout: 30 });
    await person('press', { from: 7, messageId: 5, data: 'yes' });
    expect(await waiting).toMatchObject({ result: [{ callback_query: { data: 'yes', from: { id: 7 } } }] });
    await person('text', { from: 7, text: 'hello' });
    expect(await call('getUpdates', { offset: first + 2, timeout: 0, allowed_updates: ['my_chat_member'] })).toEqual({
      ok: true,
      result: [],
    });
  });

  it('ends the poll of the first of two pollers', async () => {
    const polls = [call('getUpdates', { timeout: 30 }), call('getUpdates', { timeout: 30 })];
    expect(await Promise.race(polls)).toMatchObject({
      ok: false,
      error_code: 409,
      description: expect.stringContaining('other getUpdates'),
    });
    await started();
    expect((await Promise.all(polls)).map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  it('tells the bot of a person who blocks it, and refuses its messages', async () => {
    await started();
    await person('block', { from: 7 });
    expect(await send()).toEqual({ ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' });
    await person('start', { from: 7 });
    const { result } = (await call('getUpdates', { timeout: 0 })) as { result: Fields[] };
    expect(result.map((update) => Object.keys(update)[1])).toEqual(['message', 'my_chat_member', 'my_chat_member', 'message']);
    expect(await send()).toMatchObject({ ok: true });
  });
});

describe('the page of the bot', () => {
  it('starts it with the code of its link, and shows the chat', async () => {
    const page = `${sandbox.url}/telegram/t.me/tidemark_sandbox_bot?start=abc`;
    expect((await fetch(page, { method: 'POST', redirect: 'manual' })).status).toBe(303);
    const { result } = (await call('getUpdates', { timeout: 0 })) as { result: { message: { text: string; from: { id: number } } }[] };
    const [{ message }] = result as [{ message: { text: string; from: { id: number } } }];
    expect(message.text).toBe('/start abc');
    await call('sendMessage', { chat_id: message.from.id, text: '<b>Hi</b>', parse_mode: 'HTML' });
    expect(await (await fetch(page)).text()).toContain('<li><b>Hi</b></li>');
  });
});

describe('the group', () => {
  const group = { chat_id: GROUP_ID };
  const invite = async (more: object = {}) =>
    ((await call('createChatInviteLink', { ...group, creates_join_request: true, ...more })) as { result: { invite_link: string } }).result
      .invite_link;
  const status = async (user_id: number) =>
    ((await call('getChatMember', { ...group, user_id })) as { result?: { status: string } }).result?.status;
  const decide = (what: 'approve' | 'decline', user_id = 7) => call(`${what}ChatJoinRequest`, { ...group, user_id });

  it('lets in who asked and was approved, whoever the link was made for', async () => {
    const link = await invite();
    await person('join', { from: 7, link });
    expect(await status(7)).toBeUndefined();
    // Without /start, for five minutes.
    expect(await send()).toMatchObject({ ok: true });
    expect(await decide('approve')).toEqual({ ok: true, result: true });
    expect(await status(7)).toBe('member');
    expect(await decide('approve')).toMatchObject({ description: 'Bad Request: USER_ALREADY_PARTICIPANT' });
    await person('join', { from: 8, link });
    expect(await decide('decline', 8)).toEqual({ ok: true, result: true });
    expect(await decide('decline', 8)).toMatchObject({ description: 'Bad Request: HIDE_REQUESTER_MISSING' });
    expect(await status(8)).toBeUndefined();
  });

  it('lets in whoever opens a link that does not ask, and nobody by one that was revoked or has expired', async () => {
    await person('join', { from: 7, link: await invite({ creates_join_request: false }) });
    expect(await status(7)).toBe('member');
    const revoked = await invite();
    expect(await call('revokeChatInviteLink', { ...group, invite_link: revoked })).toMatchObject({ result: { is_revoked: true } });
    for (const link of [revoked, await invite({ expire_date: 1 })])
      await expect(person('join', { from: 8, link })).rejects.toThrow('expired');
  });

  it('is left by one call without a ban, but for admins and the owner', async () => {
    for (const standing of ['member', 'administrator', 'creator']) await person('stand', { from: 7, status: standing });
    expect(await call('unbanChatMember', { ...group, user_id: 7 })).toMatchObject({ ok: false });
    await person('stand', { from: 8, status: 'member' });
    expect(await call('unbanChatMember', { ...group, user_id: 8, only_if_banned: true })).toMatchObject({ ok: true });
    expect(await status(8)).toBe('member');
    expect(await call('unbanChatMember', { ...group, user_id: 8 })).toMatchObject({ ok: true });
    expect(await status(8)).toBe('left');
    await call('banChatMember', { ...group, user_id: 8 });
    expect(await status(8)).toBe('kicked');
  });

  it('tells changes only to a bot that asks for them by name, and refuses one without rights', async () => {
    await person('stand', { from: 7, status: 'member' });
    expect(await call('getUpdates', { timeout: 0 })).toEqual({ ok: true, result: [] });
    expect(await call('getUpdates', { timeout: 0, allowed_updates: ['chat_member'] })).toMatchObject({
      result: [{ chat_member: { new_chat_member: { status: 'member', user: { id: 7 } } } }],
    });
    await person('rights', { isAdmin: false });
    expect(await decide('approve')).toMatchObject({ error_code: 400, description: 'Bad Request: not enough rights' });
    expect(await call('unbanChatMember', { chat_id: -1, user_id: 7 })).toMatchObject({ description: 'Bad Request: chat not found' });
  });
});

describe('a fault of the Bot API', () => {
  beforeEach(started);

  it('refuses everybody until the end of a 429, and notes who called earlier', async () => {
    await arm({ method: 'sendMessage', times: 1, do: { retryAfter: 60 } });
    expect(await send()).toMatchObject({ error_code: 429, parameters: { retry_after: 60 } });
    expect(await send()).toMatchObject({ error_code: 429 });
    const calls = (await control(sandbox, 'GET', 'telegram/calls?method=sendMessage')) as unknown as Fields[];
    expect(calls).toMatchObject([
      { status: 429, isEarly: false },
      { status: 429, isEarly: true },
    ]);
    await control(sandbox, 'DELETE', 'telegram/faults');
    expect(await send()).toMatchObject({ ok: true });
  });

  it.each([
    [{ error: 'blocked' }, { error_code: 403 }],
    [{ error: 'chat-not-found' }, { error_code: 400, description: 'Bad Request: chat not found' }],
    [{ error: 'not-modified' }, { error_code: 400, description: expect.stringContaining('not modified') }],
    [{ migrateTo: -100 }, { error_code: 400, parameters: { migrate_to_chat_id: -100 } }],
  ])('answers %p', async (action, expected) => {
    await arm({ chat: 7, times: 1, do: action });
    expect(await send()).toMatchObject({ ok: false, ...expected });
    expect(await send()).toMatchObject({ ok: true });
  });

  it('loses the answer of a message that arrived, or the message too', async () => {
    await arm({ times: 1, do: { status: 502 } });
    expect((await post('sendMessage', { chat_id: 7, text: 'lost' })).status).toBe(502);
    await arm({ times: 1, do: { reset: true, delivered: true } });
    await expect(post('sendMessage', { chat_id: 7, text: 'reset' })).rejects.toThrow();
    await arm({ times: 1, do: { cutAt: 10 } });
    expect(await (await post('sendMessage', { chat_id: 7, text: 'cut' })).text()).toHaveLength(10);
    expect((await messages()).map(({ text }) => text)).toEqual(['reset', 'cut']);
  });

  it('is refused when it is misspelt', async () => {
    await expect(arm({ do: { sleep: 1 } })).rejects.toThrow('unknown fault action: sleep');
    await expect(person('dance', { from: 7 })).rejects.toThrow('unknown act');
  });
});
