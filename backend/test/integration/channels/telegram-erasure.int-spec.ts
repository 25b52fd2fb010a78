import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../e2e/support/eventually.js';
import { call } from '../../support/people.js';
import { confirmJustNow } from '../privacy/privacy-world.js';
import { endSignals } from '../signals/end-signals.js';
import { TelegramWorld, type Linked } from './telegram-world.js';

let world: TelegramWorld;
beforeAll(async () => (world = await TelegramWorld.start()), 180_000);
afterAll(() => world.stop(), 180_000);
afterEach(async () => {
  await world.disarm();
  await world.startWorker();
  await endSignals(world);
  await world.rows('delete from channel_blocks');
  await world.rows('delete from channel_addresses');
});

const DELETE = 'telegram.delete-message';
const ask = async ({ member }: Linked) => {
  await confirmJustNow(world.api, member);
  return call(world.api, 'POST', '/me/erasure', undefined, { token: member.token });
};
/** Texts of a chat but for the bot's answer to /start, which came before the account was anybody's. */
const left = async ({ chat }: Linked) => (await world.messages(chat)).slice(1).map(({ text }) => text);
const queued = () =>
  world.rows<{ isSent: boolean; isDead: boolean; hasPayload: boolean }>(
    `select sent_at is not null as "isSent", dead_at is not null as "isDead", payload is not null as "hasPayload"
      from outbox where kind = ?`,
    [DELETE],
  );
const done = async (count: number) => {
  await eventually(async () => {
    await world.rows('update outbox set available_at = now(), enqueued_at = null where kind = ? and sent_at is null', [DELETE]);
    const rows = await queued();
    expect(rows.filter(({ isSent }) => isSent)).toHaveLength(count);
    expect(rows.filter(({ isDead, hasPayload }) => isDead || hasPayload)).toEqual([]);
  });
  await world.rows('delete from outbox where kind = ?', [DELETE]);
};
/** A member with a greeting, a signal and the answer that it was cancelled. */
const withSignal = async (): Promise<Linked> => {
  const linked = await world.linked();
  const id = await world.publish();
  await world.settled(id, linked, { state: 'sent', sent_revision: 1 });
  await world.amend(id, { kind: 'cancel' });
  await world.settled(id, linked, { state: 'sent', sent_revision: 2 });
  await world.arrived(linked.chat, 4);
  await eventually(async () => expect(await world.rows('select 1 from deliveries where reply_ids is not null')).not.toEqual([]));
  return linked;
};

describe('a request to be erased', () => {
  it('ends the connection at once and deletes what the bot sent, to nobody else', async () => {
    const [linked, other] = [await withSignal(), await world.linked()];
    const others = await world.messages(other.chat);
    expect((await ask(linked)).statusCode).toBe(202);
    expect(await world.rows('select 1 from channel_addresses where user_id = ?', [linked.member.userId])).toEqual([]);
    await done(3);
    expect(await left(linked)).toEqual([]);
    expect(await world.messages(other.chat)).toEqual(others);
  });

  it('leaves what is older than 48 hours', async () => {
    const linked = await world.linked();
    await world.settled(
      (await world.rows<{ id: string }>(`select id from events where kind = 'telegram.connected' order by id desc limit 1`))[0]!.id,
      linked,
      {
        state: 'sent',
      },
    );
    await world.rows(`update deliveries set wired_at = now() - interval '49 hours'`);
    expect((await ask(linked)).statusCode).toBe(202);
    expect(await queued()).toEqual([]);
    expect(await left(linked)).toHaveLength(1);
  });

  it('is not held up by Telegram: what it refuses stays, and what it does not answer is asked for again', async () => {
    const refused = await world.linked();
    await world.arm({ method: 'deleteMessage', chat: refused.chat, times: 1, do: { error: 'blocked' } });
    expect((await ask(refused)).statusCode).toBe(202);
    await done(1);
    expect(await left(refused)).toHaveLength(1);

    const failing = await world.linked();
    await world.arm({ method: 'deleteMessage', chat: failing.chat, times: 2, do: { status: 502 } });
    expect((await ask(failing)).statusCode).toBe(202);
    await done(1);
    expect(await left(failing)).toEqual([]);
  });

  it('deletes the messages also where the worker is killed meanwhile', async () => {
    const linked = await withSignal();
    await world.stopWorker();
    await world.arm({ method: 'deleteMessage', chat: linked.chat, times: 1, do: { delayMs: 60_000 } });
    expect((await ask(linked)).statusCode).toBe(202);
    const victim = world.startProcess();
    const gone = new Promise((exited) => victim.once('exit', exited));
    await eventually(async () =>
      expect(await world.rows(`select 1 from outbox where kind = ? and lease_until is not null`, [DELETE])).not.toEqual([]),
    );
    victim.kill('SIGKILL');
    await gone;
    await world.disarm();
    await world.expireLeases();
    await world.rows('update outbox set lease_until = null where kind = ?', [DELETE]);
    await world.startWorker();
    await done(3);
    expect(await left(linked)).toEqual([]);
  }, 120_000);
});
