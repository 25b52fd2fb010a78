// The command line: `npm run cli -- <command>`, with the settings and the database of the product, whether it runs or not.
import { onPinnedNode } from './lib/node24.mjs';

await onPinnedNode();
const { Failure } = await import('./lib/failure.mjs');
const { commandEnvironment } = await import('./lib/launcher/command-environment.mjs');
const { watchParent } = await import('./lib/parent-watch.mjs');
const { run } = await import('../dist/backend/bundle/run.mjs');

let commandEnv;

async function environment() {
  commandEnv = await commandEnvironment(process.env, { makesDatabase: /^(backup )?restore\b/.test(process.argv.slice(2).join(' ')) });
  return commandEnv.env;
}

/** Stops the database that this command started, which must be shut down cleanly. */
async function end(code) {
  await commandEnv?.close();
  process.exit(code);
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => void end(1));
watchParent(() => void end(1));

try {
  const code = await run(process.argv.slice(2), {
    environment,
    input: process.stdin,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    program: 'npm run cli --',
  });
  await commandEnv?.close();
  process.exitCode = code;
} catch (error) {
  process.stderr.write(`${error instanceof Failure ? error.message : error.stack}\n`);
  await end(1);
}
