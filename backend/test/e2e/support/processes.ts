import { spawnSync } from 'node:child_process';
import { startOf } from '../../../../scripts/lib/process-info.mjs';

export interface ProcessRow {
  pid: number;
  parent: number;
  command: string;
}

export function processes(): ProcessRow[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, parent, command]) => ({ pid: Number(pid), parent: Number(parent), command: command ?? '' }));
}

/** Every process below `root`, however deep. */
export function tree(root: number): ProcessRow[] {
  const all = processes();
  const below = (pid: number): ProcessRow[] => all.filter((row) => row.parent === pid).flatMap((row) => [row, ...below(row.pid)]);
  return below(root);
}

/** The one process below `root` whose command holds `part`. */
export function childOf(root: number, part: string): number {
  const found = tree(root).find(({ command }) => command.includes(part));
  if (!found) throw new Error(`no ${part} below ${root}`);
  return found.pid;
}

/** One that has ended and is not yet collected by its parent counts as gone. */
export function isAlive(pid: number): boolean {
  return startOf(pid) !== null;
}

/** SIGKILL; one that has ended by itself meanwhile is as good. */
export function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
