import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../e2e/support/eventually.js';
import { MailWorld, type Person } from '../mail/mail-world.js';
import type { Answer, Script } from '../mail/scripted-smtp.js';
import { broadcast, deliveryIds, stateOf } from './broadcast-world.js';

const MINUTE = 60_000;

let world: MailWorld;
let people: Person[];
async function begin(env: NodeJS.ProcessEnv = {}): Promise<void> {
  world = await MailWorld.start(env);
  people = [];
  for (let i = 0; i < 6; i++) people.push(await world.person());
}
beforeEach(() => begin());
afterEach(() => world.stop());

async function untilDone(...ids: string[]): Promise<void> {
  await eventually(async () => {
    await world.hurry();
    for (const id of ids) expect(await stateOf(world, id)).toMatchObject({ state: 'done' });
  }, 2 * MINUTE);
}

function atFirst(times: number, answer: Answer): () => Answer {
  let left = times;
  return () => (left-- > 0 ? answer : 'accept');
}

/** Each recipient got their own delivery's mail, alone in its envelope, and nobody else got any. */
async function expectDelivered(id: string, recipients: readonly Person[], copies: 'none' | 'some' = 'none'): Promise<void> {
  const ids = await deliveryIds(world, id);
  for (const { email } of recipients) {
    const arrived = world.smtp.idsTo(email).filter((mailId) => [...ids.values()].includes(mailId));
    expect([...new Set(arrived)]).toEqual([ids.get(email)]);
    if (copies === 'none') expect(arrived).toHaveLength(1);
  }
  const known = new Set(recipients.map(({ email }) => email));
  for (const { to } of world.smtp.received) {
    expect(to).toHaveLength(1);
    expect(known).toContain(to[0]);
  }
}

describe('a broadcast', () => {
  it('reaches each recipient in an envelope and a mail of their own, and is done', async () => {
    const id = await broadcast(world, people, { subject: 'The club meets' });
    await world.startWorker();
    await untilDone(id);
    await expectDelivered(id, people);
    expect(await stateOf(world, id)).toEqual({ state: 'done', problem: null, counts: { sent: 6 } });
    const [{ mail, from } = { mail: undefined, from: '' }] = world.smtp.received;
    expect(from).toBe('post@club.example');
    expect(mail).toMatchObject({ subject: 'The club meets', text: expect.stringContaining('Line one\nLine two') });
    expect(mail?.headers.get('to')).toMatchObject({ value: [expect.objectContaining({ address: world.smtp.received[0]?.to[0] })] });
    expect(await world.rows('select 1 from outbox')).toEqual([]);
  });

  it('leaves in the order of its ledger', async () => {
    const id = await broadcast(world, people);
    await world.startWorker();
    await untilDone(id);
    const order = world.smtp.received.map(({ to }) => people.findIndex(({ email }) => email === to[0]));
    // Two mails are under way at a time, each in its order: of no three does every one overtake the one before.
    const overtaking = order.flatMap((a, i) => order.slice(i + 1).flatMap((b, j) => order.slice(i + j + 2).filter((c) => a > b && b > c)));
    expect([order.length, overtaking]).toEqual([6, []]);
  });

  it('stops when it is paused and goes on when it is resumed, without a mail lost or doubled', async () => {
    const id = await broadcast(world, people);
    let pausing: Promise<unknown> | null = null;
    world.smtp.script = {
      hold: async () => void (await (pausing ??= world.rows(`update broadcasts set state = 'paused' where id = ?`, [id]))),
    };
    await world.startWorker();
    await eventually(async () => expect(await stateOf(world, id)).toMatchObject({ state: 'paused', counts: { sent: expect.any(Number) } }));
    await eventually(async () => expect((await stateOf(world, id)).counts['sending']).toBeUndefined());
    const before = world.smtp.received.length;
    expect(before).toBeLessThanOrEqual(2); // those that were under way
    const other = await broadcast(world, people.slice(0, 1), { audience: 'user' });
    await untilDone(other); // the worker goes on beside it
    expect(await stateOf(world, id)).toMatchObject({ state: 'paused', counts: { sent: before, queued: people.length - before } });
    await world.rows(`update broadcasts set state = 'sending' where id = ?`, [id]);
    await untilDone(id);
    await expectDelivered(id, people);
    expect(await stateOf(world, id)).toMatchObject({ counts: { sent: 6 } });
  });

  it('sends nothing to somebody who was deactivated, or turned news off, since it was made', async () => {
    const [gone, quiet] = people as [Person, Person, ...Person[]];
    const news = await broadcast(world, people, { kind: 'news' });
    await world.rows(`update users set status = 'deactivated' where id = ?`, [gone.id]);
    await world.rows(`insert into notification_preferences (user_id, kind, channel, value) values (?, 'news', 'email', 'off')`, [quiet.id]);
    const service = await broadcast(world, people, { kind: 'service' });
    await world.startWorker();
    await untilDone(news, service);
    expect(await stateOf(world, news)).toMatchObject({ counts: { sent: 4, suppressed: 2 } });
    expect(await stateOf(world, service)).toMatchObject({ counts: { sent: 5, suppressed: 1 } });
    expect(world.smtp.idsTo(gone.email)).toEqual([]);
    expect(world.smtp.idsTo(quiet.email)).toEqual([(await deliveryIds(world, service)).get(quiet.email)]);
  });

  it('reaches each person after an earlier one', async () => {
    const slow = people[0]!;
    const puttingOff = atFirst(2, '451 greylisted');
    world.smtp.script = { recipient: (address) => (address === slow.email ? puttingOff() : 'accept') };
    const first = await broadcast(world, people);
    const second = await broadcast(world, people);
    await world.startWorker();
    await untilDone(first, second);
    const [before, after] = [await deliveryIds(world, first), await deliveryIds(world, second)];
    for (const { email } of people) expect(world.smtp.idsTo(email)).toEqual([before.get(email), after.get(email)]);
  });

  it('does not hold up letters, however slow its own mails are', async () => {
    people.splice(3);
    const [reader] = people as [Person, ...Person[]];
    const held: (() => void)[] = [];
    const id = await broadcast(world, people);
    const bulk = new Set((await deliveryIds(world, id)).values());
    world.smtp.script = {
      hold: ({ mail }) => (bulk.has(mail.messageId!.slice(1).split('@')[0]!) ? new Promise<void>((go) => held.push(go)) : undefined),
    };
    await world.startWorker();
    await eventually(() => expect(held).toHaveLength(2)); // every connection for broadcasts is taken
    const letter = await world.letter({ letter: 'password-changed', to: reader.id, data: {} });
    await eventually(() => expect(world.smtp.idsTo(reader.email)).toContain(letter));
    world.smtp.script = {};
    for (const go of held) go();
    await untilDone(id);
    expect(await stateOf(world, id)).toMatchObject({ counts: { sent: 3 } });
  });
});

describe('a broadcast and a mail server in trouble', () => {
  it('waits while connections are refused, and every mail arrives once when it is back', async () => {
    await world.smtp.stop();
    const id = await broadcast(world, people);
    await world.startWorker();
    // Counted from the last look at which all was well, so that it makes no difference when the next one comes.
    let well = 0;
    const due = await eventually(async () => {
      const [row] = await world.rows<{ problem: string | null; due: number; now: number }>(
        `select problem, extract(epoch from available_at)::float as due, extract(epoch from clock_timestamp())::float as now
          from broadcasts where id = ?`,
        [id],
      );
      if (row!.problem === null) well = row!.now;
      expect(row!.problem).not.toBeNull();
      return row!.due;
    });
    expect(due - well).toBeGreaterThan(4);
    // One mail asked in vain: nobody else's tries were used up.
    expect((await stateOf(world, id)).counts['queued']).toBeGreaterThanOrEqual(people.length - 2);
    await world.smtp.start();
    await untilDone(id);
    await expectDelivered(id, people);
    expect(await stateOf(world, id)).toEqual({ state: 'done', problem: null, counts: { sent: 6 } });
  });

  const passing: [string, Script][] = [
    ['answers 421 instead of a greeting', { greet: atFirst(3, '421 too many connections') }],
    ['answers 421 in the middle of a session', { recipient: atFirst(3, '421 going down') }],
    ['puts recipients off', { recipient: atFirst(4, '451 greylisted') }],
    ['hangs up before it answers', { recipient: atFirst(3, 'cut') }],
  ];
  it.each(passing)('arrives once when a server that %s is well again', async (_, script) => {
    world.smtp.script = script;
    const id = await broadcast(world, people);
    await world.startWorker();
    await untilDone(id);
    await expectDelivered(id, people);
  });

  const doubtful: [string, Answer][] = [
    ['falls silent after the mail', 'silence'],
    ['hangs up after the mail', 'cut'],
  ];
  it.each(doubtful)('is uncertain about mails when the server %s, and sends them again under the same Message-ID', async (_, answer) => {
    if (answer === 'silence') {
      await world.stop();
      await begin({ SMTP_TIMEOUT_SECONDS: '4' });
    }
    world.smtp.script = { data: atFirst(1, answer) };
    const id = await broadcast(world, people.slice(0, 1));
    await world.startWorker();
    await eventually(async () => expect((await stateOf(world, id)).counts).toEqual({ uncertain: 1 }));
    await untilDone(id);
    const [delivery] = (await deliveryIds(world, id)).values();
    expect(world.smtp.received.map(({ mail }) => mail.messageId)).toEqual([`<${delivery}@club.example>`, `<${delivery}@club.example>`]);
    expect(await world.rows('select status, attempts from broadcast_deliveries')).toEqual([{ status: 'sent', attempts: 2 }]);
  });

  it('gives up the one recipient whom the server does not know, and sends them no news from then on', async () => {
    const [nobody] = people as [Person, ...Person[]];
    world.smtp.script = { recipient: (address) => (address === nobody.email ? '550 no such user here' : 'accept') };
    const id = await broadcast(world, people);
    await world.startWorker();
    await untilDone(id);
    expect(await stateOf(world, id)).toMatchObject({ counts: { sent: 5, failed_permanent: 1 } });
    await expectDelivered(id, people.slice(1));
    const news = await broadcast(world, people, { kind: 'news' });
    await untilDone(news);
    expect(await stateOf(world, news)).toMatchObject({ counts: { sent: 5, suppressed: 1 } });
    await world.rows(`update users set email = 'moved@example.com' where id = ?`, [nobody.id]);
    const again = await broadcast(world, [nobody], { kind: 'news' });
    await untilDone(again);
    expect(world.smtp.idsTo('moved@example.com')).toHaveLength(1); // another address, another chance
  });

  it('sends no news to an address that put off three mails within two weeks, until it takes one', async () => {
    const [full] = people as [Person, ...Person[]];
    world.smtp.script = { recipient: () => '452 4.2.2 over quota' };
    const service = [await broadcast(world, [full], { audience: 'user' }), await broadcast(world, [full], { audience: 'user' })];
    await world.startWorker();
    const bounces = async () => world.rows<{ kind: string }>('select kind from mail_bounces where user_id = ?', [full.id]);
    await eventually(async () => {
      await world.hurry();
      expect(await world.rows('select 1 from broadcast_deliveries where attempts < 3')).toEqual([]);
    });
    expect(await bounces()).toHaveLength(2); // two mails, however often they were tried
    const third = await broadcast(world, [full], { kind: 'news', audience: 'user' });
    await eventually(async () => expect(await bounces()).toHaveLength(3));
    await untilDone(third);
    expect(await stateOf(world, third)).toMatchObject({ counts: { suppressed: 1 } });
    world.smtp.script = {};
    await untilDone(...service);
    expect(await bounces()).toEqual([]);
    const last = await broadcast(world, [full], { kind: 'news' });
    await untilDone(last);
    expect(world.smtp.idsTo(full.email)).toHaveLength(3);
  });

  it('goes on where a worker was killed after the server had taken a mail, with one copy', async () => {
    const id = await broadcast(world, people);
    const victim = world.startProcess();
    world.smtp.script = {
      data: () => {
        victim.kill('SIGSTOP');
        return 'accept';
      },
      answered: () => victim.kill('SIGKILL'),
    };
    await new Promise((gone) => victim.once('exit', gone));
    world.smtp.script = {};
    expect((await stateOf(world, id)).counts).toMatchObject({ sending: expect.any(Number) });
    await world.expireLeases();
    await world.startWorker();
    await untilDone(id);
    await expectDelivered(id, people, 'some');
    expect(world.smtp.received.length).toBeGreaterThan(people.length);
    expect(world.smtp.received.length).toBeLessThanOrEqual(people.length + 2); // two mails are under way at a time
  });

  it('finishes the mails at hand when the worker is asked to stop, and leaves the rest to the next', async () => {
    const id = await broadcast(world, people);
    const stopping: Promise<void>[] = [];
    const started = world.startWorker();
    world.smtp.script = {
      hold: async () => {
        await started;
        if (stopping.length === 0) stopping.push(world.stopWorker());
      },
    };
    await started;
    await eventually(() => expect(stopping).toHaveLength(1));
    await Promise.all(stopping);
    expect((await stateOf(world, id)).counts['sending']).toBeUndefined();
    const before = world.smtp.received.length;
    expect((await stateOf(world, id)).counts['sent']).toBe(before);
    await world.startWorker();
    await untilDone(id);
    await expectDelivered(id, people);
  });
});
