// Runs jest with every project, or with what the arguments ask for. Suites that need a browser or Redis run where those are found.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onPinnedNode } from './lib/node24.mjs';
import { watchParent } from './lib/parent-watch.mjs';
import { root } from './lib/root.mjs';
import { testTools } from './lib/testing/tools.mjs';

await onPinnedNode();

const tools = Object.fromEntries(testTools().map(({ variable, found }) => [variable, found ?? '']));
const reporters = ['--reporters=default', `--reporters=${join(root, 'scripts/lib/testing/not-run-reporter.mjs')}`];
const command = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', ...reporters, ...process.argv.slice(2)];

const jest = spawn(process.execPath, command, { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test', ...tools } });
// A terminal sends Ctrl-C to jest as well; a signal for this process alone is passed on.
for (const name of ['SIGTERM', 'SIGHUP']) process.on(name, () => jest.kill(name));
process.on('SIGINT', () => undefined);
watchParent(() => jest.kill('SIGTERM'));
jest.once('exit', (code) => process.exit(code ?? 1));
