import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { askAtOnce } from '../../support/crowd.js';
import { signedInMember, signedInTeam } from '../../support/people.js';
import { auditOf, get, mustBe, post } from '../payments/paying.js';
import { FundWorld } from './fund-world.js';

let world: FundWorld;
beforeAll(async () => {
  world = await FundWorld.start();
});
afterAll(() => world.stop());
afterEach(() => void jest.restoreAllMocks());

const messageOf = (answer: { json<T>(): T }) => answer.json<{ message: string }>().message;

describe('signing', () => {
  it('takes a verified identity and an account with a valid key', async () => {
    const client = await world.client();
    await world.rows(`update users set kyc_status = 'pending' where id = ?`, [client.userId]);
    const unverified = await world.sign(client);
    await world.rows(`update users set kyc_status = 'approved' where id = ?`, [client.userId]);
    await world.rows(`update exchange_accounts set key_state = 'invalid' where id = ?`, [client.accountId]);
    const unconnected = await world.sign(client);
    expect([unverified, unconnected].map((one) => [one.statusCode, messageOf(one)])).toEqual([
      [409, 'Your identity must be verified first'],
      [409, 'Connect an exchange account with a valid key first'],
    ]);
  });

  it('is for clients of the fund', async () => {
    const member = await signedInMember(world.api, 'trade club');
    expect((await world.sign(member)).statusCode).toBe(403);
    expect(await world.mine(member)).toEqual({ isClient: false, mandate: null, figures: null, nextDealing: null, earlier: [] });
  });

  it('takes the terms as they are now, and the client by name', async () => {
    const client = await world.client();
    const answers = [
      await world.sign(client, { version: '2020-01' }),
      await world.sign(client, { sha256: '0'.repeat(64) }),
      await world.sign(client, { name: 'Somebody Else' }),
      await world.sign(client, { name: '' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409, 400, 400]);
    expect(answers[2]!.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual(['name']);
    expect((await world.mine(client)).mandate).toBeNull();
  });

  it('happens once, of a crowd too', async () => {
    const client = await world.client();
    const answers = await askAtOnce(Array.from({ length: 6 }, () => () => world.sign(client)));
    expect(answers.map((all) => all.at(-1)!.statusCode).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    const { mandate } = await world.mine(client);
    expect(mandate).toMatchObject({ state: 'signed', signedName: expect.any(String), startsAt: null, openingEquity: null });
    expect(await auditOf(world.api, mandate!.id)).toMatchObject([
      { action: 'fund.sign', actor_id: client.userId, detail: { version: '2026-12', sha256: mandate!.sha256 } },
    ]);
  });
});

describe('countersigning', () => {
  it('takes the minimum of the terms, at a value that is known', async () => {
    const client = await world.client();
    world.setTime('2026-03-10T14:30:00Z');
    await mustBe(201, world.sign(client));
    const id = await world.mandateOf(client);
    const unknown = await world.countersign(id);
    await world.days(client, { '2026-03-09': '9999.999' }, { computedAt: '2026-03-10T14:00:00Z' });
    const below = await world.countersign(id);
    expect([unknown, below].map((one) => [one.statusCode, messageOf(one)])).toEqual([
      [409, 'The value of this account is not known yet. Countersign after its next complete reading'],
      [409, 'This account is worth $9999.99. The terms ask for $10000 at least'],
    ]);
    await world.days(client, { '2026-03-09': '10000' }, { computedAt: '2026-03-10T14:10:00Z' });
    await mustBe(200, world.countersign(id));
    expect((await world.mine(client)).mandate).toMatchObject({ state: 'starting', startsAt: '2026-03-11T00:00:00.000Z' });
    expect((await world.countersign(id)).statusCode).toBe(409);
    expect((await auditOf(world.api, id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['fund.sign', client.userId],
      ['fund.countersign', world.admin.userId],
    ]);
  });

  it('can be refused with a reason, and the client can sign again', async () => {
    const client = await world.client();
    await mustBe(201, world.sign(client));
    const id = await world.mandateOf(client);
    expect((await post(world.api, `/admin/fund-mandates/${id}/decline`, {}, world.admin)).statusCode).toBe(400);
    await mustBe(
      200,
      post(world.api, `/admin/fund-mandates/${id}/decline`, { reason: 'The account holds coins we do not trade' }, world.admin),
    );
    expect((await world.mine(client)).mandate).toMatchObject({
      state: 'declined',
      declineReason: 'The account holds coins we do not trade',
      countersignedAt: null,
    });
    await mustBe(201, world.sign(client));
  });

  it('is for people who may, and of mandates that exist', async () => {
    const client = await world.client();
    await mustBe(201, world.sign(client));
    const id = await world.mandateOf(client);
    const auditor = await signedInTeam(world.api, 'auditor');
    const reviewer = await signedInTeam(world.api, 'reviewer');
    expect((await get(world.api, `/admin/fund-mandates/${id}`, auditor)).statusCode).toBe(200);
    expect((await get(world.api, `/admin/fund-mandates/${id}`, reviewer)).statusCode).toBe(403);
    expect((await world.countersign(id, auditor)).statusCode).toBe(403);
    expect((await world.countersign(randomUUID())).statusCode).toBe(404);
  });
});

describe('the start', () => {
  it('fixes the value of that midnight, whatever is computed of it later', async () => {
    const client = await world.started('2026-03-10T14:30:00Z', '36500');
    world.setTime('2026-03-11T09:00:00Z');
    await world.computing.compute([client.mandateId]);
    expect(await world.mine(client)).toMatchObject({
      mandate: { state: 'active', startsAt: '2026-03-11T00:00:00.000Z', openingEquity: '36500' },
      figures: { waitingDays: 0, owed: '0', total: { opening: '36500.00' } },
    });
    await world.days(client, { '2026-03-10': '99999', '2026-03-11': '36500' }, { computedAt: '2026-03-12T01:00:00Z' });
    world.setTime('2026-03-12T09:00:00Z');
    await world.computing.compute([client.mandateId]);
    expect(await world.mine(client)).toMatchObject({
      mandate: { openingEquity: '36500' },
      figures: { managementFees: '2.5', owed: '2.5', profit: '-2.5' },
    });
  });

  it('waits for a value that is certain', async () => {
    const client = await world.started('2026-03-10T14:30:00Z', '36500');
    world.setTime('2026-03-11T09:00:00Z');
    for (const flags of [['partial'], ['estimated'], ['unreconciled'], ['incomplete'], ['unpriced']]) {
      await world.days(client, { '2026-03-10': '36500' }, { computedAt: '2026-03-11T08:00:00Z', flags });
      await world.computing.compute([client.mandateId]);
      expect((await world.mine(client)).mandate).toMatchObject({ state: 'starting', openingEquity: null });
    }
    await world.days(client, { '2026-03-10': '36500' }, { computedAt: '2026-03-11T09:00:00Z' });
    await world.computing.compute([client.mandateId]);
    expect((await world.mine(client)).mandate).toMatchObject({ state: 'active' });
  });
});

describe('the console', () => {
  it('lists mandates with their figures, and sums them', async () => {
    const client = await world.started('2026-04-01T10:00:00Z', '50000');
    world.setTime('2026-04-02T09:00:00Z');
    await world.computing.compute([client.mandateId]);
    const list = await get(
      world.api,
      `/admin/fund-mandates?filter=${encodeURIComponent(JSON.stringify({ userId: client.userId }))}`,
      world.admin,
    );
    expect(list.json()).toEqual([
      expect.objectContaining({ id: client.mandateId, state: 'active', equity: '50000', owed: '0', waitingDays: 0, may: [] }),
    ]);
    const [sums] = await world.rows<{ clients: number; equity: string }>(
      `select count(*)::int as clients, trim_scale(sum(r.equity))::text as equity
       from fund_mandates m join fund_results r on r.mandate_id = m.id where m.state = 'active'`,
    );
    expect((await get(world.api, '/admin/fund-book', world.admin)).json<{ data: object }>().data).toMatchObject(sums!);
  });
});
