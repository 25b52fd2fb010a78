import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LocalKeyring } from '../../../src/platform/crypto/index.js';
import { Sealer } from '../../../src/platform/crypto/sealer.service.js';
import type { KeyringWire, ProbeWire, SystemStateWire, VenueProbeWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';

const asked = async <T>(api: TestApi, method: 'GET' | 'POST', path: string, { token }: SignedIn) => {
  const response = await call(api, method, `/admin/operations/${path}`, undefined, { token });
  return { status: response.statusCode, headers: response.headers, text: response.body, data: response.json<{ data: T }>().data };
};

describe('the system page', () => {
  let api: TestApi;
  let admin: SignedIn;
  beforeAll(async () => {
    api = await createTestApi();
    admin = await signedInAdmin(api);
  });
  afterAll(() => api.close());

  const system = async () => (await asked<SystemStateWire>(api, 'GET', 'system', admin)).data;

  it('tells versions, migrations and health, and no address of a server', async () => {
    const { data, headers, text } = await asked<SystemStateWire>(api, 'GET', 'system', admin);
    expect(headers['cache-control']).toBe('no-store');
    expect(data.versions).toEqual({
      app: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.version,
      database: expect.stringMatching(/^PostgreSQL \d/),
      queue: expect.stringMatching(/^PostgreSQL \d/),
      queueStore: 'postgresql',
    });
    expect(data.migrations).toEqual({ applied: expect.any(Number), last: expect.stringMatching(/^Migration\d{14}_/), pending: [] });
    expect(data.migrations.applied).toBeGreaterThan(18);
    const ready = await api.app.inject({ url: '/health/ready' });
    expect(data.health).toEqual(ready.json());
    for (const secret of [api.config.databaseUrl, new URL(api.config.databaseUrl).password].filter(Boolean))
      expect(text).not.toContain(secret);
  });

  it('shows every process that runs, and one that was killed as silent', async () => {
    const worker = await startTestWorker(api.config);
    try {
      await eventually(async () =>
        expect((await system()).processes.map(({ role, alive }) => [role, alive])).toEqual([
          ['api', true],
          ['worker', true],
        ]),
      );
      const [one] = (await system()).processes;
      expect(one).toMatchObject({
        pid: process.pid,
        node: process.version,
        version: expect.stringMatching(/^\d/),
        host: expect.any(String),
        startedAt: expect.any(String),
        seenAt: expect.any(String),
      });
    } finally {
      await worker.close();
    }
    // Who ends in order leaves nothing behind.
    expect((await system()).processes.map(({ role }) => role)).toEqual(['api']);
    await api.em().execute(
      `insert into process_beats (id, role, version, node, host, pid, started_at, seen_at)
          values (gen_random_uuid(), 'worker', '0.1.0', 'v24', 'elsewhere', 7, now() - interval '3 hours', now() - interval '1 hour')`,
    );
    expect((await system()).processes.map(({ role, alive, uptimeSeconds }) => [role, alive, Math.round(uptimeSeconds / 60)])).toEqual([
      ['api', true, expect.any(Number)],
      ['worker', false, 120],
    ]);
  });

  it('tells how far the outbox is behind', async () => {
    await api.em().execute('delete from outbox');
    expect((await system()).outbox).toEqual({ waiting: 0, sending: 0, dead: 0, oldestAt: null, lagSeconds: 0 });
    const before = Date.now();
    await api.em().execute(`insert into outbox (id, kind, dedupe_key, payload, available_at, lease_until, dead_at) values
      (gen_random_uuid(), 'a', 'a', '\\xe1026b32', now() - interval '10 minutes', null, null),
        (gen_random_uuid(), 'b', 'b', '\\xe1026b32', now() - interval '1 hour', now() + interval '1 minute', null),
      (gen_random_uuid(), 'b', 'c', '\\xe1026b32', now() + interval '1 hour', null, null),
        (gen_random_uuid(), 'b', 'd', '\\xe1026b32', now() - interval '2 hours', null, now())`);
    const { outbox } = await system();
    expect(outbox).toEqual({ waiting: 2, sending: 1, dead: 1, oldestAt: expect.any(String), lagSeconds: expect.any(Number) });
    // What is being sent and what has its turn later is not late.
    expect(outbox.lagSeconds).toBeGreaterThanOrEqual(600);
    expect(outbox.lagSeconds).toBeLessThanOrEqual(600 + (Date.now() - before) / 1000 + 1);
    await api.em().execute('delete from outbox');
  });

  it('is there when the queue is away', async () => {
    const away = await createTestApi({ REDIS_URL: 'redis://127.0.0.1:9' });
    try {
      const someone = await signedInAdmin(away);
      const { status, data } = await asked<SystemStateWire>(away, 'GET', 'system', someone);
      expect([status, data.versions.queue, data.versions.queueStore]).toEqual([200, 'out of reach', 'redis']);
      expect(data.health).toMatchObject({ ready: false, checks: { database: 'ok', queue: 'the queue does not answer' } });
    } finally {
      await away.close();
    }
  });

  it('is for admins alone', async () => {
    const member = await signedInMember(api);
    for (const [method, path] of [
      ['GET', 'system'],
      ['GET', 'keyring'],
      ['GET', 'queues'],
      ['POST', 'probes/mail'],
      ['POST', 'probes/exchanges'],
    ] as const)
      expect((await asked(api, method, path, member)).status).toBe(403);
  });
});

describe('the key ring', () => {
  let api: TestApi;
  let admin: SignedIn;
  beforeAll(async () => {
    api = await createTestApi();
    admin = await signedInAdmin(api);
    await api.em().execute('delete from outbox');
  });
  afterAll(() => api.close());

  it('tells which key holds how many values, and never a key', async () => {
    const member = await signedInMember(api);
    await api.em().execute('delete from outbox');
    const sealedBy = (kid: string, field: string) => {
      const ring = new LocalKeyring({ current: kid, keys: new Map([[kid, Buffer.alloc(32, 9)]]) });
      return new Sealer(ring, Buffer.alloc(32)).seal('{}', { table: 'outbox', rowId: field, userId: '', field });
    };
    for (const [n, kid] of ['k2', 'k2', 'k1', 'gone'].entries())
      await api
        .em()
        .execute(`insert into outbox (id, kind, dedupe_key, payload) values (gen_random_uuid(), 'a', ?, ?)`, [
          `d${n}`,
          sealedBy(kid, String(n)),
        ]);
    await api
      .em()
      .execute(`insert into outbox (id, kind, dedupe_key, payload, sent_at) values (gen_random_uuid(), 'a', 'sent', null, now())`);
    await api.em().execute(
      `insert into exchange_accounts (id, user_id, venue, api_key, secret_key, key_hint, fingerprint, key_state, is_current)
          values (gen_random_uuid(), ?, 'binance', ?, ?, 'abcd', '\\x01', 'valid', true)`,
      [member.userId, sealedBy('k1', 'api'), sealedBy('k2', 'secret')],
    );
    await api.em().execute(
      `insert into files (id, user_id, purpose, mime, byte_size, storage_key, sha256, key_id)
          values (gen_random_uuid(), ?, 'profile-image', 'image/jpeg', 1, 'a', '\\x00', 'k2'),
          (gen_random_uuid(), ?, 'profile-image', 'image/jpeg', 1, 'b', '\\x00', null)`,
      [member.userId, member.userId],
    );
    const { data, text } = await asked<KeyringWire>(api, 'GET', 'keyring', admin);
    const some = { 'exchange-keys': 0, 'kyc-addresses': 0, 'authenticator-apps': 0, 'waiting-messages': 0 };
    const none = { ...some, 'channel-addresses': 0, files: 0 };
    expect(data).toEqual({
      keys: [
        { id: 'k1', current: false, inRing: true, values: { ...none, 'exchange-keys': 1, 'waiting-messages': 1 } },
        { id: 'k2', current: true, inRing: true, values: { ...none, 'exchange-keys': 1, 'waiting-messages': 2, files: 1 } },
        { id: 'gone', current: false, inRing: false, values: { ...none, 'waiting-messages': 1 } },
      ],
      unknownFiles: 1,
      readAt: expect.any(String),
    });
    for (const key of [...api.config.keyring.keys.values(), api.config.keyring.index])
      for (const form of ['base64', 'hex', 'base64url'] as const) expect(text).not.toContain(key.toString(form));
  });

  it('writes down with each file which key has sealed it', async () => {
    const member = await signedInMember(api);
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWPgzivFihiGlgQAJaE7gX8NhFkAAAAASUVORK5CYII=',
      'base64',
    );
    const body = new FormData();
    body.set('profileImg', new Blob([picture], { type: 'image/png' }), 'me.png');
    const form = new Response(body);
    const response = await api.app.inject({
      method: 'POST',
      url: '/api/v1/profileImg',
      headers: { authorization: member.token, 'content-type': form.headers.get('content-type')! },
      payload: Buffer.from(await form.arrayBuffer()),
    });
    expect(response.statusCode).toBe(200);
    expect(await api.em().execute('select key_id from files where user_id = ?', [member.userId])).toEqual([{ key_id: 'k2' }]);
  });
});

describe('a probe', () => {
  const withApi = async (
    env: NodeJS.ProcessEnv,
    work: (ask: <T>(what: string) => Promise<{ status: number; text: string; data: T; headers: Record<string, unknown> }>) => Promise<void>,
  ) => {
    const api = await createTestApi(env);
    try {
      const admin = await signedInAdmin(api);
      await work((what) => asked(api, 'POST', `probes/${what}`, admin));
    } finally {
      await api.close();
    }
  };

  it('greets the mail server and sends nothing', async () => {
    await withApi({}, async (ask) => {
      const { status, data } = await ask<ProbeWire>('mail');
      expect([status, data]).toEqual([200, { reachable: true, milliseconds: expect.any(Number), problem: null, at: expect.any(String) }]);
    });
  });

  it('says that the mail server is away, and never its password', async () => {
    await withApi({ SMTP_URL: 'smtp://postman:hunter2-hunter2@127.0.0.1:9' }, async (ask) => {
      const { status, data, text } = await ask<ProbeWire>('mail');
      expect([status, data]).toEqual([
        200,
        { reachable: false, milliseconds: expect.any(Number), problem: expect.stringMatching(/refused/i), at: expect.any(String) },
      ]);
      expect(text).not.toContain('hunter2');
    });
  });

  it('gives up a mail server that says nothing', async () => {
    const heard: Socket[] = [];
    const silent = createServer((socket) => void heard.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    await withApi({ SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` }, async (ask) => {
      expect((await ask<ProbeWire>('mail')).data).toMatchObject({ reachable: false, problem: expect.any(String) });
    });
    for (const socket of heard) socket.destroy();
    silent.close();
    await once(silent, 'close');
  });

  it('asks every exchange for its time, each by itself', async () => {
    // What answers there speaks as Binance does, and knows nothing of Bybit.
    const exchange = createHttpServer((request, response) => {
      response.statusCode = request.url?.startsWith('/v5/') ? 404 : 200;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ serverTime: Date.now() }));
    }).listen(0, '127.0.0.1');
    await once(exchange, 'listening');
    const url = `http://127.0.0.1:${(exchange.address() as AddressInfo).port}`;
    await withApi({ EXCHANGE_URL: url, EXCHANGE_VENUES: 'binance,bybit' }, async (ask) => {
      const { status, data } = await ask<VenueProbeWire[]>('exchanges');
      expect([status, data]).toEqual([
        200,
        [
          {
            venue: 'binance',
            name: 'Binance',
            reachable: true,
            milliseconds: expect.any(Number),
            problem: null,
            at: expect.any(String),
            clockDifferenceMs: expect.any(Number),
            clockOff: false,
          },
          {
            venue: 'bybit',
            name: 'Bybit',
            reachable: false,
            milliseconds: expect.any(Number),
            problem: expect.stringContaining('refused'),
            at: expect.any(String),
            clockDifferenceMs: null,
            clockOff: false,
          },
        ],
      ]);
    });
    exchange.closeAllConnections();
    exchange.close();
  });

  it('tells a clock that is off, and asks anew each time', async () => {
    let ahead = 0;
    const exchange = createHttpServer(
      (_, response) => void response.setHeader('content-type', 'application/json').end(JSON.stringify({ serverTime: Date.now() + ahead })),
    ).listen(0, '127.0.0.1');
    await once(exchange, 'listening');
    await withApi({ EXCHANGE_URL: `http://127.0.0.1:${(exchange.address() as AddressInfo).port}` }, async (ask) => {
      expect((await ask<VenueProbeWire[]>('exchanges')).data).toMatchObject([{ reachable: true, clockOff: false }]);
      ahead = 60_000;
      const [late] = (await ask<VenueProbeWire[]>('exchanges')).data;
      expect([late?.clockOff, Math.round((late?.clockDifferenceMs ?? 0) / 10_000)]).toEqual([true, -6]);
    });
    exchange.closeAllConnections();
    exchange.close();
  });

  it('says that an exchange is away', async () => {
    await withApi({ EXCHANGE_URL: 'http://127.0.0.1:9' }, async (ask) => {
      expect((await ask<VenueProbeWire[]>('exchanges')).data).toEqual([
        {
          venue: 'binance',
          name: 'Binance',
          reachable: false,
          milliseconds: expect.any(Number),
          problem: expect.stringContaining('out of reach'),
          at: expect.any(String),
          clockDifferenceMs: null,
          clockOff: false,
        },
      ]);
    });
  });

  it('is limited', async () => {
    await withApi({}, async (ask) => {
      for (let n = 1; n <= 30; n++) expect((await ask('mail')).status).toBe(200);
      const { status, headers } = await ask('exchanges');
      expect([status, Number(headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    });
  });
});
