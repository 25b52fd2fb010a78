// Compares two records of `TEST_STATEMENTS=<file> npm test`: for each operation and its tables, calls, and rows returned or changed. `node
// scripts/compare-statements.mjs before.json after.json [percent]` prints differences above `percent` (5). Polling and retries depend on
// time, so that two runs of the same code differ slightly.
import { readFileSync } from 'node:fs';

const [before, after] = process.argv.slice(2, 4).map((file) => JSON.parse(readFileSync(file, 'utf8')));
const limit = Number(process.argv[4] ?? 5) / 100;
const none = { calls: 0, rows: 0 };
const subjects = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
const differs = (a, b) => Math.abs(a - b) > limit * Math.max(a, b);
const different = subjects
  .map((subject) => ({ subject, was: before[subject] ?? none, is: after[subject] ?? none }))
  .filter(({ was, is }) => differs(was.calls, is.calls) || differs(was.rows, is.rows));
for (const { subject, was, is } of different)
  console.log(`${subject}\n  calls ${was.calls} -> ${is.calls}, rows ${was.rows} -> ${is.rows}`);
console.log(`${subjects.length} kinds of statement, ${different.length} differ by more than ${limit * 100} %`);
