import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startOwnRedis } from '../e2e/support/servers.js';
import { ScriptedSmtp } from '../integration/mail/scripted-smtp.js';
import { registration } from '../support/people.js';
import { FaultProxy, type ProxyMode } from './fault-proxy.js';
import { ask, Fleet, reached, type FleetProcess, type SignedInOver } from './fleet.js';

const program = process.env['TEST_REDIS_SERVER'];
const OUT_OF_REACH: ProxyMode[] = ['refuse', 'silence'];

/** Of the servers of a whole product, API and worker as processes of their own. */
(program ? describe : describe.skip)('PostgreSQL and Redis away from API and worker', () => {
  let redis: Awaited<ReturnType<typeof startOwnRedis>>;
  let smtp: ScriptedSmtp;
  let fleet: Fleet;
  let api: FleetProcess;
  let worker: FleetProcess;
  let member: SignedInOver;
  let admin: SignedInOver;
  let database: FaultProxy;
  let queue: FaultProxy;

  beforeAll(async () => {
    [redis, smtp] = [await startOwnRedis(program!), new ScriptedSmtp()];
    await smtp.start();
    const store = await FaultProxy.before(redis.url);
    queue = store.proxy;
    fleet = await Fleet.start(
      { REDIS_URL: store.url, SMTP_URL: smtp.url },
      {
        before: async (url) => {
          const through = await FaultProxy.before(url);
          database = through.proxy;
          return through.url;
        },
      },
    );
    await fleet.migrate();
    [api, worker] = await Promise.all([fleet.api(), fleet.worker()]);
    [member, admin] = [await fleet.member(api), await fleet.admin(api)];
  }, 600_000);
  afterAll(async () => {
    for (const proxy of [database, queue]) proxy?.set('pass');
    await fleet?.close();
    for (const proxy of [database, queue]) await proxy?.close();
    await Promise.allSettled([redis?.stop(), smtp?.stop()]);
  }, 120_000);

  const payment = () => ask(api, 'GET', '/me/payment', { token: member.token });
  const signUp = async () => {
    const body = registration();
    return { status: (await ask(api, 'POST', '/signupuser', { body })).status, email: body['email'] as string };
  };
  const arrives = (email: string) => reached(`the letter to ${email}`, () => smtp.idsTo(email).length > 0);
  const checks = async (of: FleetProcess) =>
    reached('word of its health', async () => {
      const health = await of.health();
      return health?.status === 503 ? health.body.checks : null;
    });
  /** The same processes as before. */
  const recovers = async () => {
    for (const proxy of [database, queue]) proxy.set('pass');
    for (const one of [api, worker]) await one.ready();
    expect((await payment()).status).toBe(200);
    await arrives((await signUp()).email);
  };

  it.each(OUT_OF_REACH)(
    'without Redis members are served, what they cause waits, and readiness says what is away (%s)',
    async (mode) => {
      queue.set(mode);
      for (const one of [api, worker])
        expect(await checks(one)).toEqual({ database: 'ok', migrations: 'ok', queue: 'the queue does not answer' });
      expect((await fetch(`${api.url}/health/live`)).status).toBe(200);
      expect((await payment()).status).toBe(200);
      // Limits are counted all the same, by each process for itself.
      expect((await fleet.signIn(api, member.email)).userId).toBe(member.userId);
      const { status, email } = await signUp();
      expect(status).toBe(201);
      const board = await ask(api, 'GET', '/admin/operations/queues', { token: admin.token });
      expect([board.status, board.headers.get('retry-after')]).toEqual([503, '2']);
      expect(smtp.idsTo(email)).toEqual([]);
      await recovers();
      await arrives(email);
    },
    600_000,
  );

  it.each(OUT_OF_REACH)(
    'without both it says so, asks to come again, and goes on by itself (%s)',
    async (mode) => {
      for (const proxy of [database, queue]) proxy.set(mode);
      const away = {
        database: 'the database does not answer',
        migrations: 'unknown while the database is away',
        queue: 'the queue does not answer',
      };
      for (const one of [api, worker]) expect(await checks(one)).toEqual(away);
      const answers = await Promise.all([payment(), signUp(), payment()]);
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
      await recovers();
    },
    600_000,
  );
});
