// The fixed wire contract has spellings of its own. They stay at the edge: correct domain words everywhere inside.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './lib/files.mjs';
import { root } from './lib/root.mjs';

const ODD = /[Rr]effer\w*|[Dd]isclamer|positionInitial_margin|unRealizedProfit|surName|image_url/g;
/** Proper names for a column of the database, but not for a property of the web app. */
const SNAKE_CASE = /total_balance|(orig|executed)_qty|(orig|working)_type|position_side|stop_price/g;

const RULES = [
  {
    sources: 'backend/src',
    words: [ODD],
    edge: [/^backend\/src\/platform\/wire\//, /\/http\//, /\.(presenter|dto)\.ts$/, /^backend\/src\/trading\/venues\/adapters\//],
  },
  { sources: 'frontend/src', words: [ODD, SNAKE_CASE], edge: [/^frontend\/src\/config\/routes\.ts$/, /^frontend\/src\/lib\/wire\//] },
];

const TESTS = /\.(spec|int-spec|test)\.tsx?$|\/testing\//;

function findings({ sources, words, edge }) {
  const inside = filesBelow(sources).filter(
    (file) => /\.[cm]?tsx?$/.test(file) && !TESTS.test(file) && !edge.some((rule) => rule.test(file)),
  );
  return inside.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => words.flatMap((word) => line.match(word) ?? []).map((word) => `${file}:${index + 1}: ${word}`)),
  );
}

const found = RULES.flatMap(findings);
if (found.length > 0) {
  process.stderr.write(`Spellings of the wire away from the edge:\n${found.map((line) => `  ${line}\n`).join('')}`);
  process.exit(1);
}
