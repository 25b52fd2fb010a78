import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { PushSubscriptionRepository } from '../../../src/messaging/channels/push/push-subscription.repository.js';
import { MAX_DEVICES } from '../../../src/messaging/channels/push/push.errors.js';
import { FORGOTTEN_AFTER_DAYS } from '../../../src/messaging/channels/push/push-sweep.loop.js';
import type { PushWire } from '../../../src/platform/wire/index.js';
import { signedInMember } from '../../support/people.js';
import { longAgo } from '../users/people.js';
import { PushWorld, VAPID_KEY } from './push-world.js';

let world: PushWorld;
beforeAll(async () => (world = await PushWorld.start()), 180_000);
afterAll(() => world.stop(), 180_000);
afterEach(() => world.clear());

const repository = () => world.api.app.get(PushSubscriptionRepository, { strict: false });
const inContext = <T>(work: () => Promise<T>) => RequestContext.create(world.api.app.get(MikroORM).em, work);

describe('a member', () => {
  it('adds a browser, sees it without its secrets, and removes it', async () => {
    const { member, address, subscription } = await world.browser();
    const shown = await world.request('GET', '', member);
    expect(shown.json()).toMatchObject({ data: { publicKey: VAPID_KEY, devices: [{ id: address }] } });
    for (const secret of [subscription.endpoint, subscription.keys.p256dh, subscription.keys.auth])
      expect(shown.body).not.toContain(secret);
    const [row] = await world.rows<{ address: Buffer; secret: Buffer }>('select address, secret from channel_addresses where id = ?', [
      address,
    ]);
    for (const sealed of [row!.address, row!.secret]) expect(sealed.toString('latin1')).not.toMatch(/https|localhost/);
    expect((await world.request('DELETE', `/${address}`, await world.reader())).statusCode).toBe(404);
    expect((await world.request('DELETE', `/${address}`, member)).json()).toMatchObject({ data: { devices: [] } });
    await world.publish();
    await world.fannedOut();
    expect(await world.messages({ subscription })).toHaveLength(1);
  });

  it('has one entry for a browser, however often it is added, and is greeted once', async () => {
    const { member, subscription, address } = await world.browser();
    await world.add(member, subscription);
    expect((await world.state(member)).devices).toHaveLength(1);
    expect(await world.rows('select 1 from deliveries where address_id = ?', [address])).toHaveLength(1);
  });

  it('takes a browser over from the member who used it before', async () => {
    const { member, subscription } = await world.browser();
    const other = await world.reader();
    expect((await world.request('POST', '/renew', other, { endpoint: subscription.endpoint, keys: subscription.keys })).statusCode).toBe(
      404,
    );
    expect((await world.add(other, subscription)).statusCode).toBe(201);
    expect([(await world.state(member)).devices.length, (await world.state(other)).devices.length]).toEqual([0, 1]);
  });

  it(`has ${MAX_DEVICES} browsers at most`, async () => {
    const member = await world.reader();
    for (let n = 0; n < MAX_DEVICES; n++) expect((await world.add(member, await world.subscribe())).statusCode).toBe(201);
    const refused = await world.add(member, await world.subscribe());
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({ message: expect.stringContaining('10 devices') }),
    ]);
  });

  it('who may not see signals adds none', async () => {
    expect((await world.add(await signedInMember(world.api), await world.subscribe())).statusCode).toBe(403);
  });

  it('adds one after a fresh confirmation', async () => {
    const member = await world.reader();
    await longAgo(world.api, member);
    const refused = await world.add(member, await world.subscribe());
    expect([refused.statusCode, refused.json()]).toEqual([403, expect.objectContaining({ stepUp: true })]);
  });

  it.each([
    'https://push.example.com/1',
    'https://localhost.example.com/1',
    'http://localhost/1',
    'https://user@localhost/1',
    'https://10.0.0.1/1',
    'https://[::ffff:127.0.0.1]/1',
    'https://169.254.169.254/latest',
    'nonsense',
  ])('cannot make us post to %s', async (endpoint) => {
    const { keys } = await world.subscribe();
    const response = await world.request('POST', '', await world.reader(), { endpoint, keys });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      expect.objectContaining({ errors: [expect.objectContaining({ field: 'endpoint' })] }),
    ]);
  });
});

describe('a subscription', () => {
  it('is renewed by its browser, and moves with it to another endpoint', async () => {
    const { member, address, subscription } = await world.browser();
    await world.rows(`update channel_addresses set renewed_at = now() - interval '50 days' where id = ?`, [address]);
    const renew = (body: object) => world.request('POST', '/renew', member, body);
    const { endpoint, keys } = subscription;
    expect((await renew({ endpoint, keys })).json()).toMatchObject({ data: { thisDevice: address } });
    const next = await world.subscribe();
    expect((await renew({ endpoint: next.endpoint, keys: next.keys })).statusCode).toBe(404);
    const moved = await renew({ endpoint: next.endpoint, keys: next.keys, previous: endpoint });
    expect(moved.json<{ data: PushWire }>().data).toMatchObject({ thisDevice: address, devices: [{ id: address }] });
    expect(
      await world.rows(`select 1 from channel_addresses where renewed_at > now() - interval '1 hour' and last_ok_at is null`),
    ).toHaveLength(1);
    await world.settled(await world.publish(), { member, address, subscription: next }, { state: 'sent' });
    expect(await world.messages({ subscription: next })).toHaveLength(1);
  });

  it('is forgotten that no browser has renewed for 60 days, and that of a closed account', async () => {
    const [kept, old, closed] = [await world.browser(), await world.browser(), await world.browser()];
    await world.rows(`update channel_addresses set renewed_at = now() - make_interval(days => ?) where id = ?`, [
      FORGOTTEN_AFTER_DAYS + 1,
      old.address,
    ]);
    await world.rows(`update users set status = 'deactivated' where id = ?`, [closed.member.userId]);
    await inContext(() => repository().deleteForgotten(FORGOTTEN_AFTER_DAYS));
    await inContext(() => repository().deleteOfClosed());
    expect(await world.rows('select id from channel_addresses')).toEqual([{ id: kept.address }]);
  });
});
