// Every measure of the portfolio's computation. `node bench/portfolio/run.mjs [arithmetic stored]`. Exits with 1 where a goal is missed.
import { onPinnedNode } from '../../scripts/lib/node24.mjs';

await onPinnedNode();
const measures = {
  arithmetic: async () => (await import('./arithmetic.mjs')).measureArithmetic(),
  stored: async () => (await import('./stored.mjs')).measureStored(),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in measures));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(measures).join(', ')}`);
  process.exit(2);
}
const failures = [];
for (const [name, measure] of Object.entries(measures))
  if (wanted.length === 0 || wanted.includes(name)) failures.push(...(await measure()));
console.log(failures.length === 0 ? '\nEvery goal is met.' : `\nMissed:\n${failures.map((text) => `- ${text}`).join('\n')}`);
process.exit(failures.length === 0 ? 0 : 1);
