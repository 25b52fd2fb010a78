import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { startOf } from './process-info.mjs';

/** Who holds the lock: null when nobody does, or nobody who still runs. */
function read(file) {
  try {
    const text = readFileSync(file, 'utf8');
    const { pid, start } = JSON.parse(text);
    return { text, pid, alive: startOf(pid) === start };
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    if (error instanceof SyntaxError) return { text: readFileSync(file, 'utf8'), pid: 0, alive: false };
    throw error;
  }
}

/** Takes away the lock of a dead holder: what was moved is looked at once more, lest a lock taken in between is lost. */
function breakLock(file, stale) {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== stale.text) linkSync(aside, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
  rmSync(aside, { force: true });
}

/**
 * Takes a lock file, or says who has it: `{ release }` or `{ holder: pid }`. It names its holder by process id and start time, so the lock
 * of a killed process is told from a live one, also after its id has gone to another process. Throws the system's error where it cannot
 * write.
 */
export function tryLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify({ pid: process.pid, start: startOf(process.pid) }));
  try {
    for (;;) {
      try {
        linkSync(own, file); // appears with its content or not at all
        return { release: () => rmSync(file, { force: true }) };
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      const other = read(file);
      if (other?.alive) return { holder: other.pid };
      if (other) breakLock(file, other);
    }
  } finally {
    rmSync(own, { force: true });
  }
}
