// The product under load while its servers, its processes and its clock are broken, and what must hold afterwards (docs/operations.md,
// "Fault injection").   node backend/test/faults/injection/run.mjs [--seed 7] [--faults 40 | --minutes 120 | --short] [--queue
// redis|postgresql] [--only 'kill apis,mail 421'] [--hold 60]   [--out FOLDER] [--keep]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pause, stopwatch, until } from '../../../../scripts/lib/clock.mjs';
import { onPinnedNode } from '../../../../scripts/lib/node24.mjs';
import { root } from '../../../../scripts/lib/root.mjs';
import { watchParent } from '../../../../scripts/lib/parent-watch.mjs';

await onPinnedNode();
const { AdminClient, AdminSession } = await import('./admin-client.mjs');
const { invariants } = await import('./checks/index.mjs');
const { Door } = await import('./door.mjs');
const { History } = await import('./history.mjs');
const { MemberClient } = await import('./member-client.mjs');
const { FaultInjector } = await import('./fault-injector.mjs');
const { Person } = await import('./people.mjs');
const { Random } = await import('./random.mjs');
const { reportOf, textOf } = await import('./report.mjs');
const { telling } = await import('./strikes.mjs');
const { settle } = await import('./settle.mjs');
const { World } = await import('./world.mjs');

const MEMBER_CLIENTS = 5;
const ADMIN_CLIENTS = 3;
/** What has been done once before the first fault, so that there is something of every kind to break. */
const WARM = ['sign-up', 'confirm', 'payment', 'kyc', 'decision', 'signal'];
const MINUTE_MS = 60_000;
const MAX_SECRETS = 200;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    faults: { type: 'string' },
    minutes: { type: 'string' },
    short: { type: 'boolean', default: false },
    queue: { type: 'string', default: 'redis' },
    only: { type: 'string' },
    hold: { type: 'string' },
    out: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const minutes = values.minutes === undefined ? null : Number(values.minutes);
const only = values.only?.split(',') ?? (values.short ? telling : null);
const faults = Number(values.faults ?? (values.short ? 20 : 40));
const hold = values.hold === undefined ? null : Number(values.hold);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
if (
  ![seed, faults, minutes ?? 1, hold ?? 1].every((number) => Number.isFinite(number) && number >= 0) ||
  !['redis', 'postgresql'].includes(values.queue)
) {
  process.stderr.write('--seed, --faults, --minutes and --hold are numbers, --queue is redis or postgresql\n');
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'tidemark-nemesis-'));
const out = resolve(values.out ?? join(root, '.data/nemesis', `seed-${seed}`));
mkdirSync(out, { recursive: true });
const elapsed = stopwatch();
const log = (text) => process.stdout.write(`${elapsed().padStart(9)}  ${text}\n`);

/** Of every kind the first ones: each is looked for in every row and line. */
class Planted extends Set {
  add(secret) {
    return this.size < MAX_SECRETS ? super.add(secret) : this;
  }
}

const world = new World(scratch);
const history = new History(join(out, 'history.jsonl'));
const run = {
  seed,
  world,
  history,
  log,
  begunAt: Date.now(),
  healedAt: Infinity,
  /** Clients end, and nothing new begins. */
  over: false,
  secrets: new Planted(),
  /** What should not have been, noticed on the way. */
  surprises: [],
  /** People whom the admins switch on and off, and how many there may be. */
  switched: [],
  switchedMost: 6,
  broadcasts: 0,
  broadcastsMost: minutes === null ? 8 : Math.min(8 + minutes / 8, 20),
  /**
   * How many people each client joins in the name of, and how many of those give a key: what the exchange lets everybody ask in a minute is
   * soon used up.
   */
  peopleEach: minutes === null ? 40 : 40 + 2 * minutes,
  keysEach: values.short ? 1 : 6,
  restMs: minutes === null ? 150 : 600,
  calmMs: minutes === null ? 600 : 6_000,
  skewMs: 10 * MINUTE_MS,
  holdMs: hold === null ? null : hold * 1_000,
  people: [],
  measured: { lost: 0, doubled: 0 },
  lastLines: [],
};

process.on('exit', () => {
  world.abandon();
  if (values.keep) process.stdout.write(`the data and the logs of the processes are in ${scratch}\n`);
  else rmSync(scratch, { recursive: true, force: true });
});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => process.exit(1));
watchParent(() => process.exit(1));

/** Somebody whose every request changes something, sent to one process: it recovered when that is done. */
async function canaryOf() {
  const person = new Person(Random.of(seed, 'canary'), 9_999);
  const door = new Door(world.balancer, history, '10.50.1.7');
  const told = async (method, path, options) => {
    const { status, data } = await door.send(method, path, options);
    if (status === null || status >= 300) throw new Error(`${path} of the canary: ${status} ${data?.message}`);
    return data;
  };
  await told('POST', '/signupuser', { body: person.registration });
  await until(() => world.mail.tokenFor(person.email, 'emailconfirm') !== null, MINUTE_MS);
  await told('GET', '/confirmemail', { token: `Bearer ${world.mail.tokenFor(person.email, 'emailconfirm')}` });
  const { token } = await told('POST', '/signinuser', { body: { email: person.email, password: person.password } });
  run.secrets.add(person.password).add(token);
  return async (url) => {
    try {
      return (await fetch(`${url}/api/v1/changecolor`, { headers: { authorization: token }, signal: AbortSignal.timeout(5_000) })).ok;
    } catch {
      return false; // not yet
    }
  };
}

async function disturb() {
  if (!(await until(() => world.balancer.ready.length === world.apis.length, MINUTE_MS))) throw new Error('the product is not ready');
  const injector = new FaultInjector(run, await canaryOf());
  const session = new AdminSession(run);
  await session.renew();
  const members = Array.from({ length: MEMBER_CLIENTS }, (_, i) => new MemberClient(run, i + 1));
  const admins = Array.from({ length: ADMIN_CLIENTS }, (_, i) => new AdminClient(run, session, i + 2));
  log(`${members.length + admins.length} clients begin`);
  const working = Promise.all([...members, ...admins].map((client) => client.work()));
  const failed = working.then(
    () => 'ended',
    (error) => error,
  );
  const isWarm = () => WARM.every((op) => history.of(op, 'acked').length > 0);
  await Promise.race([until(isWarm, 10 * MINUTE_MS), failed]);
  const struck = injector.work({ only, ...(minutes === null ? { count: faults } : { endsAt: Date.now() + minutes * MINUTE_MS }) });
  // A client that failed is the end of it; the fault under way is taken back first.
  const first = await Promise.race([struck, failed]);
  if (first instanceof Error) {
    await injector.takeBack();
    throw first;
  }
  await struck;
  await pause(1_000);
  run.over = true;
  await working;
  run.people = members.flatMap(({ people }) => people);
  log('the clients have ended, and know what became of everything they did');
  return session;
}

async function heal(session) {
  run.healedAt = Date.now();
  const door = new Door(world.balancer, history, '10.10.1.7');
  await session.renew();
  await settle(run, {
    state: (userId) => door.ask(`/admin/members/${userId}`, session.token),
    read: (userId) => door.send('POST', `/admin/members/${userId}/sync`, { token: session.token }),
  });
}

async function judge() {
  const verdicts = [];
  for (const { id, name, holds } of invariants) {
    let problem = null;
    try {
      await holds(run);
    } catch (error) {
      problem = error.message || String(error);
      if (run.lastLines.length === 0) run.lastLines = history.lastLines;
    }
    verdicts.push({ id, name, problem });
  }
  if (run.surprises.length > 0) verdicts.push({ id: 'S', name: 'nothing surprising happened', problem: run.surprises[0] });
  return verdicts;
}

let verdicts = [];
let failure = null;
try {
  log(`seed ${seed}`);
  await world.start({ queue: values.queue, log });
  await heal(await disturb());
  verdicts = await judge();
  failure = verdicts.find(({ problem }) => problem !== null)?.problem ?? null;
} catch (error) {
  failure = error.message || String(error);
  run.lastLines = history.lastLines;
  if (process.env.VERBOSE) process.stderr.write(`${error.stack}\n`);
}
const report = reportOf(run, verdicts, failure);
writeFileSync(join(out, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
writeFileSync(join(out, 'report.txt'), textOf(report));
process.stdout.write(`\n${textOf(report)}`);
log(`history.jsonl, report.txt and report.json are in ${out}`);
await world.stop().catch((error) => log(`the end was not clean: ${error.message}`));
history.close();
process.exit(failure === null ? 0 : 1);
