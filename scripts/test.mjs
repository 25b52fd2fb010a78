// Runs jest. `npm test` runs every suite that a change can break; `npm run test:quick` and `npm run proofs` name other projects
// (scripts/lib/testing/runs.mjs). Takes jest's own arguments. Suites that need a browser or Redis run where those are found.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { onPinnedNode } from './lib/node24.mjs';
import { watchParent } from './lib/parent-watch.mjs';
import { root } from './lib/root.mjs';
import { makeRunFolder } from './lib/testing/run-folder.mjs';
import { projectsOf } from './lib/testing/runs.mjs';
import { testTools } from './lib/testing/tools.mjs';

await onPinnedNode();

const { name, jestArguments } = projectsOf(process.argv.slice(2));
const folder = makeRunFolder();
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const tools = Object.fromEntries(testTools().map(({ variable, found }) => [variable, found ?? '']));
const env = { ...process.env, NODE_ENV: 'test', ...tools, TMPDIR: folder, TEST_LEFTOVERS: join(folder, 'leftovers.jsonl'), TEST_RUN: name };
const reporters = ['default', 'not-run-reporter.mjs', 'leftover-reporter.mjs'].map(
  (file) => `--reporters=${file.endsWith('.mjs') ? join(root, 'scripts/lib/testing', file) : file}`,
);
const command = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  // Options that take a list come last, so that they take no path for one of theirs.
  ...jestArguments,
  ...reporters,
];

const jest = spawn(process.execPath, command, { cwd: root, stdio: 'inherit', env });
// A terminal sends Ctrl-C to jest as well; a signal for this process alone is passed on.
for (const name of ['SIGTERM', 'SIGHUP']) process.on(name, () => jest.kill(name));
process.on('SIGINT', () => undefined);
watchParent(() => jest.kill('SIGTERM'));
jest.once('exit', (code) => process.exit(code ?? 1));
