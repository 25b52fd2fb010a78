import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../e2e/support/eventually.js';
import { MailWorld, type Person } from './mail-world.js';
import type { Answer, Script } from './scripted-smtp.js';

const MINUTE = 60_000;

let world: MailWorld;
let people: Person[];
/** Ids of the letters to each address, in the order in which they were written. */
let written: Map<string, string[]>;

async function begin(env: NodeJS.ProcessEnv = {}): Promise<void> {
  world = await MailWorld.start(env);
  people = await Promise.all([world.person(), world.person(), world.person()]);
  written = new Map();
}
beforeEach(() => begin());
afterEach(() => world.stop());

/** Starts again with little patience for a mail server that says nothing. */
async function impatient(): Promise<void> {
  await world.stop();
  await begin({ SMTP_TIMEOUT_SECONDS: '4' });
}

/** Three letters to each person, a reset link to the first of them among others. */
async function write(): Promise<void> {
  for (const letter of ['kyc-received', 'payment-received', 'kyc-approved'] as const) {
    for (const { id, email } of people)
      written.set(email, [...(written.get(email) ?? []), await world.letter({ letter, to: id, data: {} })]);
  }
}

const unsettled = async () =>
  Number((await world.rows<{ n: string }>('select count(*)::text as n from outbox where sent_at is null and dead_at is null'))[0]?.n);
const tried = async () =>
  Number((await world.rows<{ n: string }>('select coalesce(sum(attempts), 0)::text as n from mail_deliveries'))[0]?.n);

/** Hours pass until nothing waits any more. */
async function untilSettled(): Promise<void> {
  await eventually(async () => {
    await world.hurry();
    expect(await unsettled()).toBe(0);
  }, 2 * MINUTE);
}

/** What must hold after any fault: nothing lost, nothing to strangers, copies recognisable, each person's letters in order. */
async function expectDelivered({ copies, dead = [] }: { copies: 'none' | 'some'; dead?: string[] }): Promise<void> {
  for (const { email } of people) {
    const expected = (written.get(email) ?? []).filter((id) => !dead.includes(id));
    const arrived = world.smtp.idsTo(email);
    expect([...new Set(arrived)]).toEqual(expected);
    if (copies === 'none') expect(arrived).toHaveLength(expected.length);
  }
  for (const { to, mail } of world.smtp.received) {
    expect(to).toHaveLength(1);
    const [id] = mail.messageId!.slice(1).split('@');
    expect(written.get(to[0]!)).toContain(id);
  }
  const rows = await world.rows<{ id: string; dead: boolean; payload: boolean }>(
    'select id, dead_at is not null as dead, payload is not null as payload from outbox',
  );
  expect(
    rows
      .filter((row) => row.dead)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...dead].sort());
  expect(rows.filter((row) => !row.dead && row.payload)).toEqual([]);
}

/** The process stands still when its mail has arrived whole, the answer leaves, and it dies before it can read that. */
function dyingOnce(victim: ChildProcess): Script {
  return {
    data: () => {
      victim.kill('SIGSTOP');
      return 'accept';
    },
    answered: () => victim.kill('SIGKILL'),
  };
}

/** Gives `answer` the first `times` times. */
function atFirst(times: number, answer: Answer): () => Answer {
  let left = times;
  return () => (left-- > 0 ? answer : 'accept');
}

describe('letters', () => {
  it('all arrive, once and in order, when the mail server comes back', async () => {
    await world.smtp.stop();
    await write();
    await world.startWorker();
    await eventually(async () => expect(await tried()).toBeGreaterThanOrEqual(people.length));
    await world.hurry();
    await eventually(async () => expect(await tried()).toBeGreaterThan(people.length));
    await world.smtp.start();
    await untilSettled();
    await expectDelivered({ copies: 'none' });
  });

  const passing: [string, Script][] = [
    ['answers 421 instead of a greeting', { greet: atFirst(4, '421 too many connections') }],
    ['answers 421 in the middle of a session', { recipient: atFirst(4, '421 going down') }],
    ['answers 421 after the mail', { data: atFirst(3, '421 going down') }],
    ['puts recipients off', { recipient: atFirst(5, '451 greylisted') }],
    ['puts mails off', { data: atFirst(3, '451 try again') }],
    ['refuses us for a while', { recipient: atFirst(3, '530 sign in first') }],
    ['hangs up before it answers', { recipient: atFirst(4, 'cut') }],
    ['says nothing for a while', { recipient: atFirst(3, 'silence') }],
  ];
  it.each(passing)('all arrive, in order, when a server that %s is well again', async (name, script) => {
    if (name.includes('nothing')) await impatient();
    world.smtp.script = script;
    await write();
    await world.startWorker();
    await untilSettled();
    // What was answered after the whole mail had arrived counts as arrived here; its copy has the same Message-ID.
    await expectDelivered({ copies: script.data ? 'some' : 'none' });
  });

  const doubtful: [string, Answer][] = [
    ['falls silent after the mail', 'silence'],
    ['hangs up after the mail', 'cut'],
  ];
  it.each(doubtful)('arrive again under the same Message-ID when the server %s', async (_, answer) => {
    if (answer === 'silence') await impatient();
    world.smtp.script = { data: atFirst(3, answer) };
    await write();
    await world.startWorker();
    await untilSettled();
    await expectDelivered({ copies: 'some' });
    expect(world.smtp.received).toHaveLength(9 + 3);
  });

  it('arrive when the connection breaks right after each was accepted', async () => {
    world.smtp.script = { data: () => 'accept-and-cut' };
    await write();
    await world.startWorker();
    await untilSettled();
    await expectDelivered({ copies: 'some' });
  });

  it('to a person whom the server does not know are given up at once, and everybody else gets theirs', async () => {
    const [nobody] = people as [Person, ...Person[]];
    world.smtp.script = { recipient: (address) => (address === nobody.email ? '550 no such user here' : 'accept') };
    await write();
    await world.startWorker();
    await untilSettled();
    await expectDelivered({ copies: 'none', dead: written.get(nobody.email)! });
    expect(await world.rows('select distinct attempts from outbox where dead_at is not null')).toEqual([{ attempts: 1 }]);
    const bounces = await world.rows<{ user_id: string; kind: string }>('select distinct user_id, kind from mail_bounces');
    expect(bounces).toEqual([{ user_id: nobody.id, kind: 'hard' }]);
  });

  it('that the server refuses for what they say are given up without a word about the address', async () => {
    world.smtp.script = { data: ({ mail }) => (mail.subject?.includes('payment') ? '554 5.7.1 looks like spam' : 'accept') };
    await write();
    await world.startWorker();
    await untilSettled();
    const dead = [...written.values()].map(([, second]) => second!);
    expect((await world.rows<{ id: string }>('select id from outbox where dead_at is not null')).map(({ id }) => id).sort()).toEqual(
      dead.sort(),
    );
    expect(await world.rows('select 1 from mail_bounces')).toEqual([]);
  });

  it('outlive a worker that is killed after the server has taken one, with one copy', async () => {
    people.splice(1);
    await write();
    const victim = world.startProcess();
    world.smtp.script = dyingOnce(victim);
    await new Promise((gone) => victim.once('exit', gone));
    expect(world.smtp.received).toHaveLength(1);
    expect(await unsettled()).toBe(3);
    world.smtp.script = {};
    await world.expireLeases();
    await world.startWorker();
    await untilSettled();
    await expectDelivered({ copies: 'some' });
    expect(world.smtp.received).toHaveLength(3 + 1);
  });
});
