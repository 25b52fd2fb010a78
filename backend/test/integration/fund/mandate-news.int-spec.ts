import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LiveEvents } from '../../../src/messaging/live/index.js';
import type { SignedIn } from '../../support/people.js';
import { lettersTo, mustBe, post } from '../payments/paying.js';
import { FundWorld, type FundClient } from './fund-world.js';

let world: FundWorld;
beforeAll(async () => {
  world = await FundWorld.start();
});
afterAll(() => world.stop());
afterEach(() => void jest.restoreAllMocks());

const REASON = 'The account holds coins we do not trade';
const START = '2026-03-10T14:30:00Z';

let published: jest.SpiedFunction<LiveEvents['publishAll']>;
beforeEach(() => {
  published = jest.spyOn(world.api.app.get(LiveEvents, { strict: false }), 'publishAll');
});
const statesOf = ({ userId }: SignedIn) =>
  published.mock.calls
    .flatMap(([em, events]) => events.map((event) => ({ isInTransaction: em.isInTransaction(), ...event })))
    .flatMap(({ isInTransaction, userId: about, data }) => {
      const { changed, state } = data as { changed?: string; state?: string };
      return about === userId && changed === 'mandate' ? [[state, isInTransaction]] : [];
    });
const mandateLetters = (member: SignedIn) => lettersTo(world.api, member, 'mandate-%');
/** Emails to the admin about one mandate: those are sealed, but their keys name it. */
const adminLetters = async (letter: string, mandateId: string) =>
  world.rows<{ dedupe_key: string }>(
    `select o.dedupe_key from outbox o join mail_deliveries d on d.outbox_id = o.id
      where d.letter = ? and d.user_id = ? and o.dedupe_key like ?`,
    [letter, world.admin.userId, `mail:${letter}:${mandateId}:%`],
  );

/** A client whose mandate starts on 11 March with 36,500, computed at `time`. */
async function computedAt(time: string, days: Readonly<Record<string, string | null>> = {}): Promise<FundClient & { mandateId: string }> {
  const client = await world.started(START, '36500');
  if (Object.keys(days).length > 0) await world.days(client, days, { computedAt: time });
  world.setTime(time);
  await world.computing.compute([client.mandateId]);
  return client;
}

describe('a client is told', () => {
  it('that the mandate is countersigned and when it starts, and later that it has started, each once', async () => {
    const client = await world.started(START, '36500');
    expect(await mandateLetters(client)).toEqual(['mandate-countersigned']);
    expect((await world.countersign(client.mandateId)).statusCode).toBe(409);
    world.setTime('2026-03-11T09:00:00Z');
    await Promise.all([world.computing.compute([client.mandateId]), world.computing.compute([client.mandateId])]);
    await world.computing.compute([client.mandateId]);
    expect(await mandateLetters(client)).toEqual(['mandate-countersigned', 'mandate-started']);
    expect(statesOf(client)).toEqual([
      ['signed', true],
      ['starting', true],
      ['active', true],
    ]);
  });

  it('that it was declined', async () => {
    const client = await world.client();
    await mustBe(201, world.sign(client));
    const id = await world.mandateOf(client);
    await mustBe(200, post(world.api, `/admin/fund-mandates/${id}/decline`, { reason: REASON }, world.admin));
    expect((await post(world.api, `/admin/fund-mandates/${id}/decline`, { reason: REASON }, world.admin)).statusCode).toBe(409);
    expect(await mandateLetters(client)).toEqual(['mandate-declined']);
    expect(statesOf(client)).toEqual([
      ['signed', true],
      ['declined', true],
    ]);
  });

  it('that it has ended, once', async () => {
    const client = await world.started('2026-05-01T00:00:00Z', '50000');
    await world.days(client, FundWorld.values('2026-05-01', Array<string>(60).fill('50000')), { computedAt: '2026-06-30T08:00:00Z' });
    world.setTime('2026-05-02T09:00:00Z');
    await world.computing.compute([client.mandateId]);
    await mustBe(201, post(world.api, '/me/fund/redemptions', { amount: 'all' }, client));
    await world.days(client, { '2026-06-30': '50000' }, { computedAt: '2026-07-01T08:00:00Z' });
    world.setTime('2026-07-01T09:00:00Z');
    for (let run = 0; run < 2; run++) await world.computing.compute([client.mandateId]);
    expect((await world.mine(client)).mandate).toMatchObject({ state: 'ended', endedAt: '2026-07-01T00:00:00.000Z' });
    expect(await mandateLetters(client)).toEqual(['mandate-countersigned', 'mandate-ended', 'mandate-started']);
    expect(statesOf(client).at(-1)).toEqual(['ended', true]);
  });

  it('nothing where the decision is rolled back', async () => {
    const client = await world.client();
    await mustBe(201, world.sign(client));
    published.mockImplementationOnce(() => Promise.reject(new Error('out of reach')));
    const id = await world.mandateOf(client);
    expect((await post(world.api, `/admin/fund-mandates/${id}/decline`, { reason: REASON }, world.admin)).statusCode).toBe(500);
    expect(await mandateLetters(client)).toEqual([]);
    expect((await world.mine(client)).mandate).toMatchObject({ state: 'signed' });
  });
});

describe('admins are told', () => {
  it('that a mandate waits for countersignature', async () => {
    const client = await world.client();
    await mustBe(201, world.sign(client));
    expect((await world.sign(client)).statusCode).toBe(409);
    expect(await adminLetters('mandate-signed', await world.mandateOf(client))).toHaveLength(1);
  });

  it('that days wait for a valuation, from the seventh on, once until they are known', async () => {
    const { mandateId, ...client } = await computedAt('2026-03-17T09:00:00Z', { '2026-03-10': '36500' });
    expect((await world.mine(client)).figures).toMatchObject({ waitingDays: 6 });
    expect(await adminLetters('valuations-missing', mandateId)).toEqual([]);
    for (const time of ['2026-03-18T09:00:00Z', '2026-03-18T10:00:00Z', '2026-03-19T09:00:00Z']) {
      world.setTime(time);
      await Promise.all([world.computing.compute([mandateId]), world.computing.compute([mandateId])]);
    }
    expect(await adminLetters('valuations-missing', mandateId)).toHaveLength(1);
    const known = FundWorld.values('2026-03-11', Array<string>(8).fill('36500'));
    await world.days(client, known, { computedAt: '2026-03-19T10:00:00Z' });
    world.setTime('2026-03-19T11:00:00Z');
    await world.computing.compute([mandateId]);
    expect((await world.mine(client)).figures).toMatchObject({ waitingDays: 0 });
    world.setTime('2026-03-26T11:00:00Z');
    await world.computing.compute([mandateId]);
    expect(await adminLetters('valuations-missing', mandateId)).toHaveLength(2);
  });

  it('that a mandate waits for the value it starts with', async () => {
    const client = await world.started(START, '36500');
    await world.days(client, { '2026-03-10': '36500' }, { computedAt: START, flags: ['partial'] });
    for (const [time, told] of [
      ['2026-03-17T23:59:59Z', 0],
      ['2026-03-18T00:00:00Z', 1],
      ['2026-03-20T00:00:00Z', 1],
    ] as const) {
      world.setTime(time);
      await world.computing.compute([client.mandateId]);
      expect(await adminLetters('valuations-missing', client.mandateId)).toHaveLength(told);
    }
    expect((await world.mine(client)).mandate).toMatchObject({ state: 'starting' });
  });
});
