// Runs the whole product: what nobody brought (PostgreSQL, the sandbox exchange), the migrations, API and worker. Ends all of it together.
import { onPinnedNode } from './lib/node24.mjs';

await onPinnedNode();
const { Failure } = await import('./lib/failure.mjs');
const { Launcher } = await import('./lib/launcher/launcher.mjs');
const { watchParent } = await import('./lib/parent-watch.mjs');

/** npm and the terminal may both send the same signal: only a later one means that somebody is in a hurry. */
const SAME_SIGNAL_MS = 1_000;

const launcher = new Launcher(process.env);
let endingSince;

async function end() {
  if (endingSince === undefined) {
    endingSince = performance.now();
    process.stdout.write('Stopping ...\n');
    await launcher.end();
    process.exit(0);
  }
  if (performance.now() - endingSince > SAME_SIGNAL_MS) launcher.kill();
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => void end());
watchParent(() => void end());

try {
  await launcher.start();
} catch (error) {
  if (endingSince === undefined) {
    const reason = error instanceof Failure ? error.message : error.stack;
    if (reason) process.stderr.write(`Cannot start: ${reason}\n`);
    await launcher.end();
    process.exit(1);
  }
}
