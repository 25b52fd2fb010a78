import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sessionRules } from '../../../src/club/auth/session.service.js';
import { SessionReader } from '../../../src/platform/http/index.js';
import { LiveHubService } from '../../../src/messaging/live/live-hub.service.js';
import { LiveSettings } from '../../../src/messaging/live/live.settings.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, PASSWORD, signedInMember, signIn, type SignedIn } from '../../support/people.js';
import { startTestApi, type TestApi } from '../../support/test-app.js';
import { NEW_PASSWORD } from '../accounts/accounts-app.js';
import { listening, LiveClient } from './live-client.js';
import { LiveWorld } from './live-world.js';

let world: LiveWorld;

beforeAll(async () => {
  world = await LiveWorld.start();
});
afterEach(() => world.calm());
afterAll(() => world.close());

/** What the server answers to these bytes, up to `end`. */
const answerTo = (bytes: string, end: string) =>
  new Promise<string>((resolve, reject) => {
    let text = '';
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (data) => {
      text += String(data);
      if (text.includes(end)) socket.end();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });

describe('the way in', () => {
  it('is /ws alone', async () => {
    const { status, body, headers } = await world.refusal({}, world.url.replace('/ws', '/socket'));
    expect({ status, body: JSON.parse(body) as unknown }).toEqual({
      status: 404,
      body: { statusCode: 404, message: 'There is nothing at this address' },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
    for (const path of ['/', '/ws/', '/wsx', '/api/v1/ws', '//ws'])
      expect((await world.refusal({}, world.url.replace('/ws', path))).status).toBe(404);
    await world.open({}, `${world.url}?anything=1`);
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'file://', 'not an origin'])(
    'is closed to a page of %s',
    async (origin) => {
      expect((await world.refusal({ origin })).status).toBe(403);
    },
  );

  it('is open to our own page, and to clients that are no page', async () => {
    for (const origin of [new URL(world.api.config.publicUrl).origin, new URL(world.url.replace('ws:', 'http:')).origin])
      await world.open({ origin });
    await world.open();
    expect(await world.openSockets()).toBe(3);
  });

  it('answers a handshake that is none in our own words', async () => {
    const answer = await answerTo(
      'GET /ws HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: ' +
        '13\r\nsec-websocket-key: x\r\n\r\n',
      '}',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*\r\n\r\n\{"statusCode":400,"message":"The request could not be read"\}$/);
  });

  it('leaves offers of other protocols to HTTP', async () => {
    const offer =
      'GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: ' +
      'AAMAAABkAAQAAP__\r\n\r\n';
    const answer = await answerTo(offer, '"ok"');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('takes so many sockets of one address, whatever a client says about itself, and of all', async () => {
    world.settings.socketsOfAddress = 3;
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    for (let i = 0; i < 3; i++) await world.open(from(`203.0.113.9, 198.51.100.7`));
    const { status, headers } = await world.refusal(from('203.0.113.77, 198.51.100.7'));
    expect([status, headers['retry-after']]).toEqual([429, '60']);
    for (let i = 0; i < 3; i++) await world.open(from(`2001:db8:1:2::${i}`));
    expect((await world.refusal(from('2001:db8:1:2:ffff::1'))).status).toBe(429);
    await world.open(from('2001:db8:1:3::1'));
    world.settings.sockets = 7;
    expect((await world.refusal(from('192.0.2.1'))).status).toBe(503);
  });
});

describe('what one says', () => {
  it('is handled in order, however long the first message takes', async () => {
    const sessions = world.api.app.get(SessionReader, { strict: false });
    const read = sessions.read.bind(sessions);
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    sessions.read = async (token) => {
      await released;
      return read(token);
    };
    try {
      const client = await world.open();
      client.say({ type: 'auth', token: world.member.token }, { type: 'subscribe', topics: ['account'] }, { type: 'ping' });
      // Another socket is answered meanwhile.
      await (await world.open()).settled();
      expect(client.heard).toEqual([]);
      release();
      await client.told(({ type }) => type === 'pong');
      expect(client.heard.map(({ type }) => type)).toEqual(['ready', 'subscribed', 'pong']);
    } finally {
      sessions.read = read;
    }
  });

  it('never comes back when it fails: it may be a token', async () => {
    const hub = world.api.app.get(LiveHubService, { strict: false });
    const authenticate = hub.authenticate.bind(hub);
    hub.authenticate = (_, token) => Promise.reject(new Error(`cannot read ${token}`));
    try {
      const client = await world.open();
      client.say({ type: 'auth', token: world.member.token });
      await client.settled();
      expect(client.heard).toHaveLength(2);
      expect(JSON.stringify(client.heard)).not.toContain(world.member.token);
    } finally {
      hub.authenticate = authenticate;
    }
  });
});

describe('who one is', () => {
  it('is told by the first message, raw or as Bearer', async () => {
    for (const token of [world.member.token, `Bearer ${world.member.token}`]) {
      const client = await world.open();
      client.say({ type: 'auth', token });
      expect(await client.told(({ type }) => type === 'ready')).toEqual({ type: 'ready' });
    }
  });

  it.each(['', 'x', 'a.b.c', 'Bearer '])('cannot be made up: %j closes the socket', async (token) => {
    const client = await world.open();
    client.say({ type: 'auth', token });
    expect(await client.end()).toEqual({ code: 4401, reason: 'please sign in' });
  });

  it('cannot be an admin without a second factor yet', async () => {
    const half = await signedInMember(world.api);
    await world.api.em().execute(`update sessions set scope = 'enrol' where user_id = ?`, [half.userId]);
    const client = await world.open();
    client.say({ type: 'auth', token: half.token }, { type: 'subscribe', topics: ['sync-runs'] });
    expect((await client.end()).code).toBe(4403);
    expect(client.heard).toEqual([]);
  });

  it('is said once, and in time', async () => {
    const client = await world.subscribed(world.member);
    client.say({ type: 'auth', token: world.admin.token });
    await client.told(({ code }) => code === 'auth.over');
    await world.tell(world.stranger.userId, { of: 'stranger' });
    await world.tell(world.member.userId, { of: 'member' });
    await client.told(({ data }) => data?.['of'] === 'member');
    expect(client.events()).toEqual([{ of: 'member' }]);
    world.settings.authWithinMs = 0;
    const late = await world.open();
    late.say({ type: 'auth', token: world.member.token }, { type: 'subscribe', topics: ['sync-runs'] });
    await late.told(({ code }) => code === 'topic.session-required');
    expect(late.heard.map(({ type, code }) => code ?? type)).toEqual(['auth.over', 'topic.session-required', 'subscribed']);
  });

  it('may be nobody: a public socket stays, and hears nothing of members', async () => {
    const client = await world.open();
    client.say({ type: 'subscribe', topics: ['sync-runs'] });
    await client.told(({ code }) => code === 'topic.session-required');
    const proof = await world.subscribed(world.admin);
    await world.tell(world.member.userId, { n: 1 });
    await proof.told(({ data }) => data?.['n'] === 1);
    await client.settled();
    expect(client.events()).toEqual([]);
    expect(client.closed).toBeNull();
  });

  it('counts: a session has five sockets', async () => {
    for (let i = 0; i < 5; i++) await world.subscribed(world.member);
    const sixth = await world.open();
    sixth.say({ type: 'auth', token: world.member.token });
    expect((await sixth.end()).code).toBe(4429);
    await world.subscribed(await signIn(world.api, world.member.email));
  });
});

describe('a session that has ended', () => {
  const ways: [string, (who: SignedIn) => Promise<unknown>][] = [
    ['by signing out', ({ token }) => call(world.api, 'GET', '/logout', undefined, { token })],
    ['by deactivation', ({ userId }) => call(world.api, 'GET', `/userstatus/${userId}`, undefined, { token: world.admin.token })],
    ['by idleness', ({ userId }) => world.api.em().execute(`update sessions set idle_ends_at = now() where user_id = ?`, [userId])],
    [
      'by a new password',
      ({ userId }) => world.api.em().execute(`update users set security_epoch = security_epoch + 1 where id = ?`, [userId]),
    ],
  ];

  it.each(ways)('%s loses its sockets at the next look', async (_, end) => {
    const guest = await signedInMember(world.api);
    world.settings.sessionCheckMs = 50;
    const client = await world.subscribed(guest);
    const other = await world.subscribed(world.member);
    await end(guest);
    expect(await client.end()).toEqual({ code: 4401, reason: 'please sign in' });
    await other.settled();
    expect(other.closed).toBeNull();
  });

  const acts: [string, (who: SignedIn, id: string) => Promise<unknown>][] = [
    ['signing out', ({ token }) => call(world.api, 'GET', '/logout', undefined, { token })],
    [
      'ending it from another session',
      async ({ email }, id) => {
        const { token } = await signIn(world.api, email);
        return call(world.api, 'DELETE', `/auth/sessions/${id}`, undefined, { token });
      },
    ],
    [
      'a new password in another session',
      async ({ email }) => {
        const { token } = await signIn(world.api, email);
        return call(world.api, 'POST', '/auth/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, { token });
      },
    ],
    ['deactivation', ({ userId }) => call(world.api, 'GET', `/userstatus/${userId}`, undefined, { token: world.admin.token })],
    [
      'more sessions than a member may have',
      async ({ email }) => {
        for (let n = 0; n < sessionRules.member.concurrent; n++) await signIn(world.api, email);
      },
    ],
  ];

  it.each(acts)('by %s loses its sockets at once, at every process', async (_, end) => {
    world.settings.sessionCheckMs = 3_600_000;
    const other = await startTestApi(world.api.config.databaseUrl, { DATA_DIR: world.api.config.dataDir });
    try {
      Object.assign(other.app.get(LiveSettings, { strict: false }), { sessionCheckMs: 3_600_000 });
      const guest = await signedInMember(world.api);
      const [session] = await world.api.em().execute<{ id: string }[]>('select id from sessions where user_id = ?', [guest.userId]);
      const clients = [
        await world.subscribed(guest),
        await LiveClient.subscribed(await listening({ app: other.app } as TestApi), guest.token),
      ];
      const bystander = await world.subscribed(world.member);
      await end(guest, session!.id);
      for (const client of clients) expect(await client.end()).toEqual({ code: 4401, reason: 'please sign in' });
      await bystander.settled();
      expect(bystander.closed).toBeNull();
    } finally {
      await other.app.close();
    }
  });

  it('is not kept alive by an open socket', async () => {
    const guest = await signedInMember(world.api);
    world.settings.sessionCheckMs = 20;
    const client = await world.subscribed(guest);
    const ends = async () =>
      (
        await world.api
          .em()
          .execute<{ ends: string }[]>(
            `update sessions set last_seen_at = now() - interval '5 minutes' where user_id = ? returning idle_ends_at::text as ends`,
            [guest.userId],
          )
      )[0]!.ends;
    const before = await ends();
    let looks = 0;
    const hub = world.api.app.get(LiveHubService, { strict: false });
    const look = hub.checkSession.bind(hub);
    hub.checkSession = async (socket) => {
      await look(socket);
      looks++;
    };
    await eventually(() => expect(looks).toBeGreaterThan(3));
    hub.checkSession = look;
    expect(await ends()).toBe(before);
    expect(client.closed).toBeNull();
  });
});
