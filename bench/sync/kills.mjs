// Two workers, 20 members in their first readings, 20 SIGKILLs at random moments: afterwards the rows are the exchange's, and no member was
// ever read by two workers at once.
import { figure, record } from '../lib/figures.mjs';
import { differences } from './lib/compare.mjs';
import { keyOf, NO_LIMITS } from './lib/exchange.mjs';
import { startStand } from './lib/stand.mjs';
import { startWatch } from './lib/watch.mjs';

const START = Date.UTC(2026, 10, 18, 6);
const PROFILES = ['typical', 'small', 'futures-only', 'quiet', 'typical', 'dust', 'gone-symbol', 'typical', 'futures-only', 'new-news'];

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Numbers in [0, 1) that are the same in every run with one seed. */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export async function measureKills({ members = 20, kills = 20, seed = 1, redisUrl, log = console.log } = {}) {
  const stand = await startStand(redisUrl ? { REDIS_URL: redisUrl } : {});
  const watch = await startWatch(stand.exchange.url, 2);
  const failures = [];
  const random = randomFrom(seed);
  try {
    await stand.exchange.control('POST', 'limits', NO_LIMITS);
    await stand.exchange.control('POST', 'clock', { freeze: START });
    const people = [];
    for (let i = 0; i < members; i++) {
      const [profile, n] = [PROFILES[i % PROFILES.length], 1 + Math.floor(i / PROFILES.length) + (i % PROFILES.length) * 10];
      people.push({ name: `${profile}-${n}`, ...(await stand.tell('member', keyOf(profile, n))) });
    }
    log(`\n${members} members, two workers, ${kills} kills (seed ${seed}), ${redisUrl ? 'Redis' : 'PostgreSQL'}`);
    // Twenty requests a second and answers that take a moment: the readings last as long as the kills.
    await stand.exchange.control('POST', 'limits', { windowSeconds: 1, api: 400, fapi: 400 });
    await stand.exchange.control('POST', 'faults', [{ path: '*', do: { delayMs: 150 } }]);
    watch.clear();
    for (const { userId } of people) await stand.tell('request', { userId, trigger: 'approval' });
    const workers = await Promise.all(watch.urls.map((url) => stand.worker(url)));
    const open = async () =>
      Number((await stand.tell('rows', { sql: `select count(*) as n from sync_runs where state in ('queued', 'running')` }))[0].n);
    let killed = 0;
    let working = 0;
    while (killed < kills) {
      await pause(200 + random() * 1200);
      const victim = Math.floor(random() * workers.length);
      const busy = watch.busy(victim);
      workers[victim].kill('SIGKILL');
      await new Promise((done) => workers[victim].once('exit', done));
      killed++;
      if (busy) working++;
      // Kills that find nothing left to read would prove nothing.
      if ((await open()) === 0) for (const { userId } of people) await stand.tell('request', { userId, trigger: 'demand' });
      workers[victim] = await stand.worker(watch.urls[victim]);
    }
    const deadline = Date.now() + 300_000;
    while ((await open()) > 0) {
      if (Date.now() > deadline) throw new Error('readings never end');
      await pause(200);
    }
    log(`  ${working} of ${killed} kills met a worker with a request under way`);
    const runs = await stand.tell('rows', { sql: 'select state, count(*)::int as n from sync_runs group by state' });
    log(`  runs: ${JSON.stringify(runs)}`);
    const overlaps = watch.overlaps();
    log(`  members read by two workers at once: ${overlaps.length} (goal 0)`);
    failures.push(...overlaps.map((text) => `kills: ${text}`));
    let wrong = 0;
    for (const { name, accountId } of people) {
      const found = await differences(stand.tell, accountId, await stand.exchange.truth(name));
      if (found.length > 0) wrong++;
      failures.push(...found.map((text) => `kills: ${name}: ${text}`));
    }
    log(`  members whose rows are not the exchange's: ${wrong} (goal 0)`);
    record(`${killed} workers killed`, [
      figure('members read by two at once', [overlaps.length], 0, { most: true }),
      figure("members whose rows are not the exchange's", [wrong], 0, { most: true }),
    ]);
    if (working < kills / 2) failures.push(`kills: only ${working} of ${killed} met a reading`);
  } finally {
    await stand.stop();
    await watch.stop();
  }
  return failures;
}
