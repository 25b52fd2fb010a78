import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { until } from '../clock.mjs';
import { signal, startOf } from '../process-info.mjs';

const GRACE_MS = 10_000;

/** Records the processes of this start in `file`, so that the next start can end them if this launcher is killed. */
export function recordProcesses(file, processes) {
  if (!existsSync(dirname(file))) return; // the data folder was removed under a running product: no later start needs the list
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

/** Ends the processes of a killed launcher. They exit by themselves when it dies; those still running after the grace period are killed. */
export async function endOrphans(file) {
  const left = read(file).filter(({ pid, start }) => startOf(pid) === start);
  const gone = ({ pid, start }) => startOf(pid) !== start;
  left.forEach(({ pid }) => signal(pid, 'SIGTERM'));
  if (!(await until(() => left.every(gone), GRACE_MS))) left.filter((row) => !gone(row)).forEach(({ pid }) => signal(pid, 'SIGKILL'));
}
