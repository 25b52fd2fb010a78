import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { KeyFindingsService } from '../../../src/trading/exchange-accounts/key-findings.service.js';
import { AccountKeysService } from '../../../src/trading/exchange-accounts/account-keys.service.js';
import { LiveHubService } from '../../../src/messaging/live/live-hub.service.js';
import type { SubscriptionRegistry } from '../../../src/messaging/live/subscription-registry.store.js';
import { SessionLiveness } from '../../../src/platform/http/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, signedInMember, type SignedIn } from '../../support/people.js';
import { clubPayment, get, kycWithKey, mustBe, pay, post, send } from '../payments/paying.js';
import { aSignal } from '../signals/a-signal.js';
import type { LiveClient, Said } from './live-client.js';
import { LiveWorld } from './live-world.js';
import { storedAccount } from './stored-accounts.js';

let world: LiveWorld;

beforeAll(async () => {
  world = await LiveWorld.start();
});
afterEach(() => world.calm());
afterAll(() => world.close());

const REASON = 'The amount cannot be read';
const isChange =
  (changed: string, state: string) =>
  ({ topic, data }: Said) =>
    topic === 'account' && data?.['changed'] === changed && data['state'] === state;
const isSignal = ({ type, topic }: Said) => type === 'event' && topic === 'signals';
const isForbidden = ({ code, topic }: Said) => code === 'topic.forbidden' && topic === 'signals';
const subscribe = async (client: LiveClient, ...topics: string[]) => {
  const from = client.heard.length;
  client.say({ type: 'subscribe', topics });
  await client.told(({ type }) => type === 'subscribed', from);
  return client.heard.slice(from);
};
const paying = async (client: SignedIn) => mustBe(201, pay(world.api, client, await clubPayment()));
const publish = async () => {
  const response = await post(world.api, '/createsignal', aSignal(), world.admin);
  expect(response.statusCode).toBe(201);
  return response.json<{ data: { id: string } }>().data.id;
};
const setStatus = (userId: string, status: string | null) =>
  world.api.em().execute('update users set payment_status = ? where id = ?', [status, userId]);

describe('the account', () => {
  it('tells its member and admins of every step of a payment, and nobody else; the reason is not among it', async () => {
    const member = await signedInMember(world.api);
    const [own, boss, other] = [
      await world.subscribed(member, ['account']),
      await world.subscribed(world.admin, ['account']),
      await world.subscribed(world.stranger, ['account']),
    ];
    await paying(member);
    await own.told(isChange('payment', 'pending'));
    const id = (await world.api.em().execute<{ id: string }[]>('select id from payments where user_id = ?', [member.userId]))[0]!.id;
    await mustBe(200, post(world.api, `/admin/payments/${id}/reject`, { reason: REASON }, world.admin));
    await own.told(isChange('payment', 'rejected'));
    await paying(member);
    await mustBe(200, get(world.api, `/approvepayment/${member.userId}`, world.admin));
    await own.told(isChange('payment', 'approved'));
    await boss.told(isChange('payment', 'approved'));
    for (const client of [own, boss, other]) await client.settled();
    const steps = ['pending', 'rejected', 'pending', 'approved'].map((state) => ({ userId: member.userId, changed: 'payment', state }));
    expect(own.events('account')).toEqual(steps);
    expect(boss.events('account')).toEqual(steps);
    expect(other.events('account')).toEqual([]);
    expect(JSON.stringify([own.heard, boss.heard])).not.toContain(REASON);
  });

  it('tells of a request to be erased, and of what becomes of it', async () => {
    const member = await signedInMember(world.api);
    const [own, boss] = [await world.subscribed(member, ['account']), await world.subscribed(world.admin, ['account'])];
    const ask = async () => {
      await world.api.em().execute('update sessions set confirmed_at = now() where user_id in (?, ?)', [member.userId, world.admin.userId]);
      await mustBe(202, post(world.api, '/me/erasure', {}, member));
    };
    await ask();
    await boss.told(isChange('erasure', 'restricted'));
    await mustBe(200, call(world.api, 'DELETE', '/me/erasure', undefined, { token: member.token }));
    await boss.told(isChange('erasure', 'withdrawn'));
    await ask();
    const [open] = await world.api
      .em()
      .execute<{ id: string }[]>(`select id from erasure_requests where user_id = ? and state = 'restricted'`, [member.userId]);
    await mustBe(200, post(world.api, `/admin/erasure-requests/${open!.id}/decide`, { decision: 'refuse', reason: REASON }, world.admin));
    await boss.told(isChange('erasure', 'refused'));
    await own.told(isChange('erasure', 'refused'));
    expect(JSON.stringify([own.heard, boss.heard])).not.toContain(REASON);
  });

  it('tells of a decision about identity, and of nothing where a decision fails', async () => {
    const member = await signedInMember(world.api);
    const own = await world.subscribed(member, ['account']);
    await mustBe(201, send(world.api, 'createkyc', member.token, (await kycWithKey()).parts));
    await own.told(isChange('kyc', 'pending'));
    await mustBe(200, get(world.api, `/rejectkyc/${member.userId}`, world.admin));
    await own.told(isChange('kyc', 'rejected'));
    await mustBe(409, get(world.api, `/approvekyc/${member.userId}`, world.admin));
    await own.settled();
    expect(own.events('account').map(({ state }) => state)).toEqual(['pending', 'rejected']);
  });

  it('tells when the exchange makes something else of the key, once, and when its owner takes it away', async () => {
    const member = await signedInMember(world.api);
    const own = await world.subscribed(member, ['account']);
    const accountId = await storedAccount(world.api, member.userId);
    const [findings, keys] = [
      world.api.app.get(KeyFindingsService, { strict: false }),
      world.api.app.get(AccountKeysService, { strict: false }),
    ];
    for (let i = 0; i < 2; i++) {
      const shown = await keys.load(world.api.em(), accountId);
      await findings.settle(world.api.em(), shown!, { outcome: 'too-powerful', rights: ['trade'] });
    }
    await world.api.em().execute('update sessions set confirmed_at = now() where user_id = ?', [member.userId]);
    await mustBe(200, deleteKey(member));
    await own.told(isChange('exchange-key', 'none'));
    expect(own.events('account').map(({ changed, state }) => `${String(changed)} ${String(state)}`)).toEqual([
      'exchange-key too_powerful',
      'exchange-key none',
    ]);
  });
});

const deleteKey = ({ token }: SignedIn) =>
  world.api.app.inject({ method: 'DELETE', url: '/api/v1/me/exchange-key', headers: { authorization: token } });

describe('signals', () => {
  it('are told as there being one, to admins and to trade club members who paid', async () => {
    const member = await signedInMember(world.api);
    await setStatus(member.userId, 'approved');
    const listeners = [await world.subscribed(member, ['signals']), await world.subscribed(world.admin, ['signals'])];
    const id = await publish();
    for (const client of listeners) {
      await client.told(isSignal);
      expect(client.events('signals')).toEqual([{ id, change: 'published' }]);
    }
  });

  it.each<[string, 'trade club' | 'hedge fund', string | null]>([
    ['a trade club member who has not paid', 'trade club', null],
    ['one whose payment waits', 'trade club', 'pending'],
    ['one whose payment was rejected', 'trade club', 'rejected'],
    ['a hedge fund client who paid', 'hedge fund', 'approved'],
  ])('are not for %s', async (_, membership, status) => {
    const member = await signedInMember(world.api, membership);
    await setStatus(member.userId, status);
    const client = await world.subscribed(member, ['signals', 'account']);
    expect(client.heard.filter(isForbidden)).toHaveLength(1);
    expect(client.heard.at(-1)).toEqual({ type: 'subscribed', topics: ['account'] });
    const proof = await world.subscribed(world.admin, ['signals']);
    await publish();
    await proof.told(isSignal);
    await client.settled();
    expect(client.events('signals')).toEqual([]);
  });

  it('are for nobody without a session', async () => {
    const client = await world.open();
    const answer = await subscribe(client, 'signals');
    expect(answer.map(({ code, type }) => code ?? type)).toEqual(['topic.session-required', 'subscribed']);
  });

  it('open on the same connection once the payment is approved', async () => {
    const member = await signedInMember(world.api);
    const client = await world.subscribed(member, ['account', 'signals']);
    expect(client.heard.some(isForbidden)).toBe(true);
    await paying(member);
    await mustBe(200, get(world.api, `/approvepayment/${member.userId}`, world.admin));
    await client.told(isChange('payment', 'approved'));
    expect((await subscribe(client, 'signals')).at(-1)?.topics?.sort()).toEqual(['account', 'signals']);
    const id = await publish();
    await client.told(isSignal);
    expect(client.events('signals')).toEqual([{ id, change: 'published' }]);
  });

  it('close when a decision takes the right away, without waiting for the next look', async () => {
    const member = await signedInMember(world.api);
    await setStatus(member.userId, 'approved');
    const client = await world.subscribed(member, ['signals', 'account']);
    await setStatus(member.userId, null);
    await paying(member);
    await client.told(({ type, topics }) => type === 'subscribed' && topics?.length === 1);
    const proof = await world.subscribed(world.admin, ['signals']);
    await publish();
    await proof.told(isSignal);
    await client.settled();
    expect(client.events('signals')).toEqual([]);
  });

  it('close at the next look where nobody told of the change', async () => {
    world.settings.sessionCheckMs = 20;
    const member = await signedInMember(world.api);
    await setStatus(member.userId, 'approved');
    const client = await world.subscribed(member, ['signals']);
    await setStatus(member.userId, 'rejected');
    expect(await client.told(({ type, topics }) => type === 'subscribed' && topics?.length === 0)).toEqual({
      type: 'subscribed',
      topics: [],
    });
    expect(client.closed).toBeNull();
  });

  it('leave nothing behind of a connection that ends while its right is looked up', async () => {
    const sessions = world.api.app.get(SessionLiveness, { strict: false });
    const usual = sessions.standing.bind(sessions);
    const client = await world.open();
    client.say({ type: 'auth', token: world.admin.token });
    await client.told(({ type }) => type === 'ready');
    let looked = false;
    sessions.standing = async (sessionId) => {
      client.socket.terminate();
      await eventually(async () => expect(await world.openSockets()).toBe(0));
      const standing = await usual(sessionId);
      setImmediate(() => (looked = true));
      return standing;
    };
    try {
      client.say({ type: 'subscribe', topics: ['signals'] });
      await eventually(() => expect(looked).toBe(true));
    } finally {
      sessions.standing = usual;
    }
    const { subscriptions } = world.api.app.get(LiveHubService, { strict: false }) as unknown as { subscriptions: SubscriptionRegistry };
    expect([...subscriptions.of('signals', null)]).toEqual([]);
  });
});

describe('figures of a portfolio', () => {
  it('are told to their member and to admins', async () => {
    const [own, boss, other] = [
      await world.subscribed(world.member, ['portfolio']),
      await world.subscribed(world.admin, ['portfolio']),
      await world.subscribed(world.stranger, ['portfolio']),
    ];
    await world.tell(world.member.userId, { computedAt: '2026-11-22T00:00:00.000Z' }, 'portfolio');
    await own.told(({ topic }) => topic === 'portfolio');
    await boss.told(({ topic }) => topic === 'portfolio');
    await other.settled();
    expect(other.events('portfolio')).toEqual([]);
  });
});
