import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { PayAddressChangeWire, PublicPayAddressWire, SubscriptionWire } from '../../../src/platform/wire/index.js';
import { PayAddressesService } from '../../../src/money/pay-addresses/index.js';
import { call, signedInTeam, type SignedIn } from '../../support/people.js';
import { startTestWorker } from '../../support/test-app.js';
import { get } from '../payments/paying.js';
import { InvoiceWorld } from './invoice-world.js';

const NEW = 'bc1qtg34pxllgwhd5f7jh7ngrjejt77s4rfdaqpy3z';
const OTHER = '19Dc7zAh6hg2JqqmnziHqvZjR5Dh45bopB';

let world: InvoiceWorld;
let second: SignedIn;
let member: SignedIn;
let old: string;
const workers: INestApplicationContext[] = [];
beforeAll(async () => {
  world = await InvoiceWorld.start({});
  old = world.api.config.payAddresses.btc;
  second = await signedInTeam(world.api, 'admin');
  member = await world.verified();
});
// A worker takes some twenty connections: those of all tests together are more than the server has.
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
});
afterAll(async () => {
  await world.stop();
});

/** A process starts with this Bitcoin address in its settings. */
async function startWith(btc: string): Promise<void> {
  const { config } = world.api;
  const changed = Object.create(config, { payAddresses: { value: { ...config.payAddresses, btc } } }) as typeof config;
  workers.push(await startTestWorker(changed));
}
const changes = async () =>
  (await get(world.api, '/admin/pay-addresses', world.admin))
    .json<{ data: PayAddressChangeWire[] }>()
    .data.filter(({ target }) => target === 'btc');
const act = (id: string, what: 'approve' | 'withdraw', as: SignedIn) =>
  call(world.api, 'POST', `/admin/pay-addresses/${id}/${what}`, {}, { token: as.token });
const shown = async () =>
  (await get(world.api, '/me/subscription', member)).json<{ data: SubscriptionWire }>().data.wallets.find(({ id }) => id === 'btc')!
    .address;
/** Lets the day of a scheduled change pass: its row is signed, so that the database alone cannot. */
async function pass(id: string, value: string): Promise<void> {
  const effectiveAt = new Date(Date.now() - 1000);
  const mac = world.api.app.get(PayAddressesService, { strict: false }).macOf({ id, target: 'btc', value }, effectiveAt);
  await world.rows(`update pay_address_changes set effective_at = ?, mac = decode(?, 'hex') where id = ?`, [
    effectiveAt.toISOString(),
    mac.toString('hex'),
    id,
  ]);
}

describe('a new address in the settings', () => {
  it('is used at once where it is the first', async () => {
    expect(await changes()).toMatchObject([{ value: old, state: 'in-use', approvals: [], may: [] }]);
    expect(await shown()).toBe(old);
  });

  it('waits for two people and a day: until then payments go to the one before', async () => {
    await startWith(NEW);
    const [announced] = await changes();
    expect(announced).toMatchObject({ value: NEW, state: 'announced', effectiveAt: null, may: ['approve', 'withdraw'] });
    expect(await shown()).toBe(old);

    // One person, twice.
    expect((await act(announced!.id, 'approve', world.admin)).statusCode).toBe(200);
    const again = await act(announced!.id, 'approve', world.admin);
    expect([again.statusCode, again.json<{ message: string }>().message]).toEqual([
      409,
      'You have approved this change. It also needs the approval of another person',
    ]);
    expect(await changes()).toMatchObject([{ state: 'approved-once', may: ['withdraw'] }, { state: 'in-use' }]);
    expect(await shown()).toBe(old);

    expect((await act(announced!.id, 'approve', second)).statusCode).toBe(200);
    const [scheduled] = await changes();
    expect(scheduled).toMatchObject({
      state: 'scheduled',
      may: ['withdraw'],
      approvals: [{ by: expect.any(String) }, { by: expect.any(String) }],
    });
    const wait = new Date(scheduled!.effectiveAt!).getTime() - new Date(scheduled!.approvals[1]!.at).getTime();
    expect(wait).toBe(24 * 3_600_000);
    expect(await shown()).toBe(old);

    // A restart in between changes nothing, and asks nobody again.
    await startWith(NEW);
    expect(await changes()).toMatchObject([
      { id: scheduled!.id, state: 'scheduled' },
      { state: 'in-use', value: old },
    ]);
    expect(await shown()).toBe(old);

    await pass(scheduled!.id, NEW);
    expect(await shown()).toBe(NEW);
    expect(await changes()).toMatchObject([
      { value: NEW, state: 'in-use', may: [] },
      { value: old, state: 'replaced', replacedAt: expect.any(String) },
    ]);
    expect((await act(scheduled!.id, 'withdraw', world.admin)).statusCode).toBe(409);
  });

  it('is told to everybody in the team who sees payments, and recorded', async () => {
    const letters = await world.rows<{ letter: string; people: string }>(
      `select letter, count(distinct user_id)::text as people from mail_deliveries where letter like 'pay-address-%'
        group by letter order by letter`,
    );
    expect(letters).toEqual([
      { letter: 'pay-address-announced', people: '2' },
      { letter: 'pay-address-scheduled', people: '2' },
    ]);
    const actions = await world.rows<{ action: string }>(
      `select action from audit_events where action like 'pay-address.%' order by at, id`,
    );
    expect(actions.map(({ action }) => action)).toEqual(['pay-address.announce', 'pay-address.approve', 'pay-address.schedule']);
  });

  it('is withdrawn by anybody who may approve, and by putting the settings back', async () => {
    await startWith(OTHER);
    const [one] = await changes();
    expect((await act(one!.id, 'withdraw', second)).statusCode).toBe(200);
    expect((await act(one!.id, 'approve', world.admin)).statusCode).toBe(409);
    await startWith(OTHER);
    expect(await changes()).toMatchObject([{ value: OTHER, state: 'announced' }, { state: 'withdrawn' }, {}, {}]);
    await startWith(NEW);
    expect(await changes()).toMatchObject([
      { value: OTHER, state: 'withdrawn' },
      { state: 'withdrawn' },
      { value: NEW, state: 'in-use' },
      {},
    ]);
    expect(await shown()).toBe(NEW);
  });

  it('cannot be put in use by the database alone', async () => {
    await world.rows(
      `insert into pay_address_changes (id, target, value, announced_at, effective_at, mac)
        values (gen_random_uuid(), 'btc', ?, now(), now(), decode(repeat('ab', 32), 'hex'))`,
      [OTHER],
    );
    expect(await shown()).toBe(NEW);
    expect((await changes()).map(({ value }) => value)).not.toContain(undefined);
    await expect(world.rows('delete from pay_address_changes')).rejects.toThrow('append-only');
    await expect(
      world.rows(`update pay_address_changes set approved_by = first_approved_by where first_approved_by is not null`),
    ).rejects.toThrow('two_people');
  });
});

describe('who sees and approves changes', () => {
  it('is everybody, those who see payments, and owners and admins', async () => {
    const answer = await call(world.api, 'GET', '/public/pay-addresses', undefined, {});
    const list = answer.json<{ data: PublicPayAddressWire[] }>().data;
    expect(list.filter(({ target }) => target === 'btc').map(({ state }) => state)).toEqual([
      'withdrawn',
      'withdrawn',
      'in-use',
      'replaced',
    ]);
    expect(JSON.stringify(list)).not.toMatch(/approvals|pub6/);
    await startWith(OTHER);
    const [{ id }] = (await changes()) as [PayAddressChangeWire];
    for (const [role, read, approve] of [
      ['reviewer', 200, 403],
      ['auditor', 200, 403],
      ['support', 403, 403],
      ['owner', 200, 200],
    ] as const) {
      const person = await signedInTeam(world.api, role);
      expect((await get(world.api, '/admin/pay-addresses', person)).statusCode).toBe(read);
      expect((await act(id, 'approve', person)).statusCode).toBe(approve);
    }
    expect((await act(id, 'approve', member)).statusCode).toBe(403);
    expect((await get(world.api, '/admin/pay-addresses', member)).statusCode).toBe(403);
  });
});
