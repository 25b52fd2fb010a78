import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SKEWED = fileURLToPath(new URL('./skewed-clock.mjs', import.meta.url));

/** A fault: what is done, for how long it is left so, and how it is taken back. `kind` is what the report counts. */
export const strike = (kind, begin, { least = 1_500, most = 4_000, needs = 'nothing' } = {}) => ({ kind, begin, least, most, needs });

/** `which`: api or worker; one of them, drawn. */
const one = (which) => (world, random) => random.pick(world[which]);
const nothing = () => Promise.resolve();

export const killed = (which) =>
  strike(`kill ${which}`, async (world, random) => {
    one(which)(world, random).kill();
    return nothing;
  });

const frozen = (which, least, most) =>
  strike(
    `freeze ${which}`,
    async (world, random) => {
      const member = one(which)(world, random);
      member.freeze();
      return async () => member.thaw();
    },
    { least, most },
  );

export const proxied = (server, mode, terms = () => ({}), times = {}) =>
  strike(
    `${server} ${mode}`,
    async (world, random) => {
      world.proxy(server).set(mode, terms(random));
      return async () => world.proxy(server).set('pass');
    },
    { needs: server, ...times },
  );

const exchangeAnswers = (name, faults) =>
  strike(`exchange ${name}`, async (world, random) => {
    await world.exchangeControl('POST', 'faults', faults(random));
    return () => world.exchangeControl('DELETE', 'faults');
  });

const mailAnswers = (name, behaviour) =>
  strike(`mail ${name}`, async (world) => {
    world.mail.behave(behaviour());
    return async () => world.mail.behave();
  });

/** Only the first `n` answers. */
function first(n, answer) {
  let left = n;
  return () => (left-- > 0 ? answer : 'accept');
}

const EMPTY_IF_WORK = `for _, list in ipairs(redis.call('keys', '*outbox*:wait')) do
  if redis.call('llen', list) > 0 then
    redis.call('flushall')
    return 1
  end
end
return 0`;
const PATIENCE_MS = 3_000;

/** At a moment when a job of the outbox waits to be taken, where one soon does: nothing is lost with what is empty. */
async function emptied(redis) {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) if ((await redis.eval(EMPTY_IF_WORK, 0)) === 1) return;
  await redis.flushall();
}

/** A process ends gracefully and another begins, whose clock is off; then the same back. */
const clockJumps = (sign) =>
  strike(`clock ${sign > 0 ? 'ahead' : 'behind'}`, async (world, random, { skewMs }) => {
    const member = random.pick(world.processes);
    await member.end();
    await member.start({ NODE_OPTIONS: `--import=${SKEWED}`, CLOCK_SKEW_MS: String(sign * skewMs) });
    return async () => {
      await member.end();
      await member.start();
    };
  });

/**
 * A file stands where the folder of sealed files was: no write and no reading works, and every error is the system's, as on a full or a
 * lost disk.
 */
const filesAway = strike('files away', async (world) => {
  const [folder, aside] = [join(world.dataDir, 'files'), join(world.dataDir, 'files-aside')];
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  renameSync(folder, aside);
  writeFileSync(folder, '');
  return async () => {
    rmSync(folder);
    renameSync(aside, folder);
  };
});

export const everythingKilled = strike('kill every process', async (world) => {
  for (const member of world.processes) member.kill();
  return nothing;
});

export const databaseKilled = strike(
  'kill postgres',
  async (world) => {
    await world.database.kill();
    return () => world.database.start();
  },
  { least: 500, most: 2_500 },
);

export const strikes = [
  killed('apis'),
  killed('apis'),
  killed('workers'),
  killed('workers'),
  everythingKilled,
  databaseKilled,
  strike(
    'kill redis',
    async (world) => {
      await world.redis.kill();
      return () => world.redis.start();
    },
    { needs: 'redis' },
  ),
  strike(
    'flush redis',
    async (world) => {
      await world.redis.ask(emptied);
      return nothing;
    },
    { needs: 'redis' },
  ),
  // Longer than the lock of a job lasts (15 s): it is run a second time while the first one sleeps.
  frozen('workers', 17_000, 20_000),
  frozen('apis', 3_000, 6_000),
  strike(
    'rolling restart',
    async (world) => {
      for (const member of world.processes) {
        await member.end();
        await member.start();
      }
      return nothing;
    },
    { least: 0, most: 500 },
  ),
  clockJumps(1),
  clockJumps(-1),
  filesAway,
  proxied('database', 'refuse'),
  proxied('database', 'silence'),
  proxied('database', 'slow', () => ({ delayMs: 100 })),
  proxied('database', 'cut', (random) => ({ bytes: random.between(200, 20_000) })),
  proxied('database', 'lose-commits', () => ({ commits: 6 })),
  proxied('database', 'lose-commits', () => ({ commits: 12 }), { least: 3_000, most: 5_000 }),
  proxied('redis', 'refuse'),
  proxied('redis', 'silence'),
  proxied('redis', 'slow', () => ({ delayMs: 100 })),
  proxied('redis', 'cut', (random) => ({ bytes: random.between(200, 20_000) })),
  proxied('exchange', 'refuse'),
  proxied('exchange', 'silence'),
  proxied('exchange', 'cut', (random) => ({ bytes: random.between(100, 4_000) })),
  exchangeAnswers('429', () => [
    { path: '/api/*', times: 1, do: { status: 429, retryAfter: 4 } },
    { path: '/fapi/*', times: 1, do: { status: 429, retryAfter: 4 } },
  ]),
  exchangeAnswers('418', () => [{ path: '*', times: 1, do: { status: 418, retryAfter: 5 } }]),
  exchangeAnswers('500 after success', () => [{ path: '*', skip: 3, probability: 0.4, do: { status: 500 } }]),
  exchangeAnswers('cut JSON', (random) => [{ path: '*', probability: 0.3, do: { cutAt: random.between(1, 200) } }]),
  exchangeAnswers('doubled and shuffled pages', () => [
    { path: '/api/v3/myTrades', probability: 0.4, do: { rows: 'duplicate' } },
    { path: '*', probability: 0.3, do: { rows: 'shuffle' } },
  ]),
  mailAnswers('421', () => ({ greet: () => '421 4.3.2 closing for a moment' })),
  mailAnswers('451', () => ({ data: first(4, '451 4.3.0 try again') })),
  mailAnswers('250 and close', () => ({ data: first(4, 'accept-and-cut') })),
  mailAnswers('silence after DATA', () => ({ data: first(3, 'silence') })),
  strike('mail away', async (world) => {
    await world.mail.away();
    return () => world.mail.back();
  }),
];

/** One of each way to break something, for a run of two minutes. */
export const telling = [
  'kill apis',
  'kill workers',
  'kill every process',
  'kill postgres',
  'kill redis',
  'flush redis',
  'freeze workers',
  'clock ahead',
  'files away',
  'database lose-commits',
  'database cut',
  'database silence',
  'redis refuse',
  'exchange 429',
  'exchange cut JSON',
  'mail 250 and close',
  'mail away',
];
