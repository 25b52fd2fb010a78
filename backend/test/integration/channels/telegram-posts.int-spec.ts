import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { COPY_BOT_PACE, CHANNEL_PACE, TelegramPacer } from '../../../src/messaging/channels/telegram/telegram-pacer.service.js';
import { metricsRegistry } from '../../../src/platform/observability/metrics.js';
import { eventually } from '../../e2e/support/eventually.js';
import { startTestWorker } from '../../support/test-app.js';
import { endSignals } from '../signals/end-signals.js';
import { TelegramWorld } from './telegram-world.js';

const CHANNEL = -1_001_000_000_001;
const COPY = -1_001_000_000_002;
const settings = { TELEGRAM_CHANNEL_ID: String(CHANNEL), TELEGRAM_COPY_CHANNEL_ID: String(COPY) };

let world: TelegramWorld;
beforeAll(async () => {
  world = await TelegramWorld.start({ channels: [CHANNEL, COPY], settings });
  await eventually(async () => assert.equal((await addresses()).length, 2));
}, 180_000);
afterAll(() => world.stop(), 180_000);
// What one test made is no audience of the next, and its minute is over.
afterEach(async () => {
  await world.disarm();
  for (const chat of [CHANNEL, COPY]) await world.sandbox.control('POST', 'telegram/channel', { chat });
  await world.startWorker();
  await endSignals(world);
  await world.fannedOut();
  await world.rows('delete from channel_addresses where user_id is not null');
  await world.rows('delete from deliveries');
  await world.rows('delete from channel_blocks');
});

const addresses = () =>
  world.rows<{ id: string; channel: string; state: string; reason: string | null }>(
    'select id, channel, state, reason from channel_addresses where user_id is null order by channel',
  );
/** What a channel has got since `of` was asked first. */
async function since(chat: number) {
  const before = (await world.messages(chat)).length;
  return async () => (await world.messages(chat)).slice(before);
}
const publishedLongAgo = (id: string) =>
  world.rows(
    `update events set payload = jsonb_set(payload::jsonb, '{data,published_at}', to_jsonb((now() - interval '31 minutes')::text))::text
      where subject_id = ?`,
    [id],
  );
async function metric(name: string, labels: object): Promise<number | undefined> {
  const found = await metricsRegistry.getSingleMetric(name)!.get();
  return found.values.find((value) => Object.entries(labels).every(([label, of]) => value.labels[label] === of))?.value;
}
const alarms = (cause: string) => metric('tidemark_telegram_alarms_total', { cause });

describe('the channel of the club', () => {
  it('gets each signal first, before any direct message', async () => {
    for (let linked = 0; linked < 3; linked++) await world.linked();
    for (let round = 0; round < 2; round++) {
      const id = await world.publish();
      await world.posted(id, 'telegram-channel', { state: 'sent' });
      const sent = await eventually(async () => {
        const rows = await world.rows<{ channel: string }>(
          `select a.channel from deliveries d join channel_addresses a on a.id = d.address_id
            where d.thread_id = ? and d.state = 'sent' order by d.wired_at`,
          [id],
        );
        expect(rows).toHaveLength(5);
        return rows.map(({ channel }) => channel);
      });
      expect(sent.toSorted()).toEqual(['copy-bot', 'telegram', 'telegram', 'telegram', 'telegram-channel']);
      expect(sent.slice(2)).toEqual(['telegram', 'telegram', 'telegram']);
    }
  });

  it('gets one post, protected, with a button: edited in silence, with a short reply for what matters', async () => {
    const got = await since(CHANNEL);
    const id = await world.publish();
    await world.posted(id, 'telegram-channel', { state: 'sent', sent_revision: 1 });
    const [post, ...none] = await got();
    expect(none).toEqual([]);
    expect(post).toMatchObject({ isSilent: false, isProtected: true, isPlain: false, replyTo: null });
    expect(post!.button).toBe(`https://club.example/#/user-trade-signal/${id}`);
    expect(post!.text).toMatch(/^LONG BTC\/USDT/);
    expect(post!.html).not.toContain('<a ');

    await world.amend(id, { kind: 'move_stop', stop: '63000.5' });
    await world.posted(id, 'telegram-channel', { state: 'sent', sent_revision: 2, provider_id: String(post!.message_id) });
    expect(await got()).toMatchObject([{ edits: 1, button: post!.button, text: expect.stringContaining('Stop moved to 63000.5') }]);

    await world.amend(id, { kind: 'cancel' });
    await world.posted(id, 'telegram-channel', { state: 'sent', sent_revision: 3 });
    expect(await got()).toMatchObject([
      { edits: 2, text: expect.stringContaining('CANCELLED before entry') },
      { text: 'LONG BTC/USDT\nCANCELLED before entry', replyTo: post!.message_id, isSilent: false, isProtected: true },
    ]);
  });

  it('gets no second post after one whose answer was lost: the next state is a message of its own', async () => {
    const got = await since(CHANNEL);
    await world.arm({ method: 'sendMessage', chat: CHANNEL, times: 1, do: { reset: true, delivered: true } });
    const id = await world.publish();
    await world.posted(id, 'telegram-channel', { state: 'uncertain', provider_id: null });
    await world.hurry();
    await world.posted(await world.publish(), 'telegram-channel', { state: 'sent' });
    expect(await got()).toHaveLength(2);
    await world.amend(id, { kind: 'cancel' });
    await world.posted(id, 'telegram-channel', { state: 'sent', sent_revision: 2 });
    expect((await got()).at(-1)!.text).toContain('CANCELLED before entry');
  });

  it('follows the chat to its new number, also after a restart', async () => {
    const moved = -1_001_000_000_003;
    await world.sandbox.control('POST', 'telegram/channel', { chat: moved });
    const [before] = (await addresses()).filter(({ channel }) => channel === 'telegram-channel');
    await world.arm({ method: 'sendMessage', chat: CHANNEL, times: 1, do: { migrateTo: moved } });
    await world.posted(await world.publish(), 'telegram-channel', { state: 'sent' });
    expect(await world.messages(moved)).toHaveLength(1);
    await world.stopWorker();
    await world.startWorker();
    await world.posted(await world.publish(), 'telegram-channel', { state: 'sent' });
    expect(await world.messages(moved)).toHaveLength(2);
    expect((await addresses()).filter(({ channel }) => channel === 'telegram-channel')).toEqual([before]);
    await world.rows(`delete from channel_addresses where channel = 'telegram-channel'`);
    await world.stopWorker();
    await world.startWorker();
    await eventually(async () => expect(await addresses()).toHaveLength(2));
  });
});

describe('a channel that refuses the bot', () => {
  it.each([
    ['none', 400],
    ['kicked', 403],
  ])('(%s) is left alone, which operators are told, while all others get theirs', async (rights, status) => {
    const linked = await world.linked();
    const before = (await alarms('channel-refused')) ?? 0;
    await world.sandbox.control('POST', 'telegram/channel', { chat: CHANNEL, rights });
    const id = await world.publish();
    await world.posted(id, 'telegram-channel', { state: 'failed_retryable' });
    expect(await alarms('channel-refused')).toBe(before + 1);
    await world.settled(id, linked, { state: 'sent' });
    await world.posted(id, 'copy-bot', { state: 'sent' });
    // The next post is not tried while the chat is paused.
    const next = await world.publish();
    await world.posted(next, 'copy-bot', { state: 'sent' });
    await eventually(async () =>
      expect(
        await world.rows(`select 1 from deliveries where state = 'queued' and available_at > now() + interval '10 minutes'`),
      ).toHaveLength(1),
    );
    const calls = (await world.calls('sendMessage')).filter(({ chat }) => chat === CHANNEL);
    expect(calls.filter((call) => call.status === status && call.at >= calls.at(-1)!.at)).toHaveLength(1);
    // Its rights are back.
    const got = await since(CHANNEL);
    await world.sandbox.control('POST', 'telegram/channel', { chat: CHANNEL });
    await world.rows('delete from channel_blocks');
    await world.hurry();
    for (const post of [id, next]) await world.posted(post, 'telegram-channel', { state: 'sent' });
    expect(await got()).toHaveLength(2);
  });
});

describe('the channel for copy bots', () => {
  it('gets the layout as plain text, no edit, and one Cancel as a reply', async () => {
    const got = await since(COPY);
    const id = await world.publish();
    await world.posted(id, 'copy-bot', { state: 'sent', sent_revision: 1 });
    const [post] = await got();
    expect(post).toMatchObject({ isPlain: true, button: null, replyTo: null, edits: 0 });
    expect(post!.text).toBe(
      'BTC/USDT\nExchanges: Bybit USDT\nLeverage: Cross x10\nEntry: 64000\nTake Profit: 65500 67000 69000.25\nStop: 62500',
    );
    // It keeps its stop, which operators are told.
    const before = (await alarms('copy-stop-kept')) ?? 0;
    await world.amend(id, { kind: 'move_stop', stop: '63000.5' });
    await world.posted(id, 'copy-bot', { state: 'suppressed', last_answer: 'stop-kept', sent_revision: 1 });
    expect(await alarms('copy-stop-kept')).toBe(before + 1);
    await world.amend(id, { kind: 'cancel' });
    await world.posted(id, 'copy-bot', { state: 'sent', sent_revision: 3 });
    expect(await got()).toMatchObject([{ edits: 0 }, { text: 'Cancel', isPlain: true, replyTo: post!.message_id }]);
  });

  it.each([
    ['a page of a proxy', { status: 502, delivered: true }],
    ['a reset', { reset: true, delivered: true }],
    ['half an answer', { cutAt: 12 }],
  ])('gets nothing more of a signal after %s, until an admin decides', async (_, action) => {
    const got = await since(COPY);
    await world.arm({ method: 'sendMessage', chat: COPY, times: 1, do: action });
    const id = await world.publish();
    await world.posted(id, 'copy-bot', { state: 'uncertain', provider_id: null });
    await eventually(async () => expect(await metric('tidemark_club_posts_undecided', { channel: 'copy-bot' })).toBe(1));
    // A newer state changes nothing.
    await world.amend(id, { kind: 'move_stop', stop: '63000.5' });
    await world.posted(id, 'copy-bot', { state: 'uncertain', wanted_revision: 2 });
    await world.hurry();
    await world.posted(await world.publish(), 'copy-bot', { state: 'sent' });
    await world.posted(id, 'copy-bot', { state: 'uncertain' });
    expect(await got()).toHaveLength(2);
  });

  it('gets a post again that an admin wants sent, however late', async () => {
    const got = await since(COPY);
    await world.arm({ method: 'sendMessage', chat: COPY, times: 1, do: { reset: true } });
    const id = await world.publish();
    const { id: delivery } = await world.posted(id, 'copy-bot', { state: 'uncertain' });
    expect(await got()).toEqual([]);
    await publishedLongAgo(id);
    await world.rows(`update deliveries set state = 'queued', attempts = 0, is_replay = true, available_at = now() where id = ?`, [
      delivery,
    ]);
    await world.posted(id, 'copy-bot', { state: 'sent' });
    expect(await got()).toHaveLength(1);
  });

  it('gets neither a second post nor a Cancel of the pair after an admin says that a post arrived: a person closes it', async () => {
    const got = await since(COPY);
    const before = (await alarms('copy-not-closed')) ?? 0;
    await world.arm({ method: 'sendMessage', chat: COPY, times: 1, do: { reset: true, delivered: true } });
    const id = await world.publish();
    const { id: delivery } = await world.posted(id, 'copy-bot', { state: 'uncertain' });
    await world.rows(`update deliveries set state = 'sent', sent_revision = wanted_revision where id = ?`, [delivery]);
    await world.amend(id, { kind: 'move_stop', stop: '63000.5' });
    await world.posted(id, 'copy-bot', { state: 'suppressed', last_answer: 'post-unknown' });
    expect(await alarms('copy-not-closed')).toBe(before);
    await world.amend(id, { kind: 'cancel' });
    await world.posted(id, 'copy-bot', { state: 'suppressed', wanted_revision: 3 });
    await eventually(async () => expect(await alarms('copy-not-closed')).toBe(before + 1));
    expect(await got()).toHaveLength(1);
  });

  it('gets no Cancel that answers nothing, which would close every signal of the pair: a person closes it', async () => {
    const got = await since(COPY);
    const before = (await alarms('copy-not-closed')) ?? 0;
    const id = await world.publish();
    const { id: delivery } = await world.posted(id, 'copy-bot', { state: 'sent' });
    // Somebody has deleted the post.
    await world.rows(`update deliveries set provider_id = '999999' where id = ?`, [delivery]);
    await world.amend(id, { kind: 'cancel' });
    await world.posted(id, 'copy-bot', { state: 'failed_permanent' });
    expect(await alarms('copy-not-closed')).toBe(before + 1);
    expect((await got()).map(({ text }) => text)).not.toContain('Cancel');
  });

  it('gets one Cancel, also when its answer was lost', async () => {
    const got = await since(COPY);
    const id = await world.publish();
    await world.posted(id, 'copy-bot', { state: 'sent' });
    await world.arm({ method: 'sendMessage', chat: COPY, times: 1, do: { reset: true, delivered: true } });
    await world.amend(id, { kind: 'cancel' });
    await world.posted(id, 'copy-bot', { state: 'uncertain' });
    await world.hurry();
    await world.posted(await world.publish(), 'copy-bot', { state: 'sent' });
    expect((await got()).filter(({ text }) => text === 'Cancel')).toHaveLength(1);
  });

  it('gets no second post after the worker was killed between request and answer, not even a newer state', async () => {
    const got = await since(COPY);
    await world.stopWorker();
    await world.arm({ method: 'sendMessage', chat: COPY, times: 1, do: { delayMs: 120_000 } });
    const id = await world.publish();
    const victim = world.startProcess();
    const gone = new Promise((exited) => victim.once('exit', exited));
    await eventually(async () => expect(await got()).toHaveLength(1));
    victim.kill('SIGKILL');
    await gone;
    await world.posted(id, 'copy-bot', { state: 'sending' });
    await world.amend(id, { kind: 'move_stop', stop: '63000.5' });
    await world.startWorker();
    await world.fannedOut();
    await world.expireLeases();
    await world.posted(id, 'copy-bot', { state: 'uncertain', wanted_revision: 2, last_answer: 'lost' });
    await world.posted(await world.publish(), 'copy-bot', { state: 'sent' });
    expect(await got()).toHaveLength(2);
  });

  it('gets no signal that was published half an hour ago: operators are told', async () => {
    const got = await since(COPY);
    const before = (await alarms('copy-not-posted')) ?? 0;
    await world.stopWorker();
    const id = await world.publish();
    await publishedLongAgo(id);
    await world.startWorker();
    await world.posted(id, 'copy-bot', { state: 'suppressed', last_answer: 'late' });
    expect([await got(), await alarms('copy-not-posted')]).toEqual([[], before + 1]);
  });

  it('gets three posts at once, and the fourth later', async () => {
    const got = await since(COPY);
    const ids = [];
    for (let published = 0; published < 4; published++) ids.push(await world.publish());
    await eventually(async () => expect(await got()).toHaveLength(3));
    const waits = await eventually(async () => {
      const rows = await world.rows<{ seconds: number }>(
        `select extract(epoch from d.available_at - now())::float8 as seconds from deliveries d
         join channel_addresses a on a.id = d.address_id where a.channel = 'copy-bot' and d.state = 'queued' and d.available_at > now()`,
      );
      expect(rows).toHaveLength(1);
      return rows[0]!.seconds;
    });
    expect(waits).toBeLessThanOrEqual(15);
    expect((await world.calls('sendMessage')).filter(({ status }) => status === 429)).toEqual([]);
  });
});

describe('the pace of a chat', () => {
  it.each([
    ['a copy bot', COPY_BOT_PACE, 7],
    ['a channel', CHANNEL_PACE, 20],
  ])('of %s is never exceeded in any minute', async (_, pace, most) => {
    const pacer = (await world.startWorker()).get(TelegramPacer, { strict: false });
    const hash = randomBytes(32);
    const taken: number[] = [];
    const begin = performance.now();
    for (let second = 0; second < 150; second++) {
      // Idle at first, then as often as it may.
      while (taken.length < 60 && (await pacer.turnOfPost(hash, pace)) === 0) taken.push(second + (performance.now() - begin) / 1000);
      await world.rows(`update channel_blocks set next_at = next_at - interval '1 second' where scope = ?`, [hash.toString('base64url')]);
    }
    const inMinute = taken.map((at) => taken.filter((other) => other >= at && other < at + 59).length);
    const busiest = Math.max(...inMinute);
    expect(busiest).toBeLessThanOrEqual(most);
    // A minute is used, but for what its last second holds and for the steps of a second.
    expect(busiest).toBeGreaterThanOrEqual(most - 3);
  });
});

describe('posts', () => {
  it('wait as long as Telegram asks, as direct messages do', async () => {
    const linked = await world.linked();
    await world.arm({ method: 'sendMessage', chat: CHANNEL, times: 1, do: { retryAfter: 2 } });
    const id = await world.publish();
    await world.posted(id, 'telegram-channel', { state: 'sent' });
    await world.posted(id, 'copy-bot', { state: 'sent' });
    await world.settled(id, linked, { state: 'sent' });
    const calls = await world.calls('sendMessage');
    const refused = calls.findIndex(({ status }) => status === 429);
    // A request may have been under way when the 429 came in.
    expect(calls.slice(refused + 1).filter(({ isEarly }) => isEarly).length).toBeLessThanOrEqual(1);
  });

  it('follow the settings', async () => {
    const configured = await addresses();
    await world.stopWorker();
    const { config } = world.api;
    const telegram = Object.create(config.telegram, { copyChannelId: { value: null } }) as typeof config.telegram;
    const changed = Object.create(config, { telegram: { value: telegram } }) as typeof config;
    const worker = await startTestWorker(changed);
    try {
      await eventually(async () =>
        expect(await addresses()).toMatchObject([{ channel: 'copy-bot', state: 'disabled', reason: 'setting' }, { state: 'active' }]),
      );
      const got = await since(COPY);
      await world.posted(await world.publish(), 'telegram-channel', { state: 'sent' });
      expect(await got()).toEqual([]);
    } finally {
      await worker.close();
    }
    await world.startWorker();
    await eventually(async () => expect(await addresses()).toEqual(configured));
    expect(await world.rows(`select 1 from audit_events where action in ('copy-bot.disable', 'copy-bot.enable')`)).toHaveLength(2);
  });

  it('are the only deliveries without a member', async () => {
    const insert = (channel: string) =>
      world.rows(`insert into channel_addresses (id, channel, address, hash) values (gen_random_uuid(), ?, '\\x00', '\\x00')`, [channel]);
    await expect(insert('webhook')).rejects.toThrow('channel_addresses_member_check');
    await expect(world.rows(`update channel_addresses set user_id = ? where channel = 'copy-bot'`, [world.admin.userId])).rejects.toThrow(
      'channel_addresses_member_check',
    );
  });
});
