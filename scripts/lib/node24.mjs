import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';

const MAJOR = '24';

const onIt = process.versions.node.split('.')[0] === MAJOR;
const installed = join(root, 'node_modules/.bin/node');

/** The Node that the project pins as a package; this one, where it is a Node 24 and no package fits the machine. */
export function pinnedNode() {
  if (existsSync(installed)) return installed;
  if (onIt) return process.execPath;
  throw new Failure(
    `There is no package with Node ${MAJOR} for ${process.platform} on ${process.arch}: install Node ${MAJOR} and run this with it`,
  );
}

/** Goes on only on the pinned Node; on another one runs the same script there, in its place. npm has it first in PATH anyway. */
export async function onPinnedNode() {
  if (onIt) return;
  if (!existsSync(installed)) {
    process.stderr.write(`Node ${MAJOR} is not installed here yet: run npm start or npm test, or node scripts/ensure.mjs\n`);
    process.exit(1);
  }
  const child = spawn(installed, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name));
  await new Promise(() => {
    child.once('exit', (code) => process.exit(code ?? 1));
  });
}
