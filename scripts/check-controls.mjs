// Every security control that `npm run controls` takes away stands in its file exactly once, so that taking it away changes what is meant.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { controls } from '../backend/test/controls/index.mjs';
import { root } from './lib/root.mjs';

const problems = controls.flatMap(({ id, control, file, from }) => {
  const found = readFileSync(join(root, file), 'utf8').split(from).length - 1;
  return found === 1 ? [] : [`${id} ${control}: "${from.slice(0, 60)}" stands ${found} times in ${file}`];
});
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
