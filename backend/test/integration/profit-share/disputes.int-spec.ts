import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { LiveEvents } from '../../../src/messaging/live/index.js';
import type { ShareDisputeWire } from '../../../src/platform/wire/index.js';
import { askAtOnce } from '../../support/crowd.js';
import { signedInTeam, type SignedIn } from '../../support/people.js';
import { auditOf, get, lettersTo, post } from '../payments/paying.js';
import { ShareWorld, type ClubMember } from './share-world.js';

let world: ShareWorld;
beforeAll(async () => {
  world = await ShareWorld.start();
  await world.signal();
});
afterAll(() => world.stop());
afterEach(() => void jest.restoreAllMocks());

/** A member with one line of 18.80. */
async function follower(): Promise<ClubMember> {
  const member = await world.member();
  await world.trades(member, [
    { id: '1', at: '2026-03-01T11:00:00Z', side: 'buy', price: '100.5', qty: '2', fee: '0.1' },
    { id: '2', at: '2026-04-01T00:00:00Z', side: 'sell', price: '110', qty: '2', fee: '0.1' },
  ]);
  return member;
}

async function lineOf(member: SignedIn) {
  const [line] = await world.lines(member);
  return line!;
}

async function dispute(member: SignedIn, reason = 'I closed this by hand') {
  const { entry, exit } = await lineOf(member);
  return post(world.api, '/me/club-share/disputes', { entry: entry.id, exit: exit.id, reason }, member);
}

async function disputed(): Promise<ClubMember & { disputeId: string }> {
  const member = await follower();
  expect((await dispute(member)).statusCode).toBe(201);
  return { ...member, disputeId: (await lineOf(member)).dispute!.id };
}

const decide = (id: string, act: 'uphold' | 'drop', who: SignedIn = world.admin, reason = 'Compared with the order book') =>
  post(world.api, `/admin/share-disputes/${id}/${act}`, { reason }, who);
const withdraw = (id: string, who: SignedIn) => post(world.api, `/me/club-share/disputes/${id}/withdraw`, {}, who);
const periodOf = async (member: SignedIn) => (await world.mine(member)).figures!.periods[0]!;

describe('a disputed line', () => {
  it('is frozen, on the page and in the file, and it is recorded who disputed it', async () => {
    const member = await follower();
    expect((await periodOf(member)).share).toBe('2.82');
    expect((await dispute(member)).json()).toMatchObject({ data: { figures: { isBehind: true, periods: [{ share: '2.82' }] } } });
    const shown = await get(world.api, '/me/club-share/lines', member);
    expect(shown.json()).toMatchObject({ data: [{ state: 'frozen', dispute: { state: 'open' } }] });
    expect((await world.mine(member)).figures).toMatchObject({ lines: { charged: 0, frozen: 1 }, periods: [{ share: '0.00' }] });
    const line = await lineOf(member);
    expect(line).toMatchObject({
      state: 'frozen',
      profit: '18.8',
      dispute: { state: 'open', reason: 'I closed this by hand', closedAt: null },
    });
    expect((await world.answerToFile(member)).lines.map(({ state }) => state)).toEqual(['frozen']);
    expect(await auditOf(world.api, line.dispute!.id)).toMatchObject([
      { action: 'club-share.dispute', actor_id: member.userId, detail: { entry: line.entry.id, exit: line.exit.id, profit: '18.8' } },
    ]);
  });

  it('is disputed once, of a crowd too', async () => {
    const member = await follower();
    const answers = await askAtOnce(Array.from({ length: 5 }, () => () => dispute(member)));
    expect(answers.map((all) => all.at(-1)!.statusCode).toSorted()).toEqual([201, 409, 409, 409, 409]);
  });

  it('can be withdrawn by its member and by nobody else, and disputed again', async () => {
    const member = await disputed();
    const other = await world.member();
    expect((await withdraw(member.disputeId, other)).statusCode).toBe(404);
    expect((await withdraw(member.disputeId, member)).statusCode).toBe(200);
    expect(await lineOf(member)).toMatchObject({ state: 'charged', dispute: null });
    expect((await withdraw(member.disputeId, member)).statusCode).toBe(409);
    expect((await dispute(member)).statusCode).toBe(201);
    expect((await auditOf(world.api, member.disputeId)).map(({ action }) => action)).toEqual([
      'club-share.dispute',
      'club-share.withdraw-dispute',
    ]);
  });

  it("is a line of one's own", async () => {
    const { entry, exit } = await lineOf(await follower());
    const other = await follower();
    const body = { entry: entry.id, exit: exit.id, reason: 'Not mine' };
    expect((await post(world.api, '/me/club-share/disputes', body, other)).statusCode).toBe(404);
  });

  it('that no longer exists does not keep the figures from being computed', async () => {
    const member = await disputed();
    await world.trades(member, [{ id: '0', at: '2026-03-01T10:30:00Z', side: 'buy', price: '100', qty: '2' }]);
    expect((await world.lines(member)).map((line) => [line.entry.tradeId, line.state])).toEqual([['0', 'charged']]);
    expect((await world.answerToFile(member)).lines).toHaveLength(1);
  });
});

describe('a decision', () => {
  it('that upholds the line charges it in the period of the decision', async () => {
    const member = await disputed();
    world.setTime('2027-02-01T00:00:00Z');
    expect((await decide(member.disputeId, 'uphold')).json()).toMatchObject({
      data: { state: 'upheld', may: [], decisionReason: 'Compared with the order book' },
    });
    const { figures } = await world.mine(member);
    expect(figures!.periods.map(({ name, share }) => [name, share])).toEqual([
      ['2027', '2.82'],
      ['2026', '0.00'],
    ]);
    expect(await lineOf(member)).toMatchObject({ state: 'charged', dispute: { state: 'upheld' } });
    expect((await auditOf(world.api, member.disputeId)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['club-share.dispute', member.userId],
      ['club-share.uphold-line', world.admin.userId],
    ]);
  });

  it('that drops it never charges it, and the member reads why', async () => {
    const member = await disputed();
    expect((await decide(member.disputeId, 'drop')).statusCode).toBe(200);
    expect(await lineOf(member)).toMatchObject({ state: 'dropped', dispute: { decisionReason: 'Compared with the order book' } });
    expect((await periodOf(member)).share).toBe('0.00');
    expect((await dispute(member)).statusCode).toBe(409);
  });

  it('is told to the member by email and at once to open pages, with the reason', async () => {
    const published = jest.spyOn(world.api.app.get(LiveEvents, { strict: false }), 'publish');
    const [upheld, dropped] = [await disputed(), await disputed()];
    expect((await decide(upheld.disputeId, 'uphold')).statusCode).toBe(200);
    expect((await decide(dropped.disputeId, 'drop')).statusCode).toBe(200);
    expect((await decide(dropped.disputeId, 'drop')).statusCode).toBe(409);
    expect(await lettersTo(world.api, upheld, 'share-%')).toEqual(['share-line-charged']);
    expect(await lettersTo(world.api, dropped, 'share-%')).toEqual(['share-line-dropped']);
    const told = published.mock.calls.flatMap(([em, { userId, data }]) => {
      const { changed, state } = data as { changed?: string; state?: string };
      return userId === dropped.userId && changed === 'club-share' && state !== 'computed' ? [[state, em !== null]] : [];
    });
    expect(told).toEqual([
      ['disputed', true],
      ['decided', true],
    ]);
  });

  it('is made once, of an open dispute', async () => {
    const member = await disputed();
    const answers = await askAtOnce([() => decide(member.disputeId, 'uphold'), () => decide(member.disputeId, 'drop')]);
    expect(answers.map((all) => all.at(-1)!.statusCode).toSorted()).toEqual([200, 409]);
    const withdrawn = await disputed();
    await withdraw(withdrawn.disputeId, withdrawn);
    expect((await decide(withdrawn.disputeId, 'drop')).statusCode).toBe(409);
    expect((await decide(randomUUID(), 'drop')).statusCode).toBe(404);
  });

  it('needs its permission; reading needs another', async () => {
    const member = await disputed();
    const [auditor, reviewer] = [await signedInTeam(world.api, 'auditor'), await signedInTeam(world.api, 'reviewer')];
    expect((await decide(member.disputeId, 'drop', auditor)).statusCode).toBe(403);
    expect((await get(world.api, '/admin/share-disputes', auditor)).statusCode).toBe(200);
    expect((await get(world.api, '/admin/share-disputes', reviewer)).statusCode).toBe(403);
    expect(await lineOf(member)).toMatchObject({ state: 'frozen' });
  });
});

describe('the list of the console', () => {
  it('shows open disputes with member, trades and amount', async () => {
    const member = await disputed();
    const filter = encodeURIComponent(JSON.stringify({ userId: member.userId, state: 'open' }));
    const answer = await get(world.api, `/admin/share-disputes?filter=${filter}&sort=["openedAt","ASC"]`, world.admin);
    expect(answer.json<{ data: ShareDisputeWire[] }>().data ?? answer.json()).toEqual([
      {
        id: member.disputeId,
        userId: member.userId,
        fullName: expect.stringContaining('Walker'),
        signalId: expect.any(String),
        symbol: 'BTC/USDT',
        entryTrade: '1',
        exitTrade: '2',
        qty: '2',
        profit: '18.8',
        reason: 'I closed this by hand',
        state: 'open',
        openedAt: expect.any(String),
        closedAt: null,
        decisionReason: null,
        may: ['uphold', 'drop'],
      },
    ]);
  });
});
