import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { ScoreWriter } from '../../../src/trading/signals/scoring/jobs/score.writer.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, signedInMember, type SignedIn } from '../../support/people.js';
import { longAgo } from '../users/people.js';
import { endSignals } from '../signals/end-signals.js';
import { ChannelWorld, type Hook } from './channel-world.js';
import { matching, type WebhookAnswer } from './webhook-receiver.js';

let world: ChannelWorld;
beforeAll(async () => (world = await ChannelWorld.start()), 180_000);
afterAll(() => world.stop(), 180_000);
// What one test made is no audience of the next.
afterEach(async () => {
  world.receiver.release();
  world.receiver.onReceived = () => undefined;
  await world.startWorker();
  await endSignals(world);
  await world.fannedOut();
  await world.rows('delete from channel_addresses');
});

const scripted = ({ path }: Hook, ...answers: WebhookAnswer[]) => world.receiver.script.set(path, answers);
const at = ({ path }: Hook) => world.receiver.at(path);
const arrived = (hook: Hook, count: number) =>
  eventually(() => {
    expect(at(hook)).toHaveLength(count);
    return at(hook);
  });
const data = (body: string) => (JSON.parse(body) as { data: Record<string, unknown> }).data;

describe('an event', () => {
  it('reaches the members who may see signals, signed, with the whole signal, and its changes replace it', async () => {
    const hook = await world.hook();
    const id = await world.publish();
    const [published] = await arrived(hook, 1);
    expect(matching(hook.secret, published!)).toBe(1);
    expect(Math.abs(Number(published!.timestamp) - Date.now() / 1000)).toBeLessThan(60);
    expect(JSON.parse(published!.body)).toMatchObject({
      type: 'signal.published',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { id, revision: 1, symbol: 'BTC/USDT', side: 'long', entry: '64000', stop: '62500', targets: ['65500', '67000', '69000.25'] },
    });
    await world.settled(hook, 'sent');

    await world.amend(id, { kind: 'move_stop', stop: '63000.5' });
    const [, changed] = await arrived(hook, 2);
    expect(changed!.id).not.toBe(published!.id);
    expect(JSON.parse(changed!.body)).toMatchObject({
      type: 'signal.changed',
      data: { revision: 2, stop: '63000.5', initial_stop: '62500', changes: [{ kind: 'move_stop', stop: '63000.5' }], outcome: null },
    });

    const worker = await world.startWorker();
    const em = worker.get(MikroORM, { strict: false }).em.fork() as EntityManager;
    const score = {
      signalId: id,
      status: 'closed' as const,
      entryPrice: '64000',
      entryAt: new Date(),
      rGross: '1.5',
      rNet: '1.45',
      rFunding: null,
      exits: [{ reason: 'tp1', price: '65500', weight: '1', t: 1_795_000_000 }],
      rOptimistic: null,
      ambiguous: [],
      closedAt: new Date(),
      scoredThrough: new Date(),
      gapMinutes: 0,
      candlesDigest: null,
    };
    const pair = { venue: 'binance', market: 'futures', base: 'BTC', quote: 'USDT' } as never;
    const writer = worker.get(ScoreWriter, { strict: false });
    await writer.write(em, pair, [score]);
    // A final score is stored once, however often it is computed.
    await writer.write(em, pair, [score]);
    const [, , ended] = await arrived(hook, 3);
    expect(JSON.parse(ended!.body)).toMatchObject({
      type: 'signal.ended',
      data: { revision: 3, outcome: { status: 'closed', r: '1.45', exits: [{ reason: 'tp1', price: '65500' }] } },
    });
    const delivery = await world.settled(hook, 'sent');
    expect(delivery).toMatchObject({ type: 'signal.ended', signalId: id, revision: 3, messageId: ended!.id, body: ended!.body });
    expect(delivery.attempts.map(({ status, answer, revision }) => [status, answer, revision])).toEqual([
      [200, 'thanks', 3],
      [200, 'thanks', 2],
      [200, 'thanks', 1],
    ]);
    expect(await world.rows('select kind, revision from events where subject_id = ? order by revision', [id])).toEqual([
      { kind: 'signal.published', revision: 1 },
      { kind: 'signal.changed', revision: 2 },
      { kind: 'signal.ended', revision: 3 },
    ]);
  });

  it('reaches nobody else', async () => {
    const hooks = {
      'has not paid': ['payment_status', null],
      'is of the hedge fund': ['role', 'hedge fund'],
      'was deactivated': ['status', 'deactivated'],
      'was turned away': ['rejected_at', '2026-11-01'],
    };
    for (const [column, value] of Object.values(hooks)) {
      const { member } = await world.hook();
      await world.rows(`update users set ${column} = ? where id = ?`, [value, member.userId]);
    }
    const disabled = await world.hook();
    await call(world.api, 'POST', `/me/webhooks/${disabled.id}/disable`, undefined, disabled.member);
    const reader = await world.hook();
    await world.publish();
    await arrived(reader, 1);
    await world.fannedOut();
    expect(await world.rows('select address_id as id from deliveries')).toEqual([{ id: reader.id }]);
  });

  it.each([
    ['may no longer see signals', `update users set payment_status = 'rejected' where id = ?`, 'no-access'],
    ['was deactivated', `update users set status = 'deactivated' where id = ?`, 'no-access'],
    ['disabled it', `update channel_addresses set state = 'disabled', reason = 'member' where user_id = ?`, 'disabled'],
  ])('is not sent to a member who %s since it was queued', async (_, change, reason) => {
    const hook = await world.hook();
    await world.stopWorker();
    const id = await world.publish();
    await world.rows(`insert into deliveries (thread_id, address_id, wanted_revision) values (?, ?, 1)`, [id, hook.id]);
    await world.rows(change, [hook.member.userId]);
    await world.startWorker();
    await eventually(async () =>
      expect(await world.rows('select state, last_answer from deliveries')).toEqual([{ state: 'suppressed', last_answer: reason }]),
    );
    expect(at(hook)).toEqual([]);
  });

  it('is not sent when it is too late', async () => {
    const hook = await world.hook();
    await world.stopWorker();
    const id = await world.publish();
    await world.rows(`insert into deliveries (thread_id, address_id, wanted_revision) values (?, ?, 1)`, [id, hook.id]);
    await world.rows(`update events set expires_at = now() where subject_id = ?`, [id]);
    await world.startWorker();
    await world.settled(hook, 'expired');
    expect(at(hook)).toEqual([]);
  });

  it('is fanned out again without a second delivery, where a worker died in between', async () => {
    const hook = await world.hook();
    const id = await world.publish();
    await world.settled(hook, 'sent');
    await world.rows('update events set fanned_out_at = null, after_address = null where subject_id = ?', [id]);
    await world.fannedOut();
    expect(await world.settled(hook, 'sent')).toMatchObject({ attempts: [{ status: 200 }] });
    expect(at(hook)).toHaveLength(1);
  });

  it('is rolled back with its signal', async () => {
    const before = await world.rows('select id from events');
    const response = await call(
      world.api,
      'POST',
      `/admin/signals/${await world.publish()}/amendments`,
      { kind: 'move_stop', stop: '1' },
      world.admin,
    );
    expect(response.statusCode).toBe(400);
    expect((await world.rows('select id from events')).length).toBe(before.length + 1);
  });
});

describe('a delivery', () => {
  it.each<[string, WebhookAnswer, string, number | null]>([
    ['500', { status: 500, body: 'oops' }, 'uncertain', 500],
    ['404', { status: 404 }, 'failed_retryable', 404],
    ['a redirect', { status: 302, headers: { location: '/trap' } }, 'failed_retryable', 302],
    ['a reset after it arrived', 'reset', 'uncertain', null],
    ['garbage', 'garbage', 'uncertain', null],
  ])('is repeated after %s, under the same id and with the same bytes', async (_, answer, state, status) => {
    const hook = await world.hook();
    scripted(hook, answer, answer);
    await world.publish();
    const waiting = await world.settled(hook, state as 'uncertain');
    expect(waiting.attempts[0]).toMatchObject({ status });
    expect(Date.parse(waiting.nextTryAt!) - Date.now()).toBeLessThan(6_500);
    await world.hurry(hook);
    await arrived(hook, 2);
    await eventually(async () => {
      const [{ nextTryAt } = { nextTryAt: null }] = await world.log(hook);
      // The third try is five minutes later, give or take a fifth.
      expect(Date.parse(nextTryAt ?? '') - Date.now()).toBeGreaterThan(200_000);
    });
    await world.hurry(hook);
    const delivery = await world.settled(hook, 'sent');
    expect(delivery.attempts.map((attempt) => attempt.status)).toEqual([200, status, status]);
    const [first, ...others] = at(hook);
    for (const other of others) expect([other.id, other.body]).toEqual([first!.id, first!.body]);
    expect(world.receiver.at('/trap')).toEqual([]);
  });

  it('waits as long as the server asks', async () => {
    const hook = await world.hook();
    scripted(hook, { status: 429, headers: { 'retry-after': '3600' } });
    await world.publish();
    const { nextTryAt } = await world.settled(hook, 'failed_retryable');
    expect(Date.parse(nextTryAt!) - Date.now()).toBeGreaterThan(3_500_000);
  });

  it('is sent again after its worker was killed between request and answer, and one that was only claimed is queued', async () => {
    const hook = await world.hook();
    await world.stopWorker();
    scripted(hook, 'hold');
    const id = await world.publish();
    const victim = world.startProcess();
    const gone = new Promise((exited) => victim.once('exit', exited));
    world.receiver.onReceived = ({ path }) => void (path === hook.path && victim.kill('SIGKILL'));
    await gone;
    world.receiver.onReceived = () => undefined;
    const claimed = await world.hook();
    await world.rows(
      `insert into deliveries (thread_id, address_id, wanted_revision, state, lease_until) values (?, ?, 1, 'claimed', now())`,
      [id, claimed.id],
    );
    expect(await world.rows('select state, attempts from deliveries where address_id = ?', [hook.id])).toEqual([
      { state: 'sending', attempts: 1 },
    ]);
    await world.expireLeases();
    await world.startWorker();
    const delivery = await world.settled(hook, 'sent');
    expect(delivery.attempts.map(({ status, answer }) => [status, answer])).toEqual([
      [200, 'thanks'],
      [null, 'lost'],
    ]);
    const [first, second, ...others] = at(hook);
    expect([second!.id, second!.body, others]).toEqual([first!.id, first!.body, []]);
    expect((await world.settled(claimed, 'sent')).attempts).toHaveLength(1);
  });

  it('whose result comes in while the webhook is being deleted waits for that, and holds nothing that the deletion needs', async () => {
    const hook = await world.hook();
    scripted(hook, 'hold');
    await world.publish();
    await arrived(hook, 1);
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await world.api.em().transactional(async (tx) => {
      await tx.execute('select 1 from channel_addresses where id = ? for update', [hook.id]);
      world.receiver.release();
      await eventually(async () => expect(await world.rows(waits)).toHaveLength(1));
      expect(await tx.execute('select 1 from deliveries where address_id = ? for update skip locked', [hook.id])).toHaveLength(1);
      await tx.execute('delete from channel_addresses where id = ?', [hook.id]);
    });
    expect(await world.rows('select 1 from deliveries where address_id = ?', [hook.id])).toEqual([]);
  });

  it('goes to one server two at a time, and carries the newest state', async () => {
    const hook = await world.hook();
    scripted(hook, 'hold', 'hold');
    const ids = [await world.publish(), await world.publish(), await world.publish()];
    await world.fannedOut();
    await arrived(hook, 2);
    const waiting = ids.find((id) => !at(hook).some(({ body }) => data(body)['id'] === id))!;
    const sending = ids.find((id) => id !== waiting)!;
    for (const id of [waiting, sending]) await world.amend(id, { kind: 'cancel' });
    await world.fannedOut();
    expect(at(hook)).toHaveLength(2);
    world.receiver.release();
    // The third signal, and the second state of the one that was under way.
    const all = await arrived(hook, 4);
    expect(all.slice(2).map(({ body }) => [data(body)['id'], data(body)['revision']])).toEqual(
      expect.arrayContaining([
        [waiting, 2],
        [sending, 2],
      ]),
    );
    await eventually(async () => expect((await world.log(hook)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']));
    expect(at(hook)).toHaveLength(4);
    expect(world.receiver.most.get(hook.path)).toBe(2);
  });
});

describe('a webhook that takes nothing', () => {
  const letters = (userId: string) =>
    world.rows<{ letter: string }>(`select letter from mail_deliveries where user_id = ? and letter like 'webhook-%' order by created_at`, [
      userId,
    ]);
  const failedFor = (hook: Hook, days: number) =>
    world.rows(`update channel_addresses set failing_since = now() - make_interval(days => ?), failures = 20 where id = ?`, [
      days,
      hook.id,
    ]);
  const state = async ({ id, member }: Hook) =>
    (await call(world.api, 'GET', '/me/webhooks', undefined, member))
      .json<{ data: { id: string; state: string; reason: string | null }[] }>()
      .data.find((one) => one.id === id);

  it('is disabled when it says that it is gone, and its member is told', async () => {
    const hook = await world.hook();
    scripted(hook, { status: 410 });
    await world.publish();
    await world.settled(hook, 'failed_permanent');
    expect(await state(hook)).toMatchObject({ state: 'disabled', reason: 'gone' });
    expect(await letters(hook.member.userId)).toEqual([{ letter: 'webhook-disabled' }]);
  });

  it('is told of after a day, and disabled after five', async () => {
    const hook = await world.hook();
    scripted(hook, ...Array.from({ length: 3 }, () => ({ status: 503 })));
    await failedFor(hook, 2);
    await world.publish();
    await world.settled(hook, 'uncertain');
    await world.hurry(hook);
    await arrived(hook, 2);
    await eventually(async () => expect((await world.log(hook))[0]!.attempts).toHaveLength(2));
    expect(await state(hook)).toMatchObject({ state: 'active' });
    expect(await letters(hook.member.userId)).toEqual([{ letter: 'webhook-failing' }]);
    await failedFor(hook, 6);
    await world.hurry(hook);
    await eventually(async () => expect(await state(hook)).toMatchObject({ state: 'disabled', reason: 'failing' }));
    expect(await letters(hook.member.userId)).toEqual([{ letter: 'webhook-failing' }, { letter: 'webhook-disabled' }]);
  });

  it('begins anew with a success', async () => {
    const hook = await world.hook();
    await failedFor(hook, 6);
    await world.publish();
    await world.settled(hook, 'sent');
    expect(await world.rows('select failing_since, failures from channel_addresses')).toEqual([{ failing_since: null, failures: 0 }]);
  });
});

describe("a member's webhooks", () => {
  const post = (member: SignedIn, path: string, body?: object) => call(world.api, 'POST', `/me/webhooks${path}`, body, member);
  const add = (member: SignedIn, url: string) => post(member, '', { url });

  it('show their secret once, and are stored sealed', async () => {
    const hook = await world.hook();
    const shown = await call(world.api, 'GET', '/me/webhooks', undefined, hook.member);
    expect(shown.json()).toMatchObject({ data: [{ id: hook.id, url: world.receiver.url(hook.path), state: 'active', reason: null }] });
    expect(shown.body).not.toContain('whsec_');
    const [row] = await world.rows<{ address: Buffer; secret: Buffer }>('select address, secret from channel_addresses');
    expect(row!.address.includes(hook.path)).toBe(false);
    expect(row!.secret.includes(hook.secret.slice(6))).toBe(false);
  });

  it('are signed with both secrets for a day after a rotation', async () => {
    const hook = await world.hook();
    const fresh = (await post(hook.member, `/${hook.id}/rotate-secret`)).json<{ data: { secret: string } }>().data.secret;
    await world.publish();
    const [both] = await arrived(hook, 1);
    expect([matching(fresh, both!), matching(hook.secret, both!), both!.signature.split(' ').length]).toEqual([1, 1, 2]);
    await world.rows(`update channel_addresses set previous_secret_until = now() where id = ?`, [hook.id]);
    await world.publish();
    const [, alone] = await arrived(hook, 2);
    expect([matching(fresh, alone!), matching(hook.secret, alone!)]).toEqual([1, 0]);
  });

  it('are added and given a new secret after a fresh confirmation alone', async () => {
    const hook = await world.hook();
    await longAgo(world.api, hook.member);
    for (const path of ['', `/${hook.id}/rotate-secret`]) {
      const response = await post(hook.member, path, path === '' ? { url: 'https://hooks.example.com/' } : undefined);
      expect([response.statusCode, response.json()]).toEqual([403, expect.objectContaining({ stepUp: true })]);
    }
  });

  it.each([
    ['http://hooks.example.com/', 'The URL must begin with https://'],
    ['https://10.0.0.1/', 'The URL must lead to a public address'],
    ['https://[::ffff:10.0.0.1]/', 'The URL must lead to a public address'],
    ['https://club.example/', 'The URL must not lead to this site'],
    ['https://hooks.example.com:22/', 'The port must be 443 or 8443'],
    ['nonsense', 'Enter a full URL such as https://example.com/webhooks'],
  ])('cannot lead to %s', async (url, message) => {
    const response = await add(await world.reader(), url);
    expect([response.statusCode, response.json()]).toMatchObject([400, { errors: [{ field: 'url', message }] }]);
  });

  it('are five at most, also of requests at the same time, and one address is active once', async () => {
    const member = await world.reader();
    const answers = await Promise.all(Array.from({ length: 7 }, (_, n) => add(member, world.receiver.url(`/many-${n}`))));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 201, 201, 409, 409]);
    const url = answers.find(({ statusCode }) => statusCode === 201)!.json<{ data: { webhook: { url: string } } }>().data.webhook.url;
    expect((await add(await world.reader(), url)).statusCode).toBe(409);
  });

  it('are for members who may see signals', async () => {
    expect((await add(await signedInMember(world.api), 'https://hooks.example.com/')).statusCode).toBe(403);
  });

  it("are nobody else's", async () => {
    const hook = await world.hook();
    await world.publish();
    const { id: deliveryId } = await world.settled(hook, 'sent');
    const other = await world.reader();
    for (const path of ['rotate-secret', 'enable', 'disable', 'test'])
      expect((await post(other, `/${hook.id}/${path}`)).statusCode).toBe(404);
    expect((await post(other, `/deliveries/${deliveryId}/replay`)).statusCode).toBe(404);
    expect((await call(world.api, 'GET', `/me/webhooks/${hook.id}/deliveries`, undefined, other)).statusCode).toBe(404);
    expect((await call(world.api, 'DELETE', `/me/webhooks/${hook.id}`, undefined, other)).statusCode).toBe(404);
    expect((await call(world.api, 'GET', '/me/webhooks', undefined, other)).json()).toMatchObject({ data: [] });
  });

  it('send a test event, six times a minute', async () => {
    const hook = await world.hook();
    const answers = [];
    for (let n = 0; n < 7; n++) answers.push((await post(hook.member, `/${hook.id}/test`)).statusCode);
    expect(answers).toEqual([202, 202, 202, 202, 202, 202, 429]);
    const messages = await arrived(hook, 6);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(6);
    expect(JSON.parse(messages[0]!.body)).toMatchObject({ type: 'webhook.test', data: { message: 'This is a test.' } });
  });

  it('replay what was sent, also when it is late, under the same id, unless they are disabled', async () => {
    const hook = await world.hook();
    await world.publish();
    const { id } = await world.settled(hook, 'sent');
    await world.rows(`update events set expires_at = now() - interval '1 hour'`);
    expect((await post(hook.member, `/deliveries/${id}/replay`)).statusCode).toBe(202);
    const [first, again] = await arrived(hook, 2);
    expect([again!.id, again!.body]).toEqual([first!.id, first!.body]);
    await world.settled(hook, 'sent');
    await post(hook.member, `/${hook.id}/disable`);
    expect((await post(hook.member, `/deliveries/${id}/replay`)).statusCode).toBe(409);
    expect((await post(hook.member, `/${hook.id}/test`)).statusCode).toBe(409);
    expect((await post(hook.member, `/${hook.id}/enable`)).json()).toMatchObject({ data: { state: 'active', reason: null } });
  });

  it('are deleted with their log', async () => {
    const hook = await world.hook();
    await world.publish();
    await world.settled(hook, 'sent');
    expect((await call(world.api, 'DELETE', `/me/webhooks/${hook.id}`, undefined, hook.member)).statusCode).toBe(200);
    expect(await world.rows('select id from delivery_attempts')).toEqual([]);
    expect(await world.rows<{ action: string }>(`select action from audit_events where target_id = ? order by at`, [hook.id])).toEqual([
      { action: 'webhook.create' },
      { action: 'webhook.delete' },
    ]);
  });
});
