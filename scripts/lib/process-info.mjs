import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Fields of /proc/<pid>/stat from the third on: the second, the name, may hold blanks and brackets. */
function procStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null; // no such process
  }
}

const ps = (pid, column) => spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';

const linux = process.platform === 'linux';

/** When a process started, as an opaque text; null when there is none. With the id it tells a process from a later one of the same id. */
export function startOf(pid) {
  if (!linux) return ps(pid, 'lstart') || null;
  const stat = procStat(pid);
  return stat && stat[0] !== 'Z' ? stat[19] : null;
}

export function parentOf(pid) {
  return Number(linux ? procStat(pid)?.[1] : ps(pid, 'ppid')) || null;
}

/** The command line of a process with its arguments; empty when there is none. */
export function commandOf(pid) {
  if (!linux) return ps(pid, 'args');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return ''; // no such process
  }
}

/** Sends a signal; false when the process, or the group of a negative id, is gone. */
export function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
    return false;
  }
}
