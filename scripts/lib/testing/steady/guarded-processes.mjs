// The processes of a steadiness run: jest, and those that keep the processor busy. None outlives this one, however it ends.
import { availableParallelism } from 'node:os';
import { spawnGuarded } from '../../guarded.mjs';
import { root } from '../../root.mjs';

const running = new Set();
let ending = false;

function start(args) {
  const child = spawnGuarded(process.execPath, args, { cwd: root });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  running.add(child);
  const closed = new Promise((done) => {
    child.once('close', (code) => {
      running.delete(child);
      if (!ending) done({ code, output: Buffer.concat(output).toString() });
    });
  });
  return { child, closed };
}

/**
 * Runs a script of the project to its end: `{ code, output }`. Never returns once `endAll` was called, so that nothing judges a run that
 * was cut short.
 */
export const runScript = (...args) => start(args).closed;

/**
 * Keeps every core busy until `endAll`; returns how many processes do. A suite then waits for its turn as it would on a crowded machine.
 */
export function occupyProcessor() {
  const cores = availableParallelism();
  for (let core = 0; core < cores; core++) start(['-e', 'for (;;);']);
  return cores;
}

/**
 * Ends everything and waits until it is gone. The end of its input makes a guard send SIGTERM to its command; scripts/test.mjs hands that
 * on to jest.
 */
export async function endAll() {
  ending = true;
  await Promise.all(
    [...running].map(
      (child) =>
        new Promise((done) => {
          child.once('close', done);
          child.stdin.end();
        }),
    ),
  );
}
