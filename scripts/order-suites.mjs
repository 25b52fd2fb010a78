// Writes scripts/lib/testing/long-suites.json from reports of test runs: `npm test -- --json --outputFile=report.json`, then
// `node scripts/order-suites.mjs report.json ...`. Suites that no report has keep their place.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './lib/root.mjs';

const FILE = join(root, 'scripts/lib/testing/long-suites.json');
const LONG_SECONDS = 30;

const seconds = new Map(Object.entries(JSON.parse(readFileSync(FILE, 'utf8'))));
for (const report of process.argv.slice(2))
  for (const { name, startTime, endTime } of JSON.parse(readFileSync(report, 'utf8')).testResults)
    seconds.set(relative(root, name).split('\\').join('/'), Math.round((endTime - startTime) / 1000));

const long = [...seconds].filter(([, took]) => took >= LONG_SECONDS).sort(([, one], [, other]) => other - one);
writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
