import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../e2e/support/eventually.js';
import type { ChatMessage } from '../../integration/channels/telegram-world.js';
import type { Shown } from '../../integration/channels/push-world.js';
import { Random } from '../injection/random.mjs';
import { DeliveryStage, type Recipient } from './delivery-stage.js';

/** All of it by hand and before a release (`TEST_CASES=all`); otherwise a part, the same one each time. */
const [RECIPIENTS, KILLS] = process.env['TEST_CASES'] === 'all' ? [1000, 50] : [100, 8];
/** Of each channel, at the end of the list: addresses that no longer exist. */
const GONE = RECIPIENTS / 100;
const WORKERS = 2;
/** Telegram messages whose answer a worker can be waiting for when it is killed: 28 a second, for a second of a busy machine. */
const ON_THE_WAY = 28;
const DEADLINE_MS = 20 * 60_000;

jest.setTimeout(2 * DEADLINE_MS);

/** Faults of sendMessage after which it may have arrived. */
const unknown = [{ reset: true, delivered: true }, { status: 502, delivered: true }, { reset: true }, { cutAt: 12 }];
const botFaults = [...unknown, { retryAfter: 1 }, { delayMs: 1500 }];
const pushFaults = [
  { reset: true, delivered: true },
  { status: 502, delivered: true },
  { status: 503 },
  { status: 429, retryAfter: 1 },
  { hang: true },
  { delayMs: 800 },
];
const webhookAnswers = ['reset', 'garbage', { status: 500 }, { status: 503, headers: { 'retry-after': '1' } }] as const;
const mailAnswers = ['451 4.3.0 try later', 'cut', 'accept-and-cut'] as const;

interface Delivery {
  userId: string;
  channel: string;
  threadId: string;
  state: string;
  wanted: number;
  sent: number | null;
}

describe('signals on four channels while workers are killed and every double fails', () => {
  const random = new Random(29);
  let stage: DeliveryStage;
  let recipients: Recipient[];
  /** What a person would have to be told: a message that may not have arrived. */
  let unknownArmed = 0;
  const signals: string[] = [];

  beforeAll(async () => {
    stage = await DeliveryStage.start();
    recipients = await stage.recipients(RECIPIENTS);
    await run();
  });
  afterAll(() => stage.stop());

  const pick = <T>(of: readonly T[]): T => of[random.between(0, of.length - 1)]!;
  /** The last of the list have lost their addresses. */
  const isGone = ({ path }: Recipient) => Number(path.slice('/hook-'.length)) >= RECIPIENTS - GONE;
  const present = () => recipients.filter((recipient) => !isGone(recipient));

  async function arm(): Promise<void> {
    const sends = pick(botFaults);
    if (unknown.some((fault) => fault === sends)) unknownArmed++;
    await stage.sandbox.control('POST', 'telegram/faults', [
      { method: 'sendMessage', skip: random.between(0, 30), times: 1, do: sends },
      { method: 'editMessageText', skip: random.between(0, 30), times: 2, do: pick(botFaults) },
    ]);
    await stage.sandbox.control('POST', 'push/faults', [{ skip: random.between(0, 30), times: 3, do: pick(pushFaults) }]);
    for (let i = 0; i < 3; i++) stage.receiver.script.set(pick(present()).path, [pick(webhookAnswers)]);
  }

  async function loseAddresses(): Promise<void> {
    for (const { chat, browser, path } of recipients.filter(isGone)) {
      await stage.sandbox.control('POST', 'telegram/faults', { chat, do: { error: 'deactivated' } });
      await stage.sandbox.control('POST', 'push/unsubscribe', { id: browser });
      stage.receiver.gone.add(path);
    }
  }

  /** Each is a first publication or a change, at its part of the kills. */
  const news: { after: number; act: () => Promise<unknown> }[] = [
    { after: 0, act: async () => signals.push(await stage.publish('BTCUSDT')) },
    { after: 0.3, act: async () => signals.push(await stage.publish('ETHUSDT')) },
    { after: 0.5, act: () => stage.amend(signals[0]!, { kind: 'move_stop', stop: '63000.5' }) },
    { after: 0.7, act: () => stage.amend(signals[1]!, { kind: 'cancel' }) },
  ];

  async function run(): Promise<void> {
    stage.smtp.script = { data: () => (random.chance(0.03) ? pick(mailAnswers) : 'accept') };
    await loseAddresses();
    const workers = [];
    for (let i = 0; i < WORKERS; i++) workers.push(await stage.startWorker());
    for (let killed = 0; killed < KILLS; killed++) {
      while (news[0] && killed >= news[0].after * KILLS) await news.shift()!.act();
      await arm();
      await someTries();
      await stage.kill(workers.shift()!);
      workers.push(await stage.startWorker());
    }
    for (const worker of workers) await stage.kill(worker);
    await settle();
  }

  /** Waits until workers have made some more tries, or have nothing to do. */
  async function someTries(): Promise<void> {
    const tries = async () => (await stage.rows<{ n: number }>('select count(*)::int as n from delivery_attempts'))[0]!.n;
    const enough = (await tries()) + random.between(0, 60);
    await eventually(async () => expect((await tries()) >= enough || (await unfinished('now')) === 0).toBe(true), DEADLINE_MS);
  }

  /** Lets time pass without faults until nothing is left to do. */
  async function settle(): Promise<void> {
    stage.smtp.script = {};
    stage.receiver.script.clear();
    await stage.sandbox.control('DELETE', 'push/faults');
    await stage.sandbox.control('DELETE', 'telegram/faults');
    // What is gone stays gone.
    await loseAddresses();
    const end = performance.now() + DEADLINE_MS;
    while ((await unfinished('')) > 0) {
      if (performance.now() > end) throw new Error(`still to do: ${JSON.stringify(await remaining())}`);
      await stage.passTime();
      const worker = await stage.startWorker();
      await eventually(async () => expect(await unfinished('now')).toBe(0), DEADLINE_MS);
      await stage.kill(worker);
    }
  }

  /** Rows that are not final; `now`: of them those that a worker has to do now. */
  async function unfinished(when: '' | 'now'): Promise<number> {
    const due = when === 'now' ? 'and (lease_until is not null or available_at <= now())' : '';
    const [row] = await stage.rows<{ n: number }>(
      `select ((select count(*) from deliveries d join channel_addresses a on a.id = d.address_id
                where (d.state in ('queued', 'claimed', 'sending', 'failed_retryable')
                  or (d.state = 'uncertain' and a.channel <> 'telegram'))
                  ${due})
        + (select count(*) from outbox where sent_at is null and dead_at is null ${when === 'now' ? 'and available_at <= now()' : ''})
        + (select count(*) from signal_mailings where finished_at is null)
        + (select count(*) from events where fanned_out_at is null))::int as n`,
    );
    return row!.n;
  }

  const remaining = () => stage.rows('select state, last_answer, count(*)::int from deliveries group by 1, 2');

  const deliveries = (channel: string) =>
    stage.rows<Delivery>(
      `select a.user_id as "userId", a.channel, d.thread_id as "threadId", d.state, d.wanted_revision as wanted, d.sent_revision as sent
       from deliveries d join channel_addresses a on a.id = d.address_id where a.channel = ?`,
      [channel],
    );

  /** Of those whose address is there, what did not end with the last state of the signal. */
  async function notAtTheEnd(channel: string): Promise<Delivery[]> {
    const there = new Set(present().map(({ userId }) => userId));
    const all = (await deliveries(channel)).filter(({ userId }) => there.has(userId));
    expect(all).toHaveLength(there.size * signals.length);
    return all.filter(({ state, wanted, sent }) => state !== 'sent' || sent !== wanted);
  }

  it('brings the last state of each signal to every webhook, and repeats a message only under its id', async () => {
    expect(await notAtTheEnd('webhook')).toEqual([]);
    const last = await stage.rows<{ id: string }>(`select distinct on (subject_id) id from events order by subject_id, revision desc`);
    for (const { path } of present()) {
      const received = stage.receiver.at(path);
      for (const { id } of last) expect(received.some((message) => message.id.includes(id))).toBe(true);
      const bodies = new Map(received.map(({ id, body }) => [id, body]));
      expect(received.filter(({ id, body }) => bodies.get(id) !== body)).toEqual([]);
    }
  });

  it('brings the last state of each signal to every browser, where one notification of it is left', async () => {
    expect(await notAtTheEnd('push')).toEqual([]);
    const messages = await stage.sandbox.control<(Omit<Shown, 'text'> & { text: string; subscription: string })[]>('GET', 'push/messages');
    const last = new Map(messages.map(({ subscription, topic, text }) => [`${subscription} ${topic}`, text]));
    const browsers = new Set(present().map(({ browser }) => browser));
    const shown = [...last].filter(([key]) => browsers.has(key.split(' ')[0]!));
    expect(shown).toHaveLength(browsers.size * signals.length);
    expect(new Set(shown.map(([, text]) => text)).size).toBe(signals.length);
  });

  it('sends no Telegram message twice, and names each one that may not have arrived', async () => {
    const lost = await notAtTheEnd('telegram');
    expect(lost.filter(({ state }) => state !== 'uncertain')).toEqual([]);
    expect(lost.length).toBeLessThanOrEqual(KILLS * ON_THE_WAY + unknownArmed);
    const told = await stage.rows<{ userId: string }>(
      `select distinct user_id as "userId" from mail_deliveries where letter = 'telegram-uncertain' and sent_at is not null`,
    );
    const known = new Set(told.map(({ userId }) => userId));
    expect(lost.filter(({ userId }) => !known.has(userId))).toEqual([]);
    const messages = await stage.sandbox.control<(ChatMessage & { chat: number; original: string })[]>('GET', 'telegram/messages');
    // As they were sent: the second of two would have been edited since.
    const texts = messages.filter(({ replyTo }) => replyTo === null).map(({ chat, original }) => `${chat} ${original}`);
    expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
    // Whoever has none of a signal was told.
    const chats = new Set(messages.map(({ chat, text }) => `${chat} ${text.includes('BTC') ? 'BTC' : 'ETH'}`));
    const without = present().filter(({ chat }) => !chats.has(`${chat} BTC`) || !chats.has(`${chat} ETH`));
    expect(without.filter(({ userId }) => !known.has(userId))).toEqual([]);
  });

  it('brings an email about each signal to everybody, and repeats it only under its Message-ID', async () => {
    const letters = await stage.rows<{ userId: string; unsent: number }>(
      `select u.id as "userId", count(*) filter (where d.sent_at is null)::int as unsent
       from users u left join mail_deliveries d on d.user_id = u.id and d.letter = 'signal' where u.id in (?) group by u.id`,
      [recipients.map(({ userId }) => userId)],
    );
    expect(letters.filter(({ unsent }) => unsent > 0)).toEqual([]);
    const taken = stage.smtp.received.map(({ to, mail }) => ({ to: to[0]!, id: mail.messageId ?? '', subject: mail.subject ?? '' }));
    for (const asset of ['BTC/USDT', 'ETH/USDT']) {
      const mails = taken.filter(({ subject }) => subject.includes(asset));
      const reached = new Set(mails.map(({ to }) => to));
      expect(recipients.filter(({ email }) => !reached.has(email))).toEqual([]);
      const ids = new Map(mails.map(({ to, id, subject }) => [`${to} ${subject}`, id]));
      expect(mails.filter(({ to, id, subject }) => ids.get(`${to} ${subject}`) !== id)).toEqual([]);
    }
  });

  it('ends addresses that are gone, and tells their members by email', async () => {
    const gone = recipients.filter(isGone);
    const states = await stage.rows<{ channel: string; state: string; n: number }>(
      'select channel, state, count(*)::int as n from channel_addresses where user_id in (?) group by 1, 2 order by 1',
      [gone.map(({ userId }) => userId)],
    );
    expect(states).toEqual(['push', 'telegram', 'webhook'].map((channel) => ({ channel, state: 'disabled', n: GONE })));
    for (const letter of ['push-ended', 'telegram-disabled', 'webhook-disabled']) {
      const told = await stage.rows<{ userId: string }>(
        `select distinct user_id as "userId" from mail_deliveries where letter = ? and sent_at is not null`,
        [letter],
      );
      expect([letter, new Set(told.map(({ userId }) => userId))]).toEqual([letter, new Set(gone.map(({ userId }) => userId))]);
    }
  });
});
