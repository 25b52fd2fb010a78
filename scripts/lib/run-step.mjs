import { stopwatch } from './clock.mjs';
import { Failure } from './failure.mjs';
import { spawnGuarded } from './guarded.mjs';
import { root } from './root.mjs';

const HEARTBEAT_MS = 10_000;

/** Runs a command of the project to its end. What it writes is kept back and shown only when it fails; throws Failure then. */
export async function run(name, command, args, { env = process.env } = {}) {
  const child = spawnGuarded(command, args, { cwd: root, env });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const status = await new Promise((done) => {
    child.once('error', (error) => done(error.message));
    child.once('close', (code, signal) => done(code ?? signal));
  });
  if (status === 0) return;
  process.stderr.write(Buffer.concat(output));
  throw new Failure(`${name} failed (${status})`);
}

/** Announces a step, says every ten seconds that it still goes on, and how long it took. */
export async function step(doing, done, work) {
  const elapsed = stopwatch();
  process.stdout.write(`${doing} ...\n`);
  const heartbeat = setInterval(() => process.stdout.write(`  still at it, ${elapsed()}\n`), HEARTBEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(heartbeat);
  }
  process.stdout.write(`${done} in ${elapsed()}\n`);
}
