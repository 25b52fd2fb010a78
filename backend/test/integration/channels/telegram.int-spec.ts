import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { createLogger, NestPinoLogger } from '../../../src/platform/observability/logger.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call } from '../../support/people.js';
import { endSignals } from '../signals/end-signals.js';
import { TelegramWorld } from './telegram-world.js';

let world: TelegramWorld;
beforeAll(async () => (world = await TelegramWorld.start()), 180_000);
afterAll(() => world.stop(), 180_000);
// What one test made is no audience of the next.
afterEach(async () => {
  await world.disarm();
  await world.rows('update channel_blocks set blocked_until = null');
  await world.startWorker();
  await endSignals(world);
  await world.fannedOut();
  await world.rows('delete from channel_addresses');
});

describe('a signal', () => {
  it('is one message in the language of the member: edited in silence, with a short reply for what matters', async () => {
    const linked = await world.linked();
    await world.rows(`update users set language = 'es' where id = ?`, [linked.member.userId]);
    const id = await world.publish();
    const [, , message] = await world.arrived(linked.chat, 3);
    expect(message).toMatchObject({ isSilent: false, isProtected: true, replyTo: null });
    expect(message!.text).toMatch(/^LARGO BTC\/USDT/);
    expect(message!.html).toContain(`<a href="https://club.example/#/user-trade-signal/${id}">Abrir la señal</a>`);
    await world.settled(id, linked, { state: 'sent', sent_revision: 1, provider_id: String(message!.message_id) });

    await world.amend(id, { kind: 'move_stop', stop: '63000.5' });
    await world.settled(id, linked, { state: 'sent', sent_revision: 2 });
    const [, , moved, ...none] = await world.messages(linked.chat);
    expect([moved!.edits, none]).toEqual([1, []]);
    expect(moved!.text).toContain('Stop movido a 63000.5');

    await world.amend(id, { kind: 'cancel' });
    await world.settled(id, linked, { state: 'sent', sent_revision: 3 });
    const [, , cancelled, reply, ...more] = await world.messages(linked.chat);
    expect([cancelled!.edits, more]).toEqual([2, []]);
    expect(reply).toMatchObject({ text: 'LARGO BTC/USDT\nCANCELADA antes de la entrada', replyTo: message!.message_id, isSilent: false });
  });

  it('that needs no sound is a silent message where there is none to edit', async () => {
    const linked = await world.linked();
    await world.stopWorker();
    const id = await world.publish();
    await world.amend(id, { kind: 'move_stop', stop: '63000.5' });
    await world.startWorker();
    const [, , message] = await world.arrived(linked.chat, 3);
    expect(message).toMatchObject({ isSilent: true, text: expect.stringContaining('Stop moved to 63000.5') });
  });

  it.each([
    ['a page of a proxy', { status: 502, delivered: true }, 'invalid-json'],
    ['a reset', { reset: true, delivered: true }, 'ECONNRESET'],
    ['half an answer', { cutAt: 12 }, 'invalid-json'],
  ])('is never repeated after %s: the member is told by email', async (_, action, answer) => {
    const linked = await world.linked();
    await world.arm({ method: 'sendMessage', chat: linked.chat, times: 1, do: action });
    const id = await world.publish();
    const { last_answer } = await world.settled(id, linked, { state: 'uncertain', provider_id: null });
    expect(last_answer).toBe(answer);
    expect(await world.letters(linked.member)).toEqual([{ letter: 'telegram-uncertain' }]);
    // The next signal passes it by.
    await world.hurry();
    await world.settled(await world.publish(), linked, { state: 'sent' });
    expect(await world.messages(linked.chat)).toHaveLength(4);
    // A newer state goes out as a message of its own.
    await world.amend(id, { kind: 'cancel' });
    await world.settled(id, linked, { state: 'sent', sent_revision: 2 });
    expect((await world.messages(linked.chat)).at(-1)!.text).toContain('CANCELLED before entry');
  });

  it('is not repeated after its worker was killed between request and answer', async () => {
    const linked = await world.linked();
    await world.stopWorker();
    await world.arm({ method: 'sendMessage', chat: linked.chat, times: 1, do: { delayMs: 120_000 } });
    const id = await world.publish();
    const victim = world.startProcess();
    const gone = new Promise((exited) => victim.once('exit', exited));
    await world.arrived(linked.chat, 3);
    victim.kill('SIGKILL');
    await gone;
    await world.settled(id, linked, { state: 'sending' });
    await world.expireLeases();
    await world.startWorker();
    await world.settled(id, linked, { state: 'uncertain', last_answer: 'lost' });
    await eventually(async () => expect(await world.letters(linked.member)).toEqual([{ letter: 'telegram-uncertain' }]));
    await world.settled(await world.publish(), linked, { state: 'sent' });
    expect(await world.messages(linked.chat)).toHaveLength(4);
  });

  it('is edited again after the answer to an edit was lost, without a second reply', async () => {
    const linked = await world.linked();
    const id = await world.publish();
    await world.settled(id, linked, { state: 'sent' });
    await world.arm({ method: 'editMessageText', times: 1, do: { reset: true, delivered: true } });
    await world.amend(id, { kind: 'cancel' });
    await world.settled(id, linked, { state: 'failed_retryable' });
    await world.hurry();
    await world.settled(id, linked, { state: 'sent', sent_revision: 2 });
    const messages = await world.messages(linked.chat);
    expect(messages.map(({ edits }) => edits)).toEqual([0, 0, 1]);
  });

  it('whose worker died during an edit is edited again', async () => {
    const linked = await world.linked();
    const id = await world.publish();
    await world.settled(id, linked, { state: 'sent' });
    await world.stopWorker();
    await world.rows(
      `update deliveries set state = 'sending', wired_at = now(), wired_revision = 1, lease_until = now() - interval '1 second'
        where thread_id = ?`,
      [id],
    );
    await world.startWorker();
    await world.settled(id, linked, { state: 'sent' });
    expect(await world.letters(linked.member)).toEqual([]);
  });

  it('is sent anew where its message is gone', async () => {
    const linked = await world.linked();
    const id = await world.publish();
    await world.settled(id, linked, { state: 'sent' });
    await world.arm({ method: 'editMessageText', times: 1, do: { error: 'edit-not-found' } });
    await world.amend(id, { kind: 'move_stop', stop: '63000.5' });
    await world.settled(id, linked, { state: 'failed_retryable', provider_id: null });
    await world.hurry();
    await world.settled(id, linked, { state: 'sent', sent_revision: 2 });
    expect((await world.messages(linked.chat)).map(({ edits }) => edits)).toEqual([0, 0, 0, 0]);
  });

  it('waits as long as Telegram asks, for every member, and nobody calls earlier', async () => {
    const [one, other] = [await world.linked(), await world.linked()];
    await world.arm({ method: 'sendMessage', times: 1, do: { retryAfter: 2 } });
    const id = await world.publish();
    await world.arrived(one.chat, 3);
    await world.arrived(other.chat, 3);
    await world.settled(id, one, { state: 'sent' });
    const calls = await world.calls('sendMessage');
    const refused = calls.findIndex(({ status }) => status === 429);
    // The other message may have had its turn when the 429 came in. Neither is tried again before its end.
    expect(calls.slice(refused + 1).filter(({ isEarly }) => isEarly).length).toBeLessThanOrEqual(1);
    expect(calls.at(-1)!.at - calls[refused]!.at).toBeGreaterThanOrEqual(2000);
    // Every process asks there before it sends.
    expect(
      await world.rows(`select 1 from channel_blocks where channel = 'telegram' and scope = 'all' and blocked_until is not null`),
    ).toHaveLength(1);
  });

  it('follows a chat to its new number', async () => {
    const linked = await world.linked();
    const moved = world.person();
    await world.act('text', moved, { text: 'hello' });
    await world.arm({ method: 'sendMessage', chat: linked.chat, times: 1, do: { migrateTo: moved } });
    await world.settled(await world.publish(), linked, { state: 'sent' });
    expect(await world.messages(moved)).toHaveLength(1);
    expect((await world.state(linked.member)).account).toMatchObject({ id: String(moved) });
  });
});

describe('a member who blocks the bot', () => {
  it.each([
    ['is told by the refused message', async (chat: number) => world.arm({ chat, times: 1, do: { error: 'blocked' } }), 'Welcome back'],
    ['is told by Telegram', async (chat: number) => world.act('block', chat), 'You will get signals here'],
  ])('%s, gets an email and nothing else until the bot is started again', async (_, block, greeting) => {
    const linked = await world.linked();
    await block(linked.chat);
    const id = await world.publish();
    await eventually(async () => expect((await world.state(linked.member)).account).toMatchObject({ isBlocked: true }));
    await eventually(async () => expect(await world.letters(linked.member)).toEqual([{ letter: 'telegram-disabled' }]));
    await eventually(async () =>
      expect(await world.rows(`select 1 from deliveries where thread_id = ? and state in ('queued', 'claimed', 'sending')`, [id])).toEqual(
        [],
      ),
    );
    const before = (await world.messages(linked.chat)).length;
    await world.act('start', linked.chat);
    const again = await world.arrived(linked.chat, before + 1);
    expect(again.map(({ text }) => text)).toEqual([expect.anything(), expect.anything(), expect.stringContaining(greeting)]);
    expect((await world.state(linked.member)).account).toMatchObject({ isBlocked: false });
    await world.publish();
    await world.arrived(linked.chat, before + 2);
  });
});

describe('the bot', () => {
  it('is polled by one worker of several', async () => {
    const second = await (await import('../../support/test-app.js')).startTestWorker(world.api.config);
    try {
      const chat = world.person();
      await world.act('text', chat, { text: 'hello' });
      await world.act('start', chat);
      await world.arrived(chat, 1);
      expect((await world.calls('getUpdates')).filter(({ status }) => status === 409)).toEqual([]);
    } finally {
      await second.close();
    }
  });

  it('does an update once, however often Telegram sends it', async () => {
    const [chat, other] = [world.person(), world.person()];
    const { update_id } = await world.act('start', chat);
    await world.arrived(chat, 1);
    const from = { id: chat, is_bot: false, first_name: 'x' };
    const message = { message_id: 1, date: 0, text: '/start', from, chat: { id: chat, type: 'private', first_name: 'x' } };
    await world.sandbox.control('POST', 'telegram/again', { update: { update_id, message } });
    await world.act('start', other);
    await world.arrived(other, 1);
    expect(await world.messages(chat)).toHaveLength(1);
    expect(await world.rows('select action, done_at is not null as done from telegram_updates where update_id = ?', [update_id])).toEqual([
      { action: null, done: true },
    ]);
  });

  it('keeps its token out of logs, answers, attempts and alarms where an answer quotes the URL', async () => {
    const lines: string[] = [];
    const listen = () =>
      Logger.overrideLogger(new NestPinoLogger(createLogger('worker', 'trace', { write: (line) => void lines.push(line) })));
    listen();
    try {
      await world.arm({ method: 'getUpdates', times: 1, do: { quotesUrl: true } });
      await world.act('start', world.person());
      await eventually(() => expect(lines.join()).toContain('Telegram refuses to tell updates'));
      // Another worker, which was not refused, reads the updates.
      await world.stopWorker();
      await world.startWorker();
      listen();
      const linked = await world.linked();
      await world.arm({ method: 'sendMessage', chat: linked.chat, times: 1, do: { quotesUrl: true } });
      const id = await world.publish();
      const { last_answer } = await world.settled(id, linked, { state: 'failed_permanent' });
      expect(last_answer).toMatch(/cannot serve .*\[redacted\]/);
      await eventually(() => expect(lines.filter((line) => line.includes('cannot serve')).length).toBeGreaterThanOrEqual(2));
      const listed = await call(world.api, 'GET', '/admin/deliveries', undefined, world.admin);
      expect(listed.body).toContain('[redacted]');
      const stored = await world.rows('select answer from delivery_attempts union all select last_answer from deliveries');
      for (const text of [JSON.stringify(stored), listed.body, ...lines]) expect(text).not.toContain(world.token.split(':')[1]);
    } finally {
      Logger.overrideLogger(false);
    }
  });
});
