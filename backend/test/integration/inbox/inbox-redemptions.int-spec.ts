import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { InboxItemWire } from '../../../src/platform/wire/index.js';
import { FundWorld } from '../fund/fund-world.js';
import { get, mustBe, post } from '../payments/paying.js';

let world: FundWorld;
beforeAll(async () => {
  world = await FundWorld.start();
});
afterAll(() => world.stop());

const inbox = async () =>
  (await get(world.api, `/admin/inbox?filter=${encodeURIComponent('{"kind":"redemption"}')}`, world.admin)).json<InboxItemWire[]>();
const assign = ({ kind, itemId }: InboxItemWire, assigneeId: string) =>
  post(world.api, '/admin/inbox/assign', { kind, itemId, assigneeId, from: null }, world.admin);

it('a redemption waits until it is acknowledged, and again from the end of its notice', async () => {
  const client = await world.started('2026-05-01T00:00:00Z', '50000');
  await world.days(client, { '2026-05-01': '50000' }, { computedAt: '2026-05-02T08:00:00Z' });
  world.setTime('2026-05-02T09:00:00Z');
  await world.computing.compute([client.mandateId]);
  expect(await inbox()).toEqual([]);
  await mustBe(201, post(world.api, '/me/fund/redemptions', { amount: '20000' }, client));
  const [asked] = await inbox();
  expect(asked).toMatchObject({ kind: 'redemption', target: client.mandateId, since: '2026-05-02T09:00:00.000Z', assignee: null });
  expect((await assign(asked!, world.admin.userId)).json()).toMatchObject({ data: { assignee: { self: true } } });

  await mustBe(200, post(world.api, `/admin/fund-redemptions/${asked!.itemId}/acknowledge`, {}, world.admin));
  expect(await inbox()).toEqual([]);
  world.setTime('2026-06-01T00:00:00Z');
  await world.computing.compute([client.mandateId]);
  expect(await inbox()).toEqual([expect.objectContaining({ itemId: asked!.itemId, service: 'in-time' })]);
});
