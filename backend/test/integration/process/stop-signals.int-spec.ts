import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from '@jest/globals';

const SLOW_START = fileURLToPath(new URL('slow-start.mjs', import.meta.url));
const ORPHANED_START = fileURLToPath(new URL('orphaned-start.mjs', import.meta.url));

let child: ChildProcess;
afterEach(() => void child.kill('SIGKILL'));

/** Starts the process and waits until it accepts work, before its start is complete. Collects the types of its messages. */
async function accepting() {
  const said: string[] = [];
  child = fork(SLOW_START, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.on('message', ({ type }: { type: string }) => said.push(type));
  await once(child, 'message');
  // Its last message may arrive after its exit, and before the end of the channel.
  return {
    said,
    ended: Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(([exit]) => exit as [number | null, string | null]),
  };
}

it('a process that is stopped before its start is complete completes it, closes and exits with 0', async () => {
  const { said, ended } = await accepting();
  child.kill('SIGTERM');
  child.send('go on');
  expect(await ended).toEqual([0, null]);
  expect(said).toEqual(['accepts', 'ready', 'closed']);
});

it('closes once, whatever the number of signals', async () => {
  const { said, ended } = await accepting();
  child.send('go on');
  await once(child, 'message');
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) child.kill(signal);
  expect(await ended).toEqual([0, null]);
  expect(said).toEqual(['accepts', 'ready', 'closed']);
});

it('a process whose launcher has gone while it was loading ends', async () => {
  child = fork(ORPHANED_START, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});
