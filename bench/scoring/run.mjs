// What scoring costs, against the least it can cost. `node bench/scoring/run.mjs [rescoring live]`. Exits with 1 where a goal is missed.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onPinnedNode } from '../../scripts/lib/node24.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { figure, report } from '../lib/figures.mjs';
import { firstTouches, indexOf } from './floor.mjs';
import { fundingOn, pairOf, signalOn, SIZES } from './markets.mjs';

await onPinnedNode();
/** performance.md section 5. */
const GOALS = { rescoring: 20, liveMs: 1 };
/** The floor is so short that it is run several times for one figure. */
const FLOORS = 100;
const TIMES = 10;
const LIVE_MINUTES = 240;
const MONTH = 43_200;
const DAY = 1440;

const built = (path) => import(pathToFileURL(join(root, 'dist/backend/src/trading/signals', path)).href);
const [{ followed, indexed, score, summedFunding }, { WatchLevelsStore }] = await Promise.all(
  ['scoring/engine/index.js', 'scoring/jobs/watch-levels.store.js'].map(built),
);

// What this thread computed, in milliseconds: others on the machine would lengthen the longer of two pieces more than the shorter one.
const spent = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
function timed(work, times = 1) {
  const begun = spent();
  let result;
  for (let n = 0; n < times; n++) result = work();
  return [(spent() - begun) / times, result];
}
const perPair = SIZES.signals / SIZES.pairs;
const upTo = (pair, at) => ({ ...pair, size: at, through: pair.time[0] + 60 * at });

/** All signals of a pair anew, in a year of its minutes and of its funding that is in memory. */
function rescoring() {
  const [ratios, ours, floors] = [[], [], []];
  const statuses = {};
  let [inspected, paying] = [0, 0];
  for (let n = -2; n < SIZES.pairs; n++) {
    const pair = pairOf(n);
    const index = indexOf(pair);
    const signals = Array.from({ length: perPair }, () => {
      const at = Math.floor(pair.next() * (SIZES.minutes - MONTH));
      return { at, terms: signalOn(pair, at) };
    });
    const floor = () =>
      signals.reduce(
        (sum, { at, terms }) =>
          sum +
          firstTouches(
            pair,
            index,
            terms.numbers,
            at + 1,
            Math.min(pair.size, at + 1 + Math.floor((terms.closesAt - terms.publishedAt) / 60)),
          ),
        0,
      );
    const [least] = timed(floor, FLOORS);
    const series = indexed(pair);
    // Summed up once for all signals of the pair, as the blocks are.
    const funding = summedFunding(fundingOn(pair), series);
    const [whole, scores] = timed(() => signals.map(({ terms }) => score({ ...terms, funding }, series)), TIMES);
    const [again] = timed(floor, FLOORS);
    // The first pairs warm up.
    if (n < 0) continue;
    ratios.push(whole / ((least + again) / 2));
    ours.push(whole);
    floors.push((least + again) / 2);
    for (const [i, { status, endedAt, rFunding }] of scores.entries()) {
      if (rFunding) paying++;
      statuses[status] = (statuses[status] ?? 0) + 1;
      inspected += (endedAt - signals[i].terms.publishedAt) / 60;
    }
  }
  const sum = (list) => list.reduce((total, one) => total + one, 0);
  console.log(
    `\n${SIZES.signals.toLocaleString('en')} signals over a year of ${SIZES.pairs} pairs, ` +
      `${Math.round(inspected / SIZES.signals).toLocaleString('en')} ` +
      `minutes each until they ended: floor ${sum(floors).toFixed(1)} ms, scored exactly ${sum(ours).toFixed(0)} ms`,
  );
  console.log(
    `  ${Object.entries(statuses)
      .map(([status, count]) => `${count} ${status}`)
      .join(', ')}; ${paying} with funding`,
  );
  return report(
    'rescoring against first touches over an index',
    [figure('all signals, exactly', ratios, GOALS.rescoring, { most: true })],
    console.log,
  );
}

/** One closed minute of every pair against all open signals, with the scores of those that it touches. */
function live() {
  let [compared, scored, touches, minutes] = [0, 0, 0, 0];
  for (let n = -2; n < SIZES.pairs; n++) {
    const pair = pairOf(n, 12 * DAY);
    const start = 10 * DAY;
    const book = new WatchLevelsStore();
    const terms = new Map();
    // Open ones, published during the days before.
    for (let i = 0; book.size < perPair; i++) {
      const one = signalOn(pair, start - 1 - Math.floor(pair.next() * 6 * DAY));
      const { watch } = followed(one, upTo(pair, start));
      if (!watch) continue;
      terms.set(String(i), one);
      book.set(String(i), watch);
    }
    for (let at = start; at < start + LIVE_MINUTES; at++) {
      const touched = new Set();
      const [compare] = timed(() => book.minute(pair.low[at], pair.high[at], pair.time[at] + 60, touched));
      const known = upTo(pair, at + 1);
      const [rest] = timed(() => {
        for (const id of touched) {
          const { watch } = followed(terms.get(id), known);
          if (watch) book.set(id, watch);
          else book.delete(id);
        }
      });
      if (n < 0) continue;
      compared += compare;
      scored += rest;
      touches += touched.size;
      minutes++;
    }
  }
  const each = minutes / SIZES.pairs;
  console.log(
    `\nA live minute of ${SIZES.signals.toLocaleString('en')} open signals: compared in ${(compared / each).toFixed(3)} ` +
      `ms, ${(touches / each).toFixed(0)} of them touched and scored in ${(scored / each).toFixed(3)} ms`,
  );
  return report(
    'the live minute',
    [figure('milliseconds in all', [(compared + scored) / each], GOALS.liveMs, { most: true })],
    console.log,
  );
}

const measures = { rescoring, live };
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in measures));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(measures).join(', ')}`);
  process.exit(2);
}
const failures = [];
for (const [name, measure] of Object.entries(measures)) if (wanted.length === 0 || wanted.includes(name)) failures.push(...measure());
console.log(failures.length === 0 ? '\nEvery goal is met.' : `\nMissed:\n${failures.map((text) => `- ${text}`).join('\n')}`);
process.exit(failures.length === 0 ? 0 : 1);
