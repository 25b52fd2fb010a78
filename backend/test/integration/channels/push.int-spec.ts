import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { pushAlarms } from '../../../src/messaging/channels/push/push.metrics.js';
import { topicOf } from '../../../src/messaging/channels/push/push-message.rules.js';
import { eventually } from '../../e2e/support/eventually.js';
import { endSignals } from '../signals/end-signals.js';
import { PushWorld, type Browser } from './push-world.js';

let world: PushWorld;
beforeAll(async () => (world = await PushWorld.start()), 180_000);
afterAll(() => world.stop(), 180_000);
afterEach(async () => {
  await world.startWorker();
  await endSignals(world);
  await world.clear();
});

const alarms = async (cause: string): Promise<number> =>
  (await pushAlarms.get()).values.find(({ labels }) => labels['cause'] === cause)?.value ?? 0;

describe('a signal', () => {
  it('is shown on a device in the language of its member, and each state takes the place of the one before', async () => {
    const browser = await world.browser();
    await world.rows(`update users set language = 'es' where id = ?`, [browser.member.userId]);
    const id = await world.publish();
    const [greeting, published] = await world.arrived(browser, 2);
    expect(greeting!.text).toMatchObject({ title: 'Notifications are on' });
    expect(published).toMatchObject({ ttl: 3600, urgency: 'high', topic: topicOf(id) });
    expect(published!.text).toEqual({
      v: 1,
      title: 'LARGO BTC/USDT',
      body: expect.stringMatching(/^Entrada \d+.*\nStop \d+/),
      tag: `s-${id}`,
      url: `/#/user-trade-signal/${id}`,
      lang: 'es',
      dir: 'ltr',
      silent: false,
    });
    await world.settled(id, browser, { state: 'sent', sent_revision: 1 });

    await world.amend(id, { kind: 'move_stop', stop: '63000.5' });
    const [, , moved] = await world.arrived(browser, 3);
    expect(moved).toMatchObject({ topic: topicOf(id), urgency: 'normal', text: { silent: true, tag: `s-${id}` } });
    expect(moved!.text.body).toMatch(/^Stop movido a 63000.5\n/);

    await world.amend(id, { kind: 'cancel' });
    const [, , , cancelled] = await world.arrived(browser, 4);
    expect(cancelled).toMatchObject({ topic: topicOf(id), urgency: 'high', text: { silent: false } });
    expect(cancelled!.text.body).toMatch(/^CANCELADA/);
  });

  it('goes over connections that are kept', async () => {
    const browser = await world.browser();
    await world.settled(await world.publish(), browser, { state: 'sent' });
    await world.settled(await world.publish(), browser, { state: 'sent' });
    const connections = (await world.calls(browser)).map(({ connection }) => connection);
    expect(new Set(connections).size).toBeLessThan(connections.length);
  });

  it('reaches nobody who may not see signals any more', async () => {
    const browser = await world.browser();
    await world.stopWorker();
    const id = await world.publish();
    await world.rows(`insert into deliveries (thread_id, address_id, wanted_revision) values (?, ?, 1)`, [id, browser.address]);
    await world.rows(`update users set payment_status = null where id = ?`, [browser.member.userId]);
    await world.startWorker();
    await world.settled(id, browser, { state: 'suppressed', last_answer: 'no-access' });
    expect(await world.messages(browser)).toHaveLength(1);
  });
});

describe('an answer of a push service', () => {
  const armed = async (action: object): Promise<{ browser: Browser; id: string }> => {
    const browser = await world.browser();
    await world.arm({ subscription: browser.subscription.id, times: 1, do: action });
    return { browser, id: await world.publish() };
  };

  it.each([404, 410])('%i ends the subscription, and the member is told elsewhere if it was the last', async (status) => {
    const member = await world.reader();
    const [first, second] = [await world.browser(member), await world.browser(member)];
    await world.arm({ subscription: first.subscription.id, do: { status } });
    await world.settled(await world.publish(), first, { state: 'failed_permanent' });
    await eventually(async () => expect((await world.state(member)).devices.map(({ id }) => id)).toEqual([second.address]));
    expect(await world.letters(member)).toEqual([]);
    await world.arm({ subscription: second.subscription.id, do: { status } });
    await world.publish();
    await eventually(async () => expect(await world.letters(member)).toEqual([{ letter: 'push-ended' }]));
    expect((await world.state(member)).devices).toEqual([]);
    const calls = (await world.calls(first)).length;
    await world.publish();
    await world.fannedOut();
    expect(await world.calls(first)).toHaveLength(calls);
  });

  it.each([
    ['400', { status: 400 }],
    ['413', { status: 413 }],
    ['a redirect', { status: 307, location: 'https://169.254.169.254/latest/meta-data/' }],
  ])('%s is a fault of ours: never repeated, and alarmed about', async (_, action) => {
    const before = await alarms('refused-message');
    const { browser, id } = await armed(action);
    await world.settled(id, browser, { state: 'failed_permanent' });
    expect(await alarms('refused-message')).toBe(before + 1);
    expect(await world.calls(browser)).toHaveLength(2);
    expect((await world.state(browser.member)).devices).toHaveLength(1);
  });

  it.each([401, 403])('%i stops everything to that host, and is alarmed about', async (status) => {
    const before = await alarms('refused-credentials');
    const other = await world.browser(undefined, { host: '127.0.0.1' });
    const same = await world.browser();
    const { browser, id } = await armed({ status });
    const { waits } = await world.settled(id, browser, { state: 'failed_retryable' });
    expect(waits).toBeGreaterThan(800);
    expect(await alarms('refused-credentials')).toBe(before + 1);
    await world.settled(id, other, { state: 'sent' });
    const next = await world.publish();
    await world.settled(next, other, { state: 'sent' });
    const held = await eventually(() => world.settled(next, same, { state: 'queued', attempts: 0 }));
    expect(held.waits).toBeGreaterThan(700);
  });

  it('403 to a browser that never took anything is the end of that one, and of no other', async () => {
    const before = await alarms('refused-credentials');
    const other = await world.browser();
    const member = await world.reader();
    await world.add(member, await world.subscribe({ key: 'a key of somebody else' }));
    await eventually(async () => expect((await world.state(member)).devices).toEqual([]));
    expect(await world.rows('select 1 from channel_blocks')).toEqual([]);
    await world.settled(await world.publish(), other, { state: 'sent' });
    expect(await alarms('refused-credentials')).toBe(before + 1);
  });

  it.each([
    ['429', { status: 429, retryAfter: 2 }],
    ['406, as Windows says it', { status: 406, retryAfter: 2 }],
  ])('%s keeps back what is for that host, as long as it asks', async (_, action) => {
    const { browser, id } = await armed(action);
    await world.settled(id, browser, { state: 'failed_retryable' });
    expect(await world.rows(`select scope from channel_blocks where channel = 'push' and blocked_until > now()`)).toEqual([
      { scope: 'localhost' },
    ]);
    await world.rows(`update channel_blocks set blocked_until = now() + interval '1 hour'`);
    await world.hurry();
    await eventually(async () => expect((await world.settled(id, browser, {})).waits).toBeGreaterThan(3000));
    expect(await world.calls(browser)).toHaveLength(2);
    await world.rows('delete from channel_blocks');
    await world.hurry();
    await world.settled(id, browser, { state: 'sent' });
  });

  it.each([
    ['500', { status: 500 }, 1],
    ['502 after it was delivered', { status: 502, delivered: true }, 2],
    ['a reset after it was delivered', { reset: true, delivered: true }, 2],
  ])('%s is repeated, under the same topic', async (_, action, count) => {
    const { browser, id } = await armed(action);
    const { state } = await world.settled(id, browser, { attempts: 1 });
    if (state !== 'sent') await world.hurry();
    await world.settled(id, browser, { state: 'sent' });
    const [, ...shown] = await world.messages(browser);
    expect(shown.map(({ topic, text }) => [topic, text.tag])).toEqual(Array.from({ length: count }, () => [topicOf(id), `s-${id}`]));
  });

  it('says nothing about an endpoint in what is stored of it', async () => {
    const { browser, id } = await armed({ status: 500 });
    const { last_answer } = await world.settled(id, browser, { last_answer: 'http-500' });
    expect(last_answer).toBe('http-500');
  });
});

describe('quiet hours', () => {
  const quiet = ({ member }: Browser, from: number, to: number) =>
    world.rows(
      `insert into quiet_hours (user_id, from_minute, to_minute, time_zone)
        select ?::uuid, mod(minute + ? + 1440, 1440), mod(minute + ?, 1440), 'UTC'
        from (select extract(epoch from now())::bigint / 60 % 1440 as minute) t`,
      [member.userId, from, to],
    );
  const over = ({ member }: Browser) => world.rows('delete from quiet_hours where user_id = ?', [member.userId]);

  it('hold a signal; at their end the device shows what it is by then, if it is still open', async () => {
    const browser = await world.browser();
    await quiet(browser, -60, 60);
    const id = await world.publish();
    const { waits } = await world.settled(id, browser, { state: 'queued', attempts: 0 });
    await eventually(async () => expect((await world.settled(id, browser, {})).waits).toBeGreaterThan(3000));
    expect(waits).toBeLessThanOrEqual(3661);
    await world.amend(id, { kind: 'move_stop', stop: '63000.5' });
    await world.fannedOut();
    await eventually(async () => expect((await world.settled(id, browser, { state: 'queued' })).waits).toBeGreaterThan(3000));
    expect(await world.messages(browser)).toHaveLength(1);
    await over(browser);
    await world.hurry();
    await world.settled(id, browser, { state: 'sent', sent_revision: 2 });
    const [, shown, ...more] = await world.messages(browser);
    expect([shown!.text.body, more]).toEqual([expect.stringMatching(/^Stop moved to 63000.5/), []]);
  });

  it('hold no signal beyond its end, and no result of one that the device never showed', async () => {
    const browser = await world.browser();
    await quiet(browser, -60, 60);
    const [late, ended] = [await world.publish(), await world.publish()];
    for (const id of [late, ended])
      await eventually(async () => expect((await world.settled(id, browser, { state: 'queued' })).waits).toBeGreaterThan(3000));
    await world.stopWorker();
    await world.rows(`update events set expires_at = now() where subject_id = ?`, [late]);
    await world.rows(
      `insert into events (id, kind, subject_id, revision, audience, payload, expires_at, fanned_out_at)
        select gen_random_uuid(), 'signal.ended', subject_id, 2, audience, payload, now() + interval '1 day', now() from events
        where subject_id = ?`,
      [ended],
    );
    await world.rows('update deliveries set wanted_revision = 2 where thread_id = ?', [ended]);
    await over(browser);
    await world.hurry();
    await world.startWorker();
    await world.settled(late, browser, { state: 'expired' });
    await world.settled(ended, browser, { state: 'expired' });
    expect(await world.messages(browser)).toHaveLength(1);
  });
});

describe('the summary after quiet hours', () => {
  const quiet = ({ member }: Browser) =>
    world.rows(
      `insert into quiet_hours (user_id, from_minute, to_minute, time_zone)
        select ?::uuid, mod(minute + 1380, 1440), mod(minute + 60, 1440), 'UTC'
        from (select extract(epoch from now())::bigint / 60 % 1440 as minute) t`,
      [member.userId],
    );
  const held = (browser: Browser, count: number) =>
    eventually(async () =>
      expect(
        await world.rows(`select 1 from deliveries where address_id = ? and state = 'queued' and held_until > now()`, [browser.address]),
      ).toHaveLength(count),
    );
  /** Publishes signals in the quiet hours of a browser. */
  const during = async (browser: Browser, count: number): Promise<string[]> => {
    await quiet(browser);
    const ids = [];
    for (let n = 0; n < count; n++) ids.push(await world.publish());
    await held(browser, count);
    return ids;
  };
  const over = async ({ member }: Browser) => {
    await world.rows('delete from quiet_hours where user_id = ?', [member.userId]);
    await world.hurry();
  };
  const summaries = ({ address }: Browser) =>
    world.rows<{ state: string; reason: string | null }>(
      `select d.state, d.last_answer as reason from deliveries d join events e on e.subject_id = d.thread_id
        where d.address_id = ? and e.kind = 'push.summary'`,
      [address],
    );

  it('is one message for all that is open, and a later change of a signal is news again', async () => {
    const browser = await world.browser();
    const [first, second] = await during(browser, 2);
    const { userId } = browser.member;
    await world.rows(
      `insert into notices (id, user_id, kind, dedupe_key, facts)
        values (gen_random_uuid(), ?, 'invoice-paid', 'paid', '{"number":"TM-7","total":"50.00"}')`,
      [userId],
    );
    await held(browser, 3);
    await over(browser);
    const [, shown] = await world.arrived(browser, 2);
    expect(shown!.text).toMatchObject({ title: 'After your quiet hours', url: '/#/notifications', silent: false });
    expect(shown!.text.body.replaceAll(/[\u2066-\u2069]/g, '')).toBe(
      '2 signals are open:\nLONG BTC/USDT and LONG BTC/USDT\n1 notice about your account:\nInvoice TM-7 is paid',
    );
    for (const id of [first!, second!]) await world.settled(id, browser, { state: 'suppressed', last_answer: 'summary', sent_revision: 1 });
    await eventually(async () => expect(await summaries(browser)).toMatchObject([{ state: 'sent' }]));
    await world.amend(first!, { kind: 'cancel' });
    expect((await world.arrived(browser, 3))[2]!.text.body).toMatch(/^CANCELLED/);
  });

  it('does not come if nothing is open any more', async () => {
    const browser = await world.browser();
    const [late, cancelled] = await during(browser, 2);
    await world.amend(cancelled!, { kind: 'cancel' });
    await world.fannedOut();
    await held(browser, 2);
    await world.rows('update events set expires_at = now() where subject_id = ?', [late]);
    await over(browser);
    for (const id of [late!, cancelled!]) await world.settled(id, browser, { state: 'expired' });
    expect([await summaries(browser), await world.messages(browser)]).toEqual([[], [expect.anything()]]);
  });

  it('leaves out what the member turned off, and what they may not see any more', async () => {
    const [off, unpaid] = [await world.browser(), await world.browser()];
    await quiet(unpaid);
    const ids = await during(off, 2);
    await held(unpaid, 2);
    await world.rows(`insert into notification_preferences (user_id, kind, channel, value) values (?, 'all', 'push', 'off')`, [
      off.member.userId,
    ]);
    await world.rows('update users set payment_status = null where id = ?', [unpaid.member.userId]);
    await world.rows('delete from quiet_hours');
    await world.hurry();
    for (const id of ids) {
      await world.settled(id, off, { state: 'suppressed', last_answer: 'preference' });
      await world.settled(id, unpaid, { state: 'suppressed', last_answer: 'no-access' });
    }
    expect([await summaries(off), await summaries(unpaid)]).toEqual([[], []]);
  });

  it('names no signals to a member who lost the right after it was made', async () => {
    const browser = await world.browser();
    await during(browser, 2);
    await world.rows(`insert into channel_blocks (channel, scope, blocked_until) values ('push', 'localhost', now() + interval '1 hour')`);
    await over(browser);
    await eventually(async () => expect(await summaries(browser)).toMatchObject([{ state: 'queued' }]));
    await world.rows('update users set payment_status = null where id = ?', [browser.member.userId]);
    await world.rows('delete from channel_blocks');
    await world.hurry();
    await eventually(async () => expect(await summaries(browser)).toEqual([{ state: 'suppressed', reason: 'no-access' }]));
    expect(await world.messages(browser)).toHaveLength(1);
  });

  it('is made once, and repeated under one topic, where its worker is killed', async () => {
    const browser = await world.browser();
    await during(browser, 2);
    await world.stopWorker();
    await world.arm({ subscription: browser.subscription.id, times: 1, do: { hang: true, delivered: true } });
    await over(browser);
    const victim = world.startProcess();
    const gone = new Promise((exited) => victim.once('exit', exited));
    await world.arrived(browser, 2);
    victim.kill('SIGKILL');
    await gone;
    await world.expireLeases();
    await world.startWorker();
    await eventually(async () => expect(await summaries(browser)).toMatchObject([{ state: 'sent' }]));
    const [, ...shown] = await world.messages(browser);
    expect([shown.length, new Set(shown.map(({ topic }) => topic)).size]).toEqual([2, 1]);
  }, 120_000);
});

describe('a worker', () => {
  it('that was killed between request and answer loses nothing: another one repeats the message under the same topic', async () => {
    const browser = await world.browser();
    await world.stopWorker();
    await world.arm({ subscription: browser.subscription.id, times: 1, do: { hang: true, delivered: true } });
    const id = await world.publish();
    const victim = world.startProcess();
    const gone = new Promise((exited) => victim.once('exit', exited));
    await world.arrived(browser, 2);
    victim.kill('SIGKILL');
    await gone;
    await world.settled(id, browser, { state: 'sending' });
    await world.expireLeases();
    await world.startWorker();
    await world.settled(id, browser, { state: 'sent' });
    const [, ...shown] = await world.messages(browser);
    expect(shown.map(({ topic, text }) => [topic, text.tag])).toEqual([1, 2].map(() => [topicOf(id), `s-${id}`]));
  }, 120_000);
});
