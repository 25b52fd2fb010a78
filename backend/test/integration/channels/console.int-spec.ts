import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CHANNEL_SENDERS, type ChannelSender } from '../../../src/messaging/channels/channel-sender.port.js';
import { decidedChannels } from '../../../src/messaging/channels/console/delivery-result.rules.js';
import { PushTargets } from '../../../src/messaging/channels/push/push-target.service.js';
import { WebhookTargetService } from '../../../src/messaging/channels/webhooks/webhook-target.service.js';
import type {
  ChannelAddressWire,
  ChannelHealthWire,
  DeliveryPreviewWire,
  DeliveryWire,
  SignalDeliveriesWire,
} from '../../../src/platform/wire/index.js';
import { uuidv7 } from '../../../src/platform/domain/index.js';
import { call, signedInTeam, type SignedIn } from '../../support/people.js';
import { longAgo } from '../users/people.js';
import { endSignals } from '../signals/end-signals.js';
import { TelegramWorld, type Linked } from './telegram-world.js';

let world: TelegramWorld;
beforeAll(async () => (world = await TelegramWorld.start()), 180_000);
afterAll(() => world.stop(), 180_000);
afterEach(async () => {
  await world.disarm();
  await world.rows('delete from channel_blocks returning 1');
  await world.startWorker();
  await endSignals(world);
  await world.fannedOut();
  await world.rows('delete from channel_addresses returning 1');
});

const get = (path: string, who: SignedIn = world.admin) => call(world.api, 'GET', path, undefined, who);
const decide = (id: string, decision: string, who: SignedIn = world.admin) =>
  call(world.api, 'POST', `/admin/deliveries/${id}/decision`, { decision }, who);
const filtered = (path: string, filter: object) => `${path}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
const deliveries = async (filter: object) => (await get(filtered('/admin/deliveries', filter))).json<DeliveryWire[]>();
const health = async (id: string) =>
  (await get('/admin/channels')).json<{ data: ChannelHealthWire[] }>().data.find((channel) => channel.id === id)!;
const preview = async (id: string) => (await get(`/admin/deliveries/${id}/decision`)).json<{ data: DeliveryPreviewWire }>().data;

/** A signal whose message was delivered, with an answer that was lost. */
async function uncertain(): Promise<{ linked: Linked; signal: string; id: string }> {
  const linked = await world.linked();
  await world.arm({ method: 'sendMessage', chat: linked.chat, times: 1, do: { reset: true, delivered: true } });
  const signal = await world.publish();
  const { id } = await world.settled(signal, linked, { state: 'uncertain' });
  return { linked, signal, id };
}

it('the console knows which channels repeat what may have arrived', async () => {
  const senders = (await world.startWorker()).get<ChannelSender[]>(CHANNEL_SENDERS, { strict: false });
  for (const { channel, repeatsUncertain } of senders)
    expect([channel, decidedChannels.includes(channel)]).toEqual([channel, !repeatsUncertain]);
});

describe('a message whose outcome is unknown', () => {
  it('is listed with its try, and counted, until it is sent again as a new message', async () => {
    const { linked, signal, id } = await uncertain();
    const [listed, ...others] = await deliveries({ result: 'unknown' });
    expect(others).toEqual([]);
    expect(listed).toMatchObject({
      id,
      signal: { id: signal, symbol: 'BTC/USDT', side: 'long' },
      kind: 'signal.published',
      channel: 'telegram',
      address: { name: `@person_${linked.chat} (${linked.chat})` },
      member: { userId: linked.member.userId },
      result: 'unknown',
      nextTryAt: null,
      may: ['arrived', 'send-again'],
      decision: null,
      attempts: [{ outcome: 'uncertain', status: null, answer: 'ECONNRESET', revision: 1 }],
    });
    expect(await health('telegram')).toMatchObject({ isConfigured: true, unknown: 1, queue: { due: 0 } });
    expect(await preview(id)).toEqual({ reason: null, heldUntil: null });

    expect((await decide(id, 'send-again')).statusCode).toBe(200);
    await world.settled(signal, linked, { state: 'sent', sent_revision: 1 });
    // The greeting, the question before, the message that had arrived, and the new one.
    const messages = await world.arrived(linked.chat, 4);
    expect(messages[3]!.text).toBe(messages[2]!.text);
    expect(messages[3]).toMatchObject({ replyTo: null, edits: 0 });
    const [after] = await deliveries({ signalId: signal });
    expect(after).toMatchObject({
      result: 'sent',
      may: [],
      decision: { decision: 'send-again', by: expect.any(String) },
      attempts: [{ outcome: 'sent' }, { outcome: 'uncertain' }],
    });
    // Later states edit the new message.
    await world.amend(signal, { kind: 'move_stop', stop: '63000.5' });
    await world.settled(signal, linked, { state: 'sent', sent_revision: 2 });
    expect((await world.messages(linked.chat)).map(({ edits }) => edits)).toEqual([0, 0, 0, 1]);
  });

  it('counts as sent where an admin says that it arrived', async () => {
    const { linked, signal, id } = await uncertain();
    expect((await decide(id, 'arrived')).statusCode).toBe(200);
    await world.settled(signal, linked, { state: 'sent', sent_revision: 1 });
    expect(await deliveries({ result: 'unknown' })).toEqual([]);
    expect((await health('telegram')).unknown).toBe(0);
    await world.settled(await world.publish(), linked, { state: 'sent' });
    expect(await world.messages(linked.chat)).toHaveLength(4);
  });

  it.each(['arrived', 'send-again'])('is decided once: a second decision after %s is refused', async (first) => {
    const { id } = await uncertain();
    await world.stopWorker();
    const answers = await Promise.all([decide(id, first), decide(id, 'send-again')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)!;
    expect(refused.json()).toMatchObject({ message: 'Another admin has already decided this delivery' });
    expect((await get(`/admin/deliveries/${id}/decision`)).statusCode).toBe(409);
    const records = await world.rows(`select detail from audit_events where action = 'delivery.decide' and target_id = ?`, [id]);
    expect(records).toHaveLength(1);
  });

  it('may be unknown again after it was sent again, and is then decided anew', async () => {
    const { linked, signal, id } = await uncertain();
    await world.arm({ method: 'sendMessage', chat: linked.chat, times: 1, do: { cutAt: 12 } });
    await decide(id, 'send-again');
    await world.settled(signal, linked, { state: 'uncertain', last_answer: 'invalid-json' });
    expect(await deliveries({ result: 'unknown' })).toMatchObject([
      { may: ['arrived', 'send-again'], decision: { decision: 'send-again' } },
    ]);
    expect((await decide(id, 'arrived')).statusCode).toBe(200);
    expect(await deliveries({ signalId: signal })).toMatchObject([{ result: 'sent', decision: { decision: 'arrived' } }]);
  });

  it('is not sent where the member has no right any more, as the preview says', async () => {
    const { linked, signal, id } = await uncertain();
    await world.rows(`update users set payment_status = 'rejected' where id = ? returning 1`, [linked.member.userId]);
    expect(await preview(id)).toEqual({ reason: 'no-access', heldUntil: null });
    await decide(id, 'send-again');
    await world.settled(signal, linked, { state: 'suppressed', last_answer: 'no-access' });
    expect(await world.messages(linked.chat)).toHaveLength(3);
    expect(await deliveries({ signalId: signal })).toMatchObject([{ result: 'not-sent', reason: 'no-access', may: [] }]);
  });

  it('is not sent once its time is over, to a disabled address, or against the preference of the member', async () => {
    const { linked, signal, id } = await uncertain();
    await world.rows(`update events set expires_at = now() - interval '1 second' where subject_id = ? returning 1`, [signal]);
    expect((await preview(id)).reason).toBe('late');
    await world.rows(
      `insert into notification_preferences (user_id, kind, channel, value) values (?, 'signal-published', 'telegram', 'off') returning 1`,
      [linked.member.userId],
    );
    expect((await preview(id)).reason).toBe('preference');
    await world.rows(`update channel_addresses set state = 'disabled', reason = 'blocked' returning 1`);
    expect((await preview(id)).reason).toBe('disabled');
    await world.rows(`update channel_addresses set state = 'active', reason = null returning 1`);
    await world.rows('delete from notification_preferences returning 1');
    await decide(id, 'send-again');
    await world.settled(signal, linked, { state: 'expired' });
    expect(await world.messages(linked.chat)).toHaveLength(3);
  });

  it('is no longer to be decided when a newer state went out', async () => {
    const { linked, signal, id } = await uncertain();
    await world.amend(signal, { kind: 'cancel' });
    await world.settled(signal, linked, { state: 'sent', sent_revision: 2 });
    const refused = await decide(id, 'send-again');
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({ message: 'There is nothing to decide about this message' }),
    ]);
  });

  it('needs permission: reading is not deciding', async () => {
    const { id } = await uncertain();
    for (const role of ['auditor', 'reviewer', 'signal author', 'support'] as const) {
      const person = await signedInTeam(world.api, role);
      expect([role, (await decide(id, 'arrived', person)).statusCode]).toEqual([role, 403]);
      expect([role, (await get('/admin/deliveries', person)).statusCode]).toEqual([role, role === 'auditor' ? 200 : 403]);
    }
    expect(await deliveries({ result: 'unknown' })).toHaveLength(1);
  });

  it('needs a fresh confirmation', async () => {
    const { id } = await uncertain();
    const admin = await signedInTeam(world.api, 'admin');
    await longAgo(world.api, admin);
    const refused = await decide(id, 'arrived', admin);
    expect([refused.statusCode, refused.json()]).toEqual([403, expect.objectContaining({ stepUp: true })]);
    expect(await deliveries({ result: 'unknown' })).toHaveLength(1);
  });
});

describe('the lists', () => {
  it('of addresses show a host or an account, and nothing that works like a key', async () => {
    const linked = await world.linked();
    const { userId } = linked.member;
    const path = randomBytes(12).toString('hex');
    await seal(userId, path);
    const bodies = [await get('/admin/channel-addresses'), await get('/admin/deliveries'), await get('/admin/channels')].map(
      ({ body }) => body,
    );
    const addresses = JSON.parse(bodies[0]!) as ChannelAddressWire[];
    expect(addresses.map(({ channel, name }) => [channel, name]).sort()).toEqual([
      ['push', 'fcm.googleapis.com'],
      ['telegram', `@person_${linked.chat} (${linked.chat})`],
      ['webhook', 'hooks.example.com'],
    ]);
    expect(bodies.filter((body) => body.includes(path))).toEqual([]);
    expect(Object.keys(addresses[0]!)).not.toEqual(expect.arrayContaining(['address', 'secret', 'hash']));
  });

  it('of addresses are filtered by channel, state, reason and member, and sorted', async () => {
    const [one, other] = [await world.linked(), await world.linked()];
    await world.rows(
      `update channel_addresses set state = 'disabled', reason = 'blocked', failing_since = now() where user_id = ? returning 1`,
      [one.member.userId],
    );
    const owners = async (filter: object, sort = '') => {
      const answer = await get(`${filtered('/admin/channel-addresses', filter)}${sort}`);
      return answer.json<ChannelAddressWire[]>().map(({ member }) => member!.userId);
    };
    const [first, second] = [one.member.userId, other.member.userId];
    expect(await owners({ channel: 'telegram' })).toEqual([second, first]);
    expect(await owners({ channel: 'push' })).toEqual([]);
    expect(await owners({ state: 'disabled' })).toEqual([first]);
    expect(await owners({ reason: 'blocked' })).toEqual([first]);
    expect(await owners({ userId: second })).toEqual([second]);
    expect(await owners({ q: other.member.email })).toEqual([second]);
    expect(await owners({}, '&sort=["failingSince","ASC"]')).toEqual([first, second]);
  });

  it('of deliveries hide what a server of a member answered', async () => {
    const { userId } = (await world.linked()).member;
    const { webhook } = await seal(userId, 'path');
    const thread = randomUUID();
    await world.rows(
      `with d as (insert into deliveries (thread_id, address_id, state, wanted_revision, last_answer)
         values (?, ?, 'failed_retryable', 1, 'token=abc') returning id)
       insert into delivery_attempts (delivery_id, revision, status, ms, answer, outcome)
         select id, 1, 500, 12, 'token=abc', 'failed_retryable'::text from d
         union all select id, 1, null, 15000, 'timeout', null from d returning 1`,
      [thread, webhook],
    );
    const answer = await get(filtered('/admin/deliveries', { addressId: webhook }));
    expect(answer.body).not.toContain('token=abc');
    const [delivery] = answer.json<DeliveryWire[]>();
    expect(delivery).toMatchObject({ result: 'waiting', signal: null, kind: null });
    expect(delivery!.attempts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ status: 500, answer: null }),
        expect.objectContaining({ status: null, answer: 'timeout' }),
      ]),
    );
    expect(await deliveries({ result: 'waiting', channel: 'webhook', userId })).toHaveLength(1);
    // A webhook repeats it: there is nothing to decide.
    await world.rows(
      `update deliveries set state = 'uncertain', available_at = now() + interval '1 hour' where address_id = ? returning 1`,
      [webhook],
    );
    expect(await deliveries({ addressId: webhook })).toMatchObject([{ result: 'waiting', may: [], nextTryAt: expect.any(String) }]);
    expect(await deliveries({ result: 'unknown' })).toEqual([]);
    expect((await decide(delivery!.id, 'arrived')).statusCode).toBe(409);
  });

  it('of a signal count each channel by its result', async () => {
    const { signal } = await uncertain();
    const author = await signedInTeam(world.api, 'signal author');
    const counts = (await get(`/admin/deliveries/of-signal/${signal}`, author)).json<{ data: SignalDeliveriesWire[] }>().data;
    expect(counts).toEqual([{ channel: 'telegram', result: 'unknown', reason: null, count: 1 }]);
  });
});

describe('the health of a channel', () => {
  beforeEach(() => world.stopWorker());

  it('says what is due, since when, what waits and what is under way', async () => {
    const { addressId } = await idle();
    await world.rows(
      `insert into deliveries (thread_id, address_id, state, wanted_revision, available_at, lease_until) values
         (gen_random_uuid(), ?0, 'queued', 1, now() - interval '90 seconds', null),
         (gen_random_uuid(), ?0, 'failed_retryable', 1, now() - interval '5 seconds', null),
         (gen_random_uuid(), ?0, 'queued', 1, now() + interval '1 hour', null),
         (gen_random_uuid(), ?0, 'sending', 1, now(), now() + interval '1 minute'),
         (gen_random_uuid(), ?0, 'uncertain', 1, now() - interval '1 day', null) returning 1`.replaceAll('?0', `'${addressId}'`),
    );
    const { queue, unknown, lastOkAt } = await health('telegram');
    expect(queue).toMatchObject({ due: 2, later: 1, underWay: 1 });
    expect(queue.oldestDueSeconds).toBeGreaterThanOrEqual(90);
    expect([unknown, lastOkAt]).toEqual([1, null]);
    expect((await health('webhook')).queue).toEqual({ due: 0, oldestDueSeconds: null, later: 0, underWay: 0 });
  });

  it('counts the tries of the last hour by outcome, and those before outcomes were stored apart', async () => {
    const { addressId } = await idle();
    const before = (await health('telegram')).tries;
    await world.rows(
      `with d as (
         insert into deliveries (thread_id, address_id, state, wanted_revision) values (gen_random_uuid(), ?, 'sent', 1) returning id)
       insert into delivery_attempts (delivery_id, at, revision, answer, outcome)
         select id, now() - make_interval(mins => age), 1, 'x', outcome from d,
           (values (1, 'sent'), (2, 'sent'), (3, 'failed_permanent'), (4, 'failed_retryable'), (5, 'uncertain'), (6, null), (61, 'sent'))
             as t (age, outcome) returning 1`,
      [addressId],
    );
    const after = (await health('telegram')).tries;
    expect(Object.fromEntries(Object.entries(after).map(([name, n]) => [name, n - before[name as keyof typeof before]]))).toEqual({
      sent: 2,
      refused: 1,
      failed: 1,
      uncertain: 1,
      unknown: 1,
    });
  });

  it('names blocks that have not ended, and addresses by state', async () => {
    const { addressId } = await idle();
    await world.rows(
      `insert into channel_blocks (channel, scope, blocked_until) values ('telegram', 'all', now() + interval '10 minutes'),
         ('push', 'fcm.googleapis.com', now() + interval '5 minutes'),
         ('push', 'web.push.apple.com', now() - interval '1 minute') returning 1`,
    );
    await world.rows(
      `update channel_addresses set state = 'disabled', reason = 'gone', last_ok_at = '2026-11-01T10:00:00Z' where id = ? returning 1`,
      [addressId],
    );
    const telegram = await health('telegram');
    expect(telegram.blocks).toEqual([{ service: null, until: telegram.heldUntil, isWhole: true }]);
    expect(telegram.addresses).toEqual([{ state: 'disabled', reason: 'gone', count: 1 }]);
    expect(telegram.lastOkAt).toBe('2026-11-01T10:00:00.000Z');
    const push = await health('push');
    expect([push.isConfigured, push.heldUntil]).toEqual([false, null]);
    expect(push.blocks).toMatchObject([{ service: 'fcm.googleapis.com', isWhole: false }]);
  });
});

/** A Telegram address that nothing was sent to. */
async function idle(): Promise<{ addressId: string }> {
  const { userId } = await world.reader();
  const addressId = uuidv7();
  await world.rows(
    `insert into channel_addresses (id, user_id, channel, address, hash) values (?, ?, 'telegram', '\\x00', ?) returning 1`,
    [addressId, userId, randomBytes(32)],
  );
  return { addressId };
}

/** A webhook and a browser of a member, whose addresses hold `path`. */
async function seal(userId: string, path: string): Promise<{ webhook: string }> {
  const targets = world.api.app.get(WebhookTargetService, { strict: false });
  const browsers = world.api.app.get(PushTargets, { strict: false });
  const [webhook, browser] = [uuidv7(), uuidv7()];
  await world.rows(
    `insert into channel_addresses (id, user_id, channel, address, hash, secret) values (?, ?, 'webhook', ?, ?, ?) returning 1`,
    [
      webhook,
      userId,
      targets.seal(`https://hooks.example.com/${path}`, webhook, userId, 'address'),
      randomBytes(32),
      targets.seal(`whsec_${path}`, webhook, userId, 'secret'),
    ],
  );
  const endpoint = new URL(`https://fcm.googleapis.com/fcm/send/${path}`);
  const { address, secret } = browsers.seal({ endpoint, p256dh: path, auth: path }, `Firefox ${path}`, path, { rowId: browser, userId });
  await world.rows(
    `insert into channel_addresses (id, user_id, channel, address, hash, secret, service) values (?, ?, 'push', ?, ?, ?, ?) returning 1`,
    [browser, userId, address, randomBytes(32), secret, 'fcm.googleapis.com'],
  );
  return { webhook };
}
