// A year of minutes of many pairs, and signals on them, the same in every run. One pair at a time is made: a year of it is 21 MB.
import { repeatable } from '../lib/figures.mjs';

export const SIZES = { pairs: 50, minutes: 525_600, signals: 10_000 };
export const BEGIN = Date.UTC(2025, 0, 1) / 1000;
const SCALE = 10n ** 18n;

/** About 3 % a day, in ticks of a cent. */
const STEP = 0.0008;
const ticks = (price) => Math.max(1, Math.round(price * 100));

export function pairOf(n, minutes = SIZES.minutes) {
  const next = repeatable(1000 + n);
  const time = new Float64Array(minutes);
  const [open, high, low, close] = [0, 0, 0, 0].map(() => new Float64Array(minutes));
  let price = 20 + 2000 * next();
  for (let i = 0; i < minutes; i++) {
    const from = price;
    const to = Math.max(0.5, from * (1 + STEP * (next() + next() + next() - 1.5) * 2));
    time[i] = BEGIN + 60 * i;
    open[i] = ticks(from) / 100;
    close[i] = ticks(to) / 100;
    high[i] = ticks(Math.max(from, to) * (1 + STEP * next() * 0.5)) / 100;
    low[i] = ticks(Math.min(from, to) * (1 - STEP * next() * 0.5)) / 100;
    price = to;
  }
  return { size: minutes, time, open, high, low, close, next };
}

const EIGHT_HOURS = 480;

/** What was settled on a pair as a perpetual contract, every eight hours; of every other one without a price. */
export function fundingOn(pair) {
  const rows = [];
  for (let n = 0; n < pair.size; n += EIGHT_HOURS) {
    const rate = BigInt(Math.round((200 * (n % 997)) / 997 - 100)) * 10n ** 12n;
    rows.push({ time: pair.time[n], rate, mark: (n / EIGHT_HOURS) % 2 === 0 ? scaled(ticks(pair.open[n])) : null });
  }
  return rows;
}

const scaled = (cents) => (BigInt(cents) * SCALE) / 100n;
const trails = [{ kind: 'none' }, { kind: 'none' }, { kind: 'breakeven' }, { kind: 'moving' }, { kind: 'percent', share: 2n * 10n ** 16n }];

/** A signal as an author gives it: an entry near the price, a stop some percent off, three targets; it lives for up to a month. */
export function signalOn(pair, at) {
  const { next } = pair;
  const side = next() < 0.5 ? 'long' : 'short';
  const way = side === 'long' ? 1 : -1;
  const price = pair.close[at];
  const far = (least, most) => least + (most - least) * next();
  const entry = ticks(price * (1 - way * far(-0.001, 0.004)));
  const level = (percent) => Math.max(1, Math.round(entry * (1 + (way * percent) / 100)));
  const stop = Math.min(level(-far(2, 5)), side === 'long' ? entry - 1 : Infinity);
  const first = far(2, 5);
  const second = first + far(1, 3);
  const targets = [level(first), level(second), level(second + far(1, 3))];
  return {
    side,
    entry: scaled(entry),
    stop: scaled(side === 'long' ? stop : Math.max(stop, entry + 1)),
    targets: targets.map(scaled),
    weights: [1n, 1n, 1n],
    trail: trails[Math.floor(next() * trails.length)],
    publishedAt: pair.time[at] + 30,
    closesAt: pair.time[at] + 86_400 * far(3, 30),
    feeRate: 5n * 10n ** 14n,
    // The same as numbers, for the floor.
    numbers: { way, entry: entry / 100, stop: stop / 100, targets: targets.map((cents) => cents / 100) },
  };
}
