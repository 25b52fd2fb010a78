import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { limits } from '../../src/platform/rate-limits/rate-limits.config.js';
import type { ExchangeLimitWire, LiveTickerWire } from '../../src/platform/wire/index.js';
import { OwnSandbox, type LoggedCall } from '../integration/exchange/own-sandbox.js';
import { idCardImage } from '../integration/kyc/documents.js';
import { LiveClient } from '../integration/live/live-client.js';
import { TickerDouble } from '../integration/live/ticker-double.js';
import { ask, Fleet, reached, type FleetProcess, type SignedInOver } from './fleet.js';
import { onEachStore, type Store } from './backends.js';

const DEMO_KEYS = {
  tradeClub: { apiKey: 'sbx_small_read-only_1', secretKey: 'sbs_small_read-only_1' },
  hedgeFund: { apiKey: 'sbx_quiet_read-only_1', secretKey: 'sbs_quiet_read-only_1' },
};

onEachStore('two API and three worker processes on one database', (startStore) => {
  let store: Store;
  let sandbox: OwnSandbox;
  let prices: TickerDouble;
  let fleet: Fleet;
  let one: FleetProcess;
  let other: FleetProcess;
  let workers: FleetProcess[];
  let admin: SignedInOver;
  let demo: { who: string; email: string; password: string }[];
  const clients: LiveClient[] = [];

  beforeAll(async () => {
    [store, sandbox, prices] = await Promise.all([startStore(), OwnSandbox.start(), TickerDouble.start()]);
    await sandbox.control('POST', 'clock', { freeze: true });
    fleet = await Fleet.start({ ...store.env, EXCHANGE_URL: sandbox.url });
    demo = await fleet.migrate({ SEED_DEMO: 'true', DEMO_EXCHANGE_KEYS: JSON.stringify(DEMO_KEYS) });
    // The public prices come from an exchange that says what the test has it say.
    [one, other] = (await Promise.all([fleet.api({ EXCHANGE_URL: prices.url }), fleet.api({ EXCHANGE_URL: prices.url })])) as [
      FleetProcess,
      FleetProcess,
    ];
    workers = await Promise.all(Array.from({ length: 3 }, () => fleet.worker({ LOG_LEVEL: 'debug' })));
    admin = await fleet.admin(one);
  }, 900_000);
  afterEach(() => clients.splice(0).forEach(({ socket }) => socket.terminate()));
  afterAll(async () => {
    await fleet?.close();
    await Promise.allSettled([store?.stop(), sandbox?.stop(), prices?.stop()]);
  }, 120_000);

  const profile = (at: FleetProcess, { token }: SignedInOver) => ask(at, 'GET', '/me/payment', { token });
  const subscribed = async (at: FleetProcess, topics: string[], token?: string) => {
    const client = await LiveClient.open(`${at.url.replace('http', 'ws')}/ws`);
    clients.push(client);
    client.say(...(token === undefined ? [] : [{ type: 'auth', token }]), { type: 'subscribe', topics });
    await client.told(({ type }) => type === 'subscribed');
    return client;
  };
  const askFor = async (at: FleetProcess, { token }: SignedInOver) => {
    const { status, body } = await ask<{ data: { runId: string } }>(at, 'POST', '/me/sync', { token });
    return { status, runId: body.data.runId };
  };
  const demoMember = ({ who }: { who: string }) => {
    const found = demo.find((row) => row.who === who)!;
    return fleet.signIn(one, found.email, found.password);
  };

  it('share sessions: one made here is good there, and one ended here is ended there at once', async () => {
    const member = await fleet.member(one);
    expect((await profile(other, member)).status).toBe(200);
    expect((await ask(other, 'GET', '/logout', { token: member.token })).status).toBe(200);
    expect((await profile(one, member)).status).toBe(401);
    const again = await fleet.signIn(other, member.email);
    expect((await profile(one, again)).status).toBe(200);
    expect((await ask(other, 'GET', `/userstatus/${member.userId}`, { token: admin.token })).status).toBe(200);
    expect([(await profile(one, again)).status, (await profile(other, again)).status]).toEqual([401, 401]);
  }, 300_000);

  it('count together what is limited', async () => {
    const { email } = await fleet.member(one);
    const wrong = async (at: FleetProcess) =>
      (await ask(at, 'POST', '/signinuser', { body: { email, password: 'not the one it was' } })).status;
    const { points } = limits.signInKnownOrigin;
    const tried: number[] = [];
    for (let n = 0; n < points; n++) tried.push(await wrong(n % 2 === 0 ? one : other));
    expect(tried).toEqual(Array.from({ length: points }, () => 401));
    expect([await wrong(one), await wrong(other)]).toEqual([429, 429]);
  }, 300_000);

  it('tell a member at one of them what an admin decides at the other', async () => {
    const member = await fleet.member(other);
    const [here, there, stranger] = [
      await subscribed(one, ['account'], member.token),
      await subscribed(other, ['account'], member.token),
      await subscribed(other, ['account'], (await fleet.member(one)).token),
    ];
    const form = new FormData();
    for (const [name, value] of Object.entries({ membership: 'trade club', amount: '50', txid: randomBytes(32).toString('hex') }))
      form.set(name, value);
    form.set('proofOfPayment', new Blob([new Uint8Array(await idCardImage())], { type: 'image/jpeg' }), 'proof.jpg');
    expect((await ask(other, 'POST', '/createpayment', { token: member.token, body: form })).status).toBe(201);
    expect((await ask(one, 'GET', `/approvepayment/${member.userId}`, { token: admin.token })).status).toBe(200);
    for (const client of [here, there]) await client.told(({ topic, data }) => topic === 'account' && data?.['state'] === 'approved');
    await stranger.settled();
    const steps = ['pending', 'approved'].map((state) => ({ userId: member.userId, changed: 'payment', state }));
    expect([here.events('account'), there.events('account'), stranger.events('account')]).toEqual([steps, steps, []]);
  }, 300_000);

  it('show the same prices', async () => {
    prices.pairs = [
      { symbol: 'BTCUSDT', price: '59400.00000000', open: '60000', turnover: '900.5' },
      { symbol: 'ETHUSDT', price: '3300.00', open: '3000', turnover: '500' },
    ];
    const visitors = [await subscribed(one, ['ticker']), await subscribed(other, ['ticker'])];
    const told = (client: LiveClient) => (client.events('ticker') as unknown as LiveTickerWire[]).flatMap(({ rows }) => rows);
    const shown = (client: LiveClient) => Object.fromEntries(told(client).map(([symbol, ...rest]) => [symbol, rest]));
    await reached('both streams', () => prices.streams === 2);
    for (const client of visitors)
      await client.told(({ topic, data }) => topic === 'ticker' && (data as unknown as LiveTickerWire).rows.length === 2);
    prices.say({ symbol: 'BTCUSDT', price: '59999.50000000', open: '60000' });
    for (const client of visitors)
      await client.told(
        ({ topic, data }) => topic === 'ticker' && (data as unknown as LiveTickerWire).rows.some(([, price]) => price === '59999.50000000'),
      );
    expect(visitors.map(shown)).toEqual([
      { BTCUSDT: ['59999.50000000', '0.00'], ETHUSDT: ['3300.00', '10.00'] },
      { BTCUSDT: ['59999.50000000', '0.00'], ETHUSDT: ['3300.00', '10.00'] },
    ]);
  }, 300_000);

  it('tell at both what any worker does, and read each account once', async () => {
    const member = await demoMember({ who: 'trade club' });
    // The runs of the members' approval come first.
    await reached(
      'the first readings',
      async () => (await fleet.rows(`select 1 from sync_runs where state in ('queued', 'running')`)).length === 0,
    );
    const listeners = [await subscribed(one, ['sync-runs'], member.token), await subscribed(other, ['sync-runs'], member.token)];
    const [account] = await fleet.rows<{ id: string }>('select id from exchange_accounts where user_id = $1 and is_current', [
      member.userId,
    ]);
    const [first, second] = await fleet.whileRead(
      account!.id,
      async () => [await askFor(one, member), await askFor(other, member)] as const,
    );
    expect(first.status).toBe(202);
    expect(second).toEqual(first);
    for (const client of listeners)
      await client.told(({ topic, data }) => topic === 'sync-runs' && data?.['id'] === first.runId && data['state'] === 'done');
  }, 300_000);

  it('obey together an exchange that told one of them to wait', async () => {
    const [club, fund] = [await demoMember({ who: 'trade club' }), await demoMember({ who: 'hedge fund' })];
    const quiet = async () => (await fleet.rows(`select 1 from sync_runs where state in ('queued', 'running')`)).length === 0;
    await reached('no reading under way', quiet);
    await sandbox.control('POST', 'ban', { ms: 600_000 });
    const told = await ask(one, 'POST', '/me/sync', { token: club.token });
    const closed = async (at: FleetProcess) => {
      const { body } = await ask<{ data: ExchangeLimitWire[] }>(at, 'GET', '/admin/exchange-limits', { token: admin.token });
      return body.data.find(({ closedUntil, reason }) => closedUntil !== null && reason === 'address') ?? null;
    };
    const seen = await Promise.all([one, other].map((at) => reached('word of the ban', () => closed(at))));
    expect(seen[0]!.venue).toBe(seen[1]!.venue);
    const count = async () => (await sandbox.control<LoggedCall[]>('GET', 'log')).filter(({ member }) => typeof member === 'string').length;
    // The one that was told, and whoever had a call under way then, has put its reading off.
    const came = (to: Headers) =>
      reached('a worker that came to the reading', () =>
        workers.some(({ log }) =>
          log.some(
            ({ msg, job, requestId }) => msg === 'job done' && job === 'exchange.sync-account' && requestId === to.get('x-request-id'),
          ),
        ),
      );
    await came(told.headers);
    const calls = await count();
    const asked = await ask(other, 'POST', '/me/sync', { token: fund.token });
    expect(asked.status).toBe(202);
    await came(asked.headers);
    expect(await count()).toBe(calls);
  }, 600_000);
});
