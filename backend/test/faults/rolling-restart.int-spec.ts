import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../e2e/support/eventually.js';
import { freePort } from '../e2e/support/tidemark.js';
import { signedInMember, type SignedIn } from '../support/people.js';
import { createTestApi, type TestApi } from '../support/test-app.js';
import { until } from '../support/until.js';
import { Balancer } from './balancer.js';

const API = fileURLToPath(new URL('../../../dist/backend/bundle/main.mjs', import.meta.url));
const CLIENTS = 4;
/** Of each client, between two changes of the processes. */
const REQUESTS = 8;
/** How long a process serves after it was told to end: longer than the balancer needs to hear of it, also on a machine with other work. */
const NOTICE_SECONDS = 15;
const START_MS = 150_000;

interface Running {
  url: string;
  child: ChildProcess;
  ended: Promise<number | null>;
}

describe('a deploy while members are at work', () => {
  let api: TestApi;
  let balancer: Balancer;
  let member: SignedIn;
  const processes: Running[] = [];
  beforeAll(async () => {
    api = await createTestApi();
    balancer = new Balancer();
    member = await signedInMember(api);
  }, 180_000);
  afterAll(async () => {
    balancer.close();
    for (const { child } of processes) child.kill('SIGKILL');
    await api.close();
  });

  /** An API process from the build, beside the one of the test, on its database. */
  async function start(shutdownDelaySeconds = NOTICE_SECONDS): Promise<Running> {
    const { databaseUrl, dataDir, exchange, keyring } = api.config;
    const port = await freePort();
    const keys = JSON.stringify({
      current: keyring.current,
      keys: Object.fromEntries([...keyring.keys].map(([id, key]) => [id, key.toString('base64')])),
      index: keyring.index.toString('base64'),
    });
    const env = {
      NODE_ENV: 'test',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      EXCHANGE_URL: exchange.url,
      FX_URL: 'off',
      SMTP_URL: 'smtp://127.0.0.1:9',
      ENCRYPTION_KEYS: keys,
      LOG_LEVEL: 'silent',
      SEED_DEMO: 'false',
      SHUTDOWN_DELAY_SECONDS: String(shutdownDelaySeconds),
    };
    const child = fork(API, [], { env: { ...process.env, ...env }, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const running = {
      url: `http://127.0.0.1:${port}`,
      child,
      ended: new Promise<number | null>((done) => child.once('exit', (code) => done(code))),
    };
    processes.push(running);
    balancer.add(running.url);
    await eventually(() => expect(balancer.ready).toContain(running.url), START_MS);
    return running;
  }

  /** Without a choice, the first change is to black, as from white. */
  const colour = async () =>
    (await api.em().execute<{ color: string | null }[]>('select color from users where id = ?', [member.userId]))[0]!.color ?? 'white';

  it('answers every request, and does each of them once, from the first process to the last', async () => {
    const begun = await colour();
    let done = 0;
    let over = false;
    const answers: number[] = [];
    const client = async () => {
      // Each changes something, so what is lost or done twice is told by what stands in the end.
      while (!over) {
        answers.push((await balancer.get('/api/v1/changecolor', { authorization: member.token })).status);
        done += 1;
      }
    };
    const busy = async () => {
      const from = done;
      await until('work', async () => (done >= from + CLIENTS * REQUESTS ? done : null));
    };
    const [first] = [await start(), await start()];
    const clients = Promise.all(Array.from({ length: CLIENTS }, client));
    await busy();
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    await busy();
    const third = await start(0);
    await busy();
    processes[1]!.child.kill('SIGTERM');
    expect(await processes[1]!.ended).toBe(0);
    await busy();
    over = true;
    await clients;
    await eventually(() => expect(balancer.ready).toEqual([third.url]));
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    expect((await colour()) === begun).toBe(done % 2 === 0);
    third.child.kill('SIGTERM');
    expect(await third.ended).toBe(0);
  }, 480_000);

  it('says that it is ending while it still serves, and ends its connections one by one', async () => {
    // It is not waited for.
    const { url, child } = await start(60);
    child.kill('SIGTERM');
    const ready = await until('word of the end', async () => {
      const response = await fetch(`${url}/health/ready`);
      const body = (await response.json()) as { ending?: boolean; checks: Record<string, string> };
      // A check that takes too long on a machine with other work is a 503 as well.
      return response.status === 503 && body.ending && Object.values(body.checks).every((state) => state === 'ok')
        ? { response, body }
        : null;
    });
    expect(ready.body).toMatchObject({ ready: false, ending: true, checks: { database: 'ok', queue: 'ok' } });
    expect(ready.response.headers.get('connection')).toBe('close');
    const served = await fetch(`${url}/api/v1/changecolor`, { headers: { authorization: member.token } });
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
  }, 240_000);
});
