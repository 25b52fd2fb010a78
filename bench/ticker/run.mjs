// What the ticker costs: 1,000 visitors, 2,000 pairs a second from the exchange, a quarter of them in USDT. `node bench/ticker/run.mjs [cpu
// memory]`; both take about twelve minutes. CPU time of the built API a tick, against a bare server that sends the same prices framed once
// (performance.md section 7); and what visitors who read nothing cost in memory. Exits with 1 where a goal is missed.
import { pause, until } from '../../scripts/lib/clock.mjs';
import { figure, report } from '../lib/figures.mjs';
import { cpuOf, memoryOf, startStand } from './stand.mjs';

const VISITORS = 1000;
const GOAL = 1.7;
const ROUNDS = 4;
const TICKS = 30;
/**
 * What a thousand arrivals leave behind is tidied up in these seconds: a tick is measured with visitors who are there, as performance.md
 * does.
 */
const SETTLE_MS = 5000;
/** Ticks more or less than there should be. */
const LATE = 1.5;
/**
 * 4,000 pairs in USDT, eight times what there are: the system's buffers take some four megabytes of a connection that nobody reads, and are
 * to be full early.
 */
const BIG = { pairs: 4000, allInUsdt: true, moving: 1 };
const BIG_VISITORS = 400;
const DEAF = 200;
const DEAF_SECONDS = 60;
/** What a reader may leave unread (live-settings.ts), and a message of 4,000 pairs. */
const UNREAD = 4096 + 160 * 1024;
/** More than the heap differs between two runs in which everybody reads. */
const GOAL_MB = 32;
const MB = 1024 * 1024;

/** Everybody is connected and has heard something. */
async function fill(stand, server, count = VISITORS) {
  await stand.visitors('connect', { url: `ws://127.0.0.1:${server.port}/ws`, count });
  let heard = 0;
  const all = await until(async () => (heard += (await stand.visitors('heard')).messages) >= 3 * count, 30_000, 200);
  if (!all) throw new Error(`the visitors heard ${heard} messages`);
}

/** CPU milliseconds and megabytes a tick. Where others use the machine so much that ticks come late, once more. */
async function costOf(stand, server, tries = 3) {
  await fill(stand, server);
  await pause(SETTLE_MS);
  await stand.visitors('heard');
  const before = cpuOf(server.pid);
  await pause(TICKS * 1000);
  const spent = cpuOf(server.pid) - before;
  const { messages, bytes, closed } = await stand.visitors('heard');
  await stand.visitors('leave');
  const ticks = messages / VISITORS;
  if (closed === 0 && Math.abs(ticks - TICKS) <= LATE) return { ms: spent / ticks, megabytes: bytes / ticks / 1e6 };
  if (tries === 1) throw new Error(`${ticks} ticks were heard in ${TICKS} seconds, and ${closed} visitors lost`);
  return costOf(stand, server, tries - 1);
}

async function measureCpu(stand, log) {
  const subjects = [
    { name: 'limit', ...(await stand.floor()) },
    { name: 'ticker', ...(await stand.api()) },
  ];
  const measure = async (title, moving, rounds) => {
    await stand.exchange({ moving });
    const ratios = [];
    for (let round = 0; round <= rounds; round++) {
      const cost = {};
      for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) cost[subject.name] = await costOf(stand, subject);
      if (round === 0) continue; // warms up
      ratios.push(cost.ticker.ms / cost.limit.ms);
      const told = subjects.map(({ name }) => `${name} ${cost[name].ms.toFixed(1)} ms, ${cost[name].megabytes.toFixed(1)} MB`);
      log(`${title}, round ${round}: a tick costs ${told.join('; ')}; ratio ${ratios.at(-1).toFixed(2)}`);
    }
    return ratios;
  };
  const figures = [
    figure('every price moves each second', await measure('every price moves', 1, ROUNDS), GOAL, { most: true }),
    figure('a third of them moves', await measure('a third moves', 1 / 3, 1), null, { most: true }),
  ];
  for (const { child } of subjects) await stand.end(child);
  return report(`CPU time a tick with ${VISITORS} visitors as a multiple of the limit`, figures, log);
}

/** How much memory grows in a minute in which `deaf` of the visitors read nothing. */
async function growth(stand, deaf) {
  const server = await stand.api();
  await fill(stand, server, BIG_VISITORS);
  await pause(5000);
  const before = await memoryOf(server);
  await stand.visitors('deafen', { count: deaf });
  const samples = [];
  for (const end = performance.now() + DEAF_SECONDS * 1000; performance.now() < end;) {
    await pause(1000);
    samples.push(await memoryOf(server));
  }
  await stand.visitors('leave');
  await stand.end(server.child);
  const most = (name, list) => Math.max(...list.map((sample) => sample[name]));
  // The heap's low points are what is left after collections.
  const least = (list) => Math.min(...list.map(({ held }) => held));
  return {
    resident: (most('resident', samples) - before.resident) / MB,
    held: (least(samples.slice(-20)) - least(samples.slice(0, 20))) / MB,
    unread: most('unread', samples),
    skipped: most('skipped', samples),
    silent: most('silent', samples),
  };
}

async function measureMemory(stand, log) {
  await stand.exchange(BIG);
  const missed = [];
  const [all, some] = [await growth(stand, 0), await growth(stand, DEAF)];
  log(`\nMemory over ${DEAF_SECONDS} s with ${BIG_VISITORS} visitors and ${BIG.pairs} pairs, everybody reads / ${DEAF} read nothing:`);
  log(`  resident grows by         ${all.resident.toFixed(1)} / ${some.resident.toFixed(1)} MB`);
  log(`  heap and buffers grow by  ${all.held.toFixed(1)} / ${some.held.toFixed(1)} MB, after collections`);
  log(
    `  most unread bytes held    ${(all.unread / MB).toFixed(2)} / ${(some.unread / MB).toFixed(2)} MB (goal at most ` +
      `${((DEAF * UNREAD) / MB).toFixed(2)})`,
  );
  log(`  messages passed over      ${all.skipped} / ${some.skipped}`);
  log(`  let go of, as no ping was answered: ${all.silent} / ${some.silent}`);
  if (some.skipped === 0) missed.push('nobody was passed over: the measure shows nothing');
  if (some.unread > DEAF * UNREAD) missed.push(`${DEAF} visitors who read nothing hold ${(some.unread / MB).toFixed(1)} MB`);
  const more = some.resident - all.resident;
  log(`  ${DEAF} visitors who read nothing cost ${more.toFixed(1)} MB of resident memory more (goal at most ${GOAL_MB})`);
  if (more > GOAL_MB) missed.push(`${DEAF} visitors who read nothing cost ${more.toFixed(1)} MB`);
  return missed;
}

const measures = { cpu: measureCpu, memory: measureMemory };
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in measures));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(measures).join(', ')}`);
  process.exit(2);
}
const stand = await startStand();
const failures = [];
try {
  for (const [name, measure] of Object.entries(measures))
    if (wanted.length === 0 || wanted.includes(name)) failures.push(...(await measure(stand, console.log)));
} finally {
  await stand.stop();
}
console.log(failures.length === 0 ? '\nEvery goal is met.' : `\nMissed:\n${failures.map((text) => `- ${text}`).join('\n')}`);
process.exit(failures.length === 0 ? 0 : 1);
