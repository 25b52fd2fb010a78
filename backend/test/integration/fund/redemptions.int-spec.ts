import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { FundRedemptionWire, MyFundWire } from '../../../src/platform/wire/index.js';
import { askAtOnce } from '../../support/crowd.js';
import { auditOf, mustBe, post } from '../payments/paying.js';
import { FundWorld, type FundClient } from './fund-world.js';

let world: FundWorld;
beforeAll(async () => {
  world = await FundWorld.start();
});
afterAll(() => world.stop());
afterEach(() => void jest.restoreAllMocks());

/** A client with 50,000 whose mandate has started, on 2 May. */
async function running(): Promise<FundClient & { mandateId: string }> {
  const client = await world.started('2026-05-01T00:00:00Z', '50000');
  await world.days(client, { '2026-05-01': '50000' }, { computedAt: '2026-05-02T08:00:00Z' });
  world.setTime('2026-05-02T09:00:00Z');
  await world.computing.compute([client.mandateId]);
  return client;
}
const preview = (client: FundClient, amount: string) => post(world.api, '/me/fund/redemptions/preview', { amount }, client);
const request = (client: FundClient, amount: string) => post(world.api, '/me/fund/redemptions', { amount }, client);
const cancel = (client: FundClient, id: string) => post(world.api, `/me/fund/redemptions/${id}/cancel`, {}, client);
const redemptionsOf = (answer: { json<T>(): T }) => answer.json<{ data: MyFundWire }>().data.figures!.redemptions;
const messageOf = (answer: { json<T>(): T }) => answer.json<{ message: string }>().message;

describe('a request', () => {
  it.each([
    ['2026-05-31T23:59:59Z', '2026-06-30'],
    ['2026-06-01T00:00:00Z', '2026-12-31'],
    ['2026-12-01T00:00:00Z', '2026-12-31'],
    ['2026-12-02T00:00:00Z', '2027-06-30'],
  ])('at %s leaves on %s', async (time, dealingDay) => {
    const client = await running();
    world.setTime(time);
    const answer = await preview(client, '10000');
    expect(answer.json<{ data: FundRedemptionWire }>().data).toMatchObject({
      state: 'requested',
      dealingDay,
      requested: '10000',
      amount: null,
    });
    expect((await world.mine(client)).nextDealing).toMatchObject({ dealingDay });
    expect(await world.rows('select 1 from fund_redemptions where mandate_id = ?', [client.mandateId])).toEqual([]);
  });

  it.each([
    ['45000', 'Less than the minimum would stay in your account. Redeem everything, or less'],
    ['50000.01', 'Your account holds less than this amount'],
  ])('of %s is refused in words', async (amount, words) => {
    const client = await running();
    for (const answer of [await preview(client, amount), await request(client, amount)])
      expect([answer.statusCode, messageOf(answer)]).toEqual([409, words]);
    expect((await world.mine(client)).figures!.redemptions).toEqual([]);
  });

  it.each(['0', '-5', '1.005', 'half', ''])('of %j names the field', async (amount) => {
    const client = await running();
    const answer = await request(client, amount);
    expect([answer.statusCode, answer.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)]).toEqual([400, ['amount']]);
  });

  it('counts those before it, of a crowd too', async () => {
    const client = await running();
    const answers = await askAtOnce(Array.from({ length: 4 }, () => () => request(client, '15000')));
    expect(answers.map((all) => all.at(-1)!.statusCode).toSorted()).toEqual([201, 201, 409, 409]);
    expect(messageOf(await request(client, '15000'))).toBe('Less than the minimum would stay in your account. Redeem everything, or less');
    await mustBe(201, request(client, 'all'));
    expect(messageOf(await request(client, '100'))).toBe('You are already redeeming everything');
  });

  it('takes a mandate that runs', async () => {
    const client = await world.client();
    expect([(await request(client, 'all')).statusCode, messageOf(await request(client, 'all'))]).toEqual([
      409,
      'You have no running mandate',
    ]);
  });
});

describe('cancelling', () => {
  it('is possible until the notice ends, and once', async () => {
    const client = await running();
    const [one] = redemptionsOf(await request(client, '10000'));
    expect(one).toMatchObject({ dealingDay: '2026-06-30', lastNoticeDay: '2026-05-31', lockedAt: '2026-06-01T00:00:00.000Z' });
    world.setTime('2026-06-01T00:00:00Z');
    expect((await cancel(client, one!.id)).statusCode).toBe(409);
    world.setTime('2026-05-31T23:59:59Z');
    expect(redemptionsOf(await cancel(client, one!.id))).toMatchObject([{ id: one!.id, state: 'cancelled' }]);
    expect((await cancel(client, one!.id)).statusCode).toBe(409);
    expect((await auditOf(world.api, one!.id)).map(({ action }) => action)).toEqual(['fund.request-redemption', 'fund.cancel-redemption']);
  });

  it("is for the client's own", async () => {
    const [client, other] = [await running(), await running()];
    const [one] = redemptionsOf(await request(client, '10000'));
    expect((await cancel(other, one!.id)).statusCode).toBe(404);
    expect((await cancel(client, randomUUID())).statusCode).toBe(404);
  });
});

it('who leaves with everything is charged for the profit above the mark, and the mandate ends', async () => {
  const client = await running();
  await mustBe(201, request(client, 'all'));
  await world.days(client, FundWorld.values('2026-05-02', Array<string>(60).fill('60000')), { computedAt: '2026-07-01T08:00:00Z' });
  world.setTime('2026-07-01T09:00:00Z');
  await world.computing.compute([client.mandateId]);
  expect(await world.mine(client)).toMatchObject({
    mandate: { state: 'ended', endedAt: '2026-07-01T00:00:00.000Z' },
    figures: { redemptions: [{ state: 'priced', requested: null }], total: { closing: '60000.00' } },
    nextDealing: null,
  });
  const { crystallisations, now } = await world.answerToFile(client);
  expect(crystallisations).toMatchObject([{ kind: 'redemption', state: 'done', fraction: '1' }]);
  // 30 % of what was gained, less the management fees.
  expect(Number(now.performanceFees)).toBeCloseTo(0.3 * (10_000 - Number(now.managementFees)), 6);
  expect((await request(client, 'all')).statusCode).toBe(409);
});

it('who leaves on a day without a valuation is charged once it is known', async () => {
  const client = await running();
  await mustBe(201, request(client, 'all'));
  await world.days(client, FundWorld.values('2026-05-02', Array<string>(59).fill('60000')), { computedAt: '2026-07-01T08:00:00Z' });
  await world.days(client, { '2026-06-30': '60000' }, { computedAt: '2026-07-01T08:00:00Z', flags: ['estimated'] });
  world.setTime('2026-07-01T09:00:00Z');
  await world.computing.compute([client.mandateId]);
  expect(await world.mine(client)).toMatchObject({
    mandate: { state: 'ended' },
    figures: { redemptions: [{ state: 'waiting' }], performanceFees: '0' },
  });
  const due = () => world.mandates.findDue(world.api.em(), { before: new Date('2026-07-02T00:00:00Z'), after: null, limit: 1_000 });
  expect(await due()).not.toContain(client.mandateId);
  await world.days(client, { '2026-06-30': '60000' }, { computedAt: '2026-07-02T08:00:00Z' });
  expect(await due()).toContain(client.mandateId);
  world.setTime('2026-07-02T09:00:00Z');
  await world.computing.compute([client.mandateId]);
  const { redemptions, performanceFees } = (await world.mine(client)).figures!;
  expect(redemptions).toMatchObject([{ state: 'priced' }]);
  expect(Number(performanceFees)).toBeGreaterThan(2_900);
  expect(await due()).not.toContain(client.mandateId);
});
