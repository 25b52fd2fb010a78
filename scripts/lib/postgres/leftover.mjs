import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../clock.mjs';
import { commandOf, signal } from '../process-info.mjs';

/** Fast shutdown, immediate shutdown, and what no process can refuse; milliseconds to wait after each. */
const STEPS = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

function serverOf(data) {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return commandOf(pid).includes(data) ? pid : null;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return null;
  }
}

/**
 * Stops the server that a killed start left behind in a data directory, and takes away a pid file whose process is gone: its number may
 * belong to somebody else by now, and PostgreSQL would refuse to start.
 */
export async function clearLeftover(data) {
  const pid = serverOf(data);
  for (const [name, deadlineMs] of pid ? STEPS : []) {
    signal(pid, name);
    if (await until(() => !commandOf(pid).includes(data), deadlineMs)) break;
  }
  rmSync(join(data, 'postmaster.pid'), { force: true });
}
