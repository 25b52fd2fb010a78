import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LiveEvents, type Topic } from '../../../src/messaging/live/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { createTestApi } from '../../support/test-app.js';
import { cutChannel, listening, type LiveClient } from './live-client.js';
import { LiveWorld } from './live-world.js';

let world: LiveWorld;

beforeAll(async () => {
  world = await LiveWorld.start();
});
afterEach(() => world.calm());
afterAll(() => world.close());

describe('what is said', () => {
  it.each([
    ['no JSON', '{"type":', 4400],
    ['a single word', 'hello', 4400],
    ['nothing', '', 4400],
    ['bytes', Buffer.from([1, 2, 3]), 1003],
    ['a text that is no UTF-8', null, 1007],
    ['too much', JSON.stringify({ type: 'auth', token: 'x'.repeat(4096) }), 1009],
  ] as const)('%s ends the conversation', async (_, bytes, code) => {
    const client = await world.open();
    if (bytes === null) client.socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
    else client.socket.send(bytes);
    expect((await client.end()).code).toBe(code);
  });

  it.each(
    [
      null,
      1,
      'text',
      [],
      {},
      { type: 'shout' },
      { type: 'subscribe' },
      { type: 'subscribe', topics: 'sync-runs' },
      { type: 'subscribe', topics: [] },
      { type: 'subscribe', topics: [1] },
      { type: 'subscribe', topics: Array.from({ length: 11 }, () => 'sync-runs') },
      { type: 'subscribe', topics: ['x'.repeat(41)] },
      ...[-1, 0.5, '1', null, 600_001].map((missed) => ({ type: 'subscribe', topics: ['sync-runs'], missed })),
      { type: 'auth' },
      { type: 'auth', token: { $ne: '' } },
      { type: 'ping', extra: 1 },
      { type: '__proto__' },
    ].map((message) => [JSON.stringify(message)]),
  )('%s is an error, and no more', async (message) => {
    const client = await world.open();
    client.say(message);
    await client.settled();
    expect(client.heard.map(({ type, code }) => code ?? type)).toEqual(['message.unknown', 'pong']);
  });

  it('names topics that there are none of', async () => {
    const client = await world.open();
    client.say({ type: 'auth', token: world.member.token }, { type: 'subscribe', topics: ['toString', 'sync-runs', '<b>'] });
    await client.told(({ type }) => type === 'subscribed');
    expect(client.heard).toEqual([
      { type: 'ready' },
      { type: 'error', code: 'topic.unknown', topic: 'toString', message: 'There is no such topic' },
      { type: 'error', code: 'topic.unknown', topic: '<b>', message: 'There is no such topic' },
      { type: 'subscribed', topics: ['sync-runs'] },
    ]);
  });

  it('is bounded: twenty messages in ten seconds', async () => {
    expect(world.settings.messages).toEqual({ most: 20, inMs: 10_000 });
    // All of them fall into one period, however slow the machine is.
    world.settings.messages = { most: 20, inMs: 600_000 };
    const client = await world.open();
    for (let i = 0; i < 20; i++) client.say({ type: 'ping' });
    await eventually(() => expect(client.heard).toHaveLength(20));
    client.say({ type: 'ping' });
    expect(await client.end()).toEqual({ code: 4429, reason: 'too many messages' });
  });

  it('may come slowly for ever', async () => {
    const inMs = 600_000;
    world.settings.messages = { most: 2, inMs };
    const client = await world.open();
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now');
    try {
      for (let period = 0; period < 10; period++) {
        clock.mockImplementation(() => now() + period * (inMs + 1));
        client.say({ type: 'ping' });
        await client.settled();
      }
    } finally {
      clock.mockRestore();
    }
    expect(client.closed).toBeNull();
  });
});

/** Starts now; returns the milliseconds since, rounded up as a page does. */
function stopwatch(): () => number {
  const start = performance.now();
  return () => Math.ceil(performance.now() - start);
}

/**
 * Subscribes while the clock stands still until `answered`. On a busy machine a message may take longer to arrive than an event, and
 * `delayMs`, which allows for that, is zero in these tests.
 */
async function subscribeWithoutDelay(
  client: LiveClient,
  topic: Topic,
  missed: () => number,
  answered: () => Promise<unknown>,
): Promise<void> {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  try {
    client.say({ type: 'subscribe', topics: [topic], missed: missed() });
    await answered();
  } finally {
    clock.mockRestore();
  }
}

describe('events', () => {
  beforeEach(() => {
    world.settings.delayMs = 0;
  });

  it('reach admins, and the member they are about, once each', async () => {
    const [boss, own, other] = [
      await world.subscribed(world.admin),
      await world.subscribed(world.member),
      await world.subscribed(world.stranger),
    ];
    own.say({ type: 'subscribe', topics: ['sync-runs', 'sync-runs'] });
    await world.tell(world.member.userId, { of: 'member' });
    await world.tell(world.stranger.userId, { of: 'stranger' });
    await boss.told(({ data }) => data?.['of'] === 'stranger');
    await other.told(({ data }) => data?.['of'] === 'stranger');
    for (const client of [boss, own, other]) await client.settled();
    expect(boss.events()).toEqual([{ of: 'member' }, { of: 'stranger' }]);
    expect(own.events()).toEqual([{ of: 'member' }]);
    expect(other.events()).toEqual([{ of: 'stranger' }]);
  });

  it('end with the subscription', async () => {
    const [client, proof] = [await world.subscribed(world.member), await world.subscribed(world.admin)];
    client.say({ type: 'unsubscribe', topics: ['sync-runs', 'nonsense'] });
    await client.told(({ type, topics }) => type === 'subscribed' && topics?.length === 0);
    await world.tell(world.member.userId, { n: 1 });
    await proof.told(({ data }) => data?.['n'] === 1);
    await client.settled();
    expect(client.events()).toEqual([]);
  });

  it('leave with their transaction, or not at all', async () => {
    const client = await world.subscribed(world.admin);
    const events = world.api.app.get(LiveEvents, { strict: false });
    const inside = (n: number, fail: boolean) =>
      world.api.em().transactional(async (tx) => {
        await events.publish(tx, { topic: 'sync-runs', userId: world.member.userId, data: { n } });
        await world.tell(world.member.userId, { before: n });
        if (fail) throw new Error('rolled back');
      });
    await inside(1, true).catch(() => undefined);
    await inside(2, false);
    await client.told(({ data }) => data?.['n'] === 2);
    expect(client.events()).toEqual([{ before: 1 }, { before: 2 }, { n: 2 }]);
  });

  it('that are too large for the database are told as a reason to look', async () => {
    const [client, other] = [await world.subscribed(world.member), await world.subscribed(world.stranger)];
    await world.tell(world.member.userId, { text: 'ü'.repeat(3600) });
    expect(await client.told(({ type }) => type !== 'ready' && type !== 'subscribed')).toEqual({ type: 'resync' });
    await other.settled();
    expect(other.heard).not.toContainEqual({ type: 'resync' });
  });

  it('of others who reach the database are not believed', async () => {
    const client = await world.subscribed(world.admin);
    const payloads = [
      '',
      'x',
      '{}',
      'null',
      '{"topic":"users","userId":"x","data":{}}',
      JSON.stringify({ topic: 'sync-runs', userId: randomUUID(), data: {}, more: 1 }),
      JSON.stringify({ topic: 'sync-runs', userId: null, data: { n: 0 } }),
    ];
    for (const payload of payloads) await world.api.em().execute('select pg_notify(?, ?)', ['tidemark_live', payload]);
    await world.tell(world.member.userId, { n: 1 });
    await client.told(({ data }) => data?.['n'] === 1);
    expect(client.events()).toEqual([{ n: 1 }]);
  });

  it('that were missed are told as missed, and those after them arrive', async () => {
    const [client, outsider] = [await world.subscribed(world.member), await world.open()];
    await cutChannel(world.api);
    await client.told(({ type }) => type === 'resync');
    await world.tell(world.member.userId, { after: true });
    await client.told(({ data }) => data?.['after'] === true);
    await outsider.settled();
    expect(outsider.heard).toEqual([{ type: 'pong' }]);
  });

  it('that came while a page read its list and had not subscribed yet are told, in order', async () => {
    const [witness, late] = [await world.subscribed(world.admin), await world.open()];
    const missed = stopwatch();
    for (const n of [1, 2]) await world.tell(world.member.userId, { n });
    await world.tell(world.stranger.userId, { n: 3 });
    await witness.told(({ data }) => data?.['n'] === 3);
    late.say({ type: 'auth', token: world.member.token });
    await subscribeWithoutDelay(late, 'account', missed, () => late.told(({ type }) => type === 'subscribed'));
    await subscribeWithoutDelay(late, 'sync-runs', missed, () => late.told(({ data }) => data?.['n'] === 2));
    await world.tell(world.member.userId, { n: 4 });
    await late.told(({ data }) => data?.['n'] === 4);
    late.say({ type: 'subscribe', topics: ['sync-runs'], missed: missed() });
    await late.settled();
    expect(late.events()).toEqual([{ n: 1 }, { n: 2 }, { n: 4 }]);
  });

  it('are told once to a page that unsubscribes and subscribes again', async () => {
    const [witness, client] = [await world.subscribed(world.admin), await world.subscribed(world.member)];
    const missed = stopwatch();
    await world.tell(world.member.userId, { n: 1 });
    await client.told(({ data }) => data?.['n'] === 1);
    client.say({ type: 'unsubscribe', topics: ['sync-runs'] });
    await client.settled();
    await world.tell(world.member.userId, { n: 2 });
    await witness.told(({ data }) => data?.['n'] === 2);
    await subscribeWithoutDelay(client, 'sync-runs', missed, () => client.told(({ data }) => data?.['n'] === 2));
    await client.settled();
    expect(client.events()).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('that are no longer known are a reason to look, also after the channel was lost', async () => {
    const missed = stopwatch();
    const witness = await world.subscribed(world.admin);
    await cutChannel(world.api);
    await witness.told(({ type }) => type === 'resync');
    for (const asked of [missed(), 600_000]) {
      const client = await world.open();
      client.say({ type: 'auth', token: world.member.token }, { type: 'subscribe', topics: ['sync-runs'], missed: asked });
      await client.told(({ type }) => type === 'resync');
      await client.settled();
      expect(client.events()).toEqual([]);
    }
  });

  it('are counted', async () => {
    const count = () => world.metric('tidemark_live_sent_total', { topic: 'sync-runs' });
    const client = await world.subscribed(world.admin);
    await world.tell(world.member.userId, { n: 0 });
    await client.told(({ data }) => data?.['n'] === 0);
    const before = await count();
    await world.subscribed(world.member);
    await world.tell(world.member.userId, { n: 1 });
    await eventually(async () => expect(await count()).toBe(before + 2));
    expect(await world.openSockets()).toBe(2);
  });
});

describe('a peer', () => {
  it('that does not answer is let go of', async () => {
    world.settings.pingMs = 50;
    const client = await world.open({ autoPong: false });
    expect((await client.end()).code).toBe(1006);
  });

  it('that does not read is cut off, and the others are served', async () => {
    const [slow, quick] = [await world.subscribed(world.member), await world.subscribed(world.admin)];
    slow.socket.pause();
    const text = 'x'.repeat(6000);
    // Far more than the buffers of both ends of a connection hold.
    await eventually(async () => {
      for (let i = 0; i < 200; i++) await world.tell(world.member.userId, { text });
      expect(await world.openSockets()).toBe(1);
    }, 120_000);
    await world.tell(world.member.userId, { last: true });
    await quick.told(({ data }) => data?.['last'] === true);
    slow.socket.resume();
    expect((await slow.end()).code).toBe(1006);
  }, 240_000);
});

describe('the end of the process', () => {
  it('says goodbye to sockets, waits for none that hangs, and takes no more', async () => {
    const other = await createTestApi();
    const at = await listening(other);
    const [polite, deaf] = [await world.open({}, at), await world.open({}, at)];
    deaf.socket.pause();
    await other.close();
    expect(await polite.end()).toEqual({ code: 1001, reason: 'the server restarts' });
    await expect(world.open({}, at)).rejects.toThrow();
  });
});
