import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignalDraftWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, signedInTeam, type SignedIn } from '../../support/people.js';
import { aSignal } from '../signals/a-signal.js';
import { endSignals } from '../signals/end-signals.js';
import { TelegramWorld, type ChatMessage, type Linked } from './telegram-world.js';

let world: TelegramWorld;
let author: Linked;
beforeAll(async () => {
  world = await TelegramWorld.start();
  author = await world.linked(world.admin);
}, 180_000);
afterAll(() => world.stop(), 180_000);
// What one test made is no audience of the next.
afterEach(async () => {
  await world.disarm();
  await world.rows('delete from channel_blocks');
  await world.startWorker();
  await endSignals(world);
  await world.rows(`delete from channel_addresses where user_id <> ?`, [world.admin.userId]);
  await confirmed(world.admin, true);
});

const signals = () => world.rows<{ id: string; created_by: string; stop_loss: string }>('select id, created_by, stop_loss from signals');
const post = (who: SignedIn, overrides: object = {}) =>
  call(world.api, 'POST', '/admin/signals/drafts', aSignal({ projectedDateOfClosure: '2099-12-31', ...overrides }), who);
const confirmed = ({ userId }: SignedIn, isConfirmed: boolean) =>
  world.rows(`update sessions set confirmed_at = now() - make_interval(mins => ?) where user_id = ? returning 1`, [
    isConfirmed ? -60 : 12 * 60 + 1,
    userId,
  ]);

async function anotherAuthor(): Promise<SignedIn> {
  const admin = await signedInTeam(world.api, 'signal author');
  await confirmed(admin, true);
  return admin;
}

/** Waits until the bot has said this in a chat: published signals come there too. */
async function after(chat: number, words: string, act: () => Promise<unknown>): Promise<ChatMessage> {
  const before = (await world.messages(chat)).length;
  await act();
  return eventually(async () => {
    const messages = (await world.messages(chat)).slice(before);
    const found = messages.find(({ text }) => text.includes(words));
    assert.ok(found, `not said: ${words}; but ${messages.map(({ text }) => text).join(' | ')}`);
    return found;
  });
}

/** Sends a draft, and waits for its message, whose number is stored. */
async function drafted(overrides: object = {}, of: Linked = author): Promise<ChatMessage & { draftId: string }> {
  let draftId = '';
  const message = await after(of.chat, 'Draft of a signal', async () => {
    const response = await post(of.member, overrides);
    assert.equal(response.statusCode, 201, response.body);
    draftId = response.json<{ data: SignalDraftWire }>().data.id;
  });
  await eventually(async () =>
    expect(await world.rows('select 1 from deliveries where provider_id = ?', [String(message.message_id)])).toHaveLength(1),
  );
  return { ...message, draftId };
}

const reply = (text: string, to: number, more: object = {}, from = author.chat) => world.act('text', from, { text, replyTo: to, ...more });
const replied = (text: string, to: number, words = 'Preview') => after(author.chat, words, () => reply(text, to));
const press = ({ message_id, data }: ChatMessage, from = author.chat, more: object = {}) =>
  world.act('press', from, { messageId: message_id, data, ...more });
/** Waits until all updates up to now are done. */
const done = ({ update_id }: { update_id: number }) =>
  eventually(async () =>
    expect(await world.rows('select 1 from telegram_updates where update_id = ? and done_at is not null', [update_id])).toHaveLength(1),
  );
const noneWaits = () =>
  eventually(async () => expect(await world.rows(`select 1 from signal_drafts where state = 'confirmed'`)).toEqual([]));
const stored = (id: string) =>
  world.rows<{ state: string; button_hash: Buffer | null }>('select state, button_hash from signal_drafts where id = ?', [id]);

describe('a draft', () => {
  it('is sent to its own admin, and published by a reply and a button, with the audit record of the console', async () => {
    const before = (await signals()).length;
    const draft = await drafted();
    expect(draft.text).toContain('LONG BTC/USDT');
    expect(draft.isProtected).toBe(true);
    const preview = await replied('Publish stop 62900', draft.message_id);
    expect(preview.text).toMatch(/Preview[\s\S]*Stop 62900/);
    const [row] = await stored(draft.draftId);
    expect([row!.state, row!.button_hash!.length, preview.data!.length]).toEqual(['open', 32, 63]);
    expect(await signals()).toHaveLength(before);
    await after(author.chat, 'Published: LONG BTC/USDT', () => press(preview));
    const all = await signals();
    expect(all).toHaveLength(before + 1);
    const [signal] = await world.rows<{ signal_id: string }>('select signal_id from signal_drafts where id = ?', [draft.draftId]);
    expect(all.find(({ id }) => id === signal!.signal_id)).toMatchObject({ created_by: world.admin.userId });
    expect(Number(all.find(({ id }) => id === signal!.signal_id)!.stop_loss)).toBe(62900);
    expect(await world.rows('select action, actor_id, detail from audit_events where target_id = ?', [signal!.signal_id])).toEqual([
      expect.objectContaining({
        action: 'signal.create',
        actor_id: world.admin.userId,
        detail: expect.objectContaining({ symbol: 'BTC/USDT', side: 'long', origin: 'telegram' }),
      }),
    ]);
    // A second press, also as another update.
    await after(author.chat, 'already published', () => press(preview));
    await replied('publish', draft.message_id, 'already published');
    expect(await signals()).toHaveLength(before + 1);
  });

  it('is published once where an update comes again', async () => {
    const before = (await signals()).length;
    const draft = await drafted();
    const preview = await replied('publish', draft.message_id);
    const { update_id } = await press(preview);
    await done({ update_id });
    const from = { id: author.chat, is_bot: false, first_name: 'x' };
    const message = { message_id: preview.message_id, date: 0, chat: { id: author.chat, type: 'private', first_name: 'x' } };
    const again = { update_id, callback_query: { id: '1', from, chat_instance: '1', data: preview.data, message } };
    await world.sandbox.control('POST', 'telegram/again', { update: again });
    await noneWaits();
    await done(await world.act('text', author.chat, { text: 'hello' }));
    expect(await signals()).toHaveLength(before + 1);
  });

  it('is published once by the next worker where this one was killed after the press', async () => {
    const before = (await signals()).length;
    const draft = await drafted();
    const preview = await replied('publish', draft.message_id);
    await world.arm({ method: 'answerCallbackQuery', times: 1, do: { delayMs: 120_000 } });
    await world.stopWorker();
    const victim = world.startProcess();
    const gone = new Promise((exited) => victim.once('exit', exited));
    await press(preview);
    await eventually(async () => expect((await stored(draft.draftId))[0]!.state).not.toBe('open'));
    victim.kill('SIGKILL');
    await gone;
    await world.disarm();
    await world.expireLeases();
    await world.startWorker();
    await noneWaits();
    expect(await signals()).toHaveLength(before + 1);
    await eventually(async () => expect((await stored(draft.draftId))[0]!.state).toBe('published'));
  });

  it.each(['yes', 'publish it', 'publish stop -1'])('is not published by the words %j', async (text) => {
    const draft = await drafted();
    expect(await replied(text, draft.message_id, 'Nothing was published')).toMatchObject({ data: null });
  });

  it('is not published with a stop on the wrong side, nor with one beyond the liquidation', async () => {
    const before = (await signals()).length;
    const draft = await drafted();
    const wrong = await replied('publish stop 64001', draft.message_id, 'stop loss of a long signal must be below');
    expect(wrong.data).toBeNull();
    const liquidated = await replied('publish leverage 100x', draft.message_id);
    await after(author.chat, 'would be liquidated', () => press(liquidated));
    // It may be replied to again.
    expect((await stored(draft.draftId))[0]!.state).toBe('open');
    await replied('publish leverage 5x', draft.message_id);
    expect(await signals()).toHaveLength(before);
  });
});

describe('nothing is published, and nothing said,', () => {
  it('for strangers, members, other admins, groups and messages that answer nothing', async () => {
    const before = (await signals()).length;
    const draft = await drafted();
    const preview = await replied('publish', draft.message_id);
    const member = await world.linked();
    const other = await world.linked(await anotherAuthor());
    const stranger = world.person();
    const group = { chat: { id: -1_001_000_000_009, type: 'supergroup', title: 'x' } };
    const counts = async () =>
      Promise.all([member.chat, other.chat, stranger, author.chat].map(async (chat) => (await world.messages(chat)).length));
    const said = await counts();
    for (const from of [member.chat, other.chat, stranger]) {
      await reply('publish', draft.message_id, {}, from);
      await press(preview, from);
    }
    await reply('publish', draft.message_id, group);
    await press(preview, author.chat, group);
    await done(await world.act('text', author.chat, { text: 'publish' }));
    await noneWaits();
    expect(await counts()).toEqual(said);
    expect(await signals()).toHaveLength(before);
  });
});

describe('nothing is published', () => {
  /** Presses a button. Returns how many signals that published. */
  const publishedBy = async (preview: ChatMessage, words: string) => {
    const before = (await signals()).length;
    await after(author.chat, words, () => press(preview));
    await noneWaits();
    return (await signals()).length - before;
  };

  it('by a button that has expired, or that was shown for other terms', async () => {
    const draft = await drafted();
    const first = await replied('publish', draft.message_id);
    const second = await replied('publish stop 62800', draft.message_id);
    expect(await publishedBy(first, 'no longer works')).toBe(0);
    await world.rows(`update signal_drafts set button_expires_at = now() where id = ? returning 1`, [draft.draftId]);
    expect(await publishedBy(second, 'no longer works')).toBe(0);
    await world.rows(
      `update signal_drafts set button_expires_at = now() + interval '1 minute', terms = jsonb_set(terms, '{stopLoss}', '"62700"')
        where id = ? returning 1`,
      [draft.draftId],
    );
    expect(await publishedBy(second, 'no longer works')).toBe(0);
  });

  it('of a draft that is old, or that a newer one has replaced', async () => {
    const draft = await drafted();
    const preview = await replied('publish', draft.message_id);
    const newer = await drafted();
    expect(await publishedBy(preview, 'newer draft')).toBe(0);
    const next = await replied('publish', newer.message_id);
    await world.rows('update signal_drafts set expires_at = now() where id = ? returning 1', [newer.draftId]);
    expect(await publishedBy(next, 'older than 24 hours')).toBe(0);
    await replied('publish', newer.message_id, 'older than 24 hours');
  });

  it('without a confirmation in the web within 12 hours', async () => {
    const draft = await drafted();
    const preview = await replied('publish', draft.message_id);
    await confirmed(world.admin, false);
    expect(await publishedBy(preview, 'Confirm in the console first')).toBe(0);
    await replied('publish', draft.message_id, 'Confirm in the console first');
  });

  it('by an admin whose right has ended', async () => {
    const draft = await drafted();
    const preview = await replied('publish', draft.message_id);
    const { userId } = world.admin;
    const [{ role }] = (await world.rows<{ role: string | null }>('select team_role as role from users where id = ?', [userId])) as [
      { role: string | null },
    ];
    await world.rows(`update users set team_role = 'support' where id = ? returning 1`, [userId]);
    try {
      expect(await publishedBy(preview, 'no longer have the right')).toBe(0);
      await replied('publish', draft.message_id, 'no longer have the right');
    } finally {
      await world.rows('update users set team_role = ? where id = ? returning 1', [role, userId]);
    }
  });
});

describe('the console', () => {
  it('sends a draft after a fresh confirmation, to an account that takes messages', async () => {
    const other = await anotherAuthor();
    expect((await post(other)).json()).toMatchObject({ statusCode: 409, message: expect.stringContaining('Connect your Telegram') });
    for (const wrong of [{ stopLoss: '65000' }, { asset: 'x' }, { chatId: '7' }])
      expect((await post(world.admin, wrong)).statusCode).toBe(400);
    await confirmed(world.admin, false);
    expect((await post(world.admin)).json()).toMatchObject({ statusCode: 403, stepUp: true });
  });
});
