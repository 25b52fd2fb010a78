import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { until } from '../clock.mjs';
import { signal, startOf } from '../process-info.mjs';

const GRACE_MS = 10_000;

/** Writes down the processes of this start, so that the next one can find them after this one was killed. */
export function writeDown(file, processes) {
  if (!existsSync(dirname(file))) return; // the data folder was removed under a running product: there is no next start to tell
  const rows = processes.filter(({ pid }) => pid).map(({ pid, start }) => ({ pid, start }));
  writeFileSync(`${file}.new`, JSON.stringify(rows), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Ends what a killed launcher left behind. Its processes end themselves when it goes; this waits for them, and insists. */
export async function clearLeftovers(file) {
  const left = read(file).filter(({ pid, start }) => startOf(pid) === start);
  const gone = ({ pid, start }) => startOf(pid) !== start;
  left.forEach(({ pid }) => signal(pid, 'SIGTERM'));
  if (!(await until(() => left.every(gone), GRACE_MS))) left.filter((row) => !gone(row)).forEach(({ pid }) => signal(pid, 'SIGKILL'));
}
