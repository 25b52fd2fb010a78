// Ratios of interleaved rounds: on a machine that others use, only the ratio of two things measured side by side means something.
import { appendFileSync } from 'node:fs';

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A figure of `ratios`, one a round, held against `goal`: the least it may be, or with `most` the most; null: nothing is asked of it. */
export function figure(name, ratios, goal, { most = false } = {}) {
  const value = median(ratios);
  return {
    name,
    value,
    low: Math.min(...ratios),
    high: Math.max(...ratios),
    goal,
    most,
    pass: goal === null || (most ? value <= goal : value >= goal),
  };
}

/** Keeps figures for the one table of `npm run bench`, which names a file for them; alone, a bench keeps none. */
export function record(title, figures) {
  const file = process.env.BENCH_FIGURES;
  if (file) appendFileSync(file, figures.map((one) => `${JSON.stringify({ title, ...one })}\n`).join(''));
}

/** Tells each figure in a line, and returns sentences about those that miss their goal. */
export function report(title, figures, log) {
  log(`\n${title}, median of the rounds (lowest to highest):`);
  const width = Math.max(...figures.map(({ name }) => name.length));
  const missed = [];
  record(title, figures);
  for (const { name, value, low, high, goal, most, pass } of figures) {
    const wanted = goal === null ? 'no goal' : `goal ${most ? 'at most' : 'at least'} ${goal.toFixed(2)}  ${pass ? 'ok' : 'MISSED'}`;
    log(`  ${name.padEnd(width)}  ${value.toFixed(2).padStart(5)}  (${low.toFixed(2)} to ${high.toFixed(2)})  ${wanted}`);
    if (!pass) missed.push(`${title}: ${name}: ${value.toFixed(2)}, ${wanted}`);
  }
  return missed;
}

/** Numbers between 0 and 1 that are the same in every run. */
export function repeatable(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
