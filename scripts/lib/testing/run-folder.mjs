import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOf } from '../process-info.mjs';

/** Clusters, databases and browser profiles of a whole run need some two gigabytes. */
const ROOM = 4 * 1024 ** 3;
const MEMORY = '/dev/shm';

function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM;
  } catch {
    return false; // not there, as on macOS
  }
}

/** Removes the folders of runs that were killed. */
function sweep(base) {
  for (const name of readdirSync(base)) {
    const run = /^tidemark-jest-(\d+)-/.exec(name);
    if (run && startOf(Number(run[1])) === null) rmSync(join(base, name), { recursive: true, force: true });
  }
}

/**
 * Makes the temporary folder of this run: in memory where that has room, because a database is cloned for each suite; else where the system
 * says.
 */
export function makeRunFolder() {
  const base = process.platform === 'linux' && hasRoom(MEMORY) ? MEMORY : tmpdir();
  sweep(base);
  const folder = mkdtempSync(join(base, `tidemark-jest-${process.pid}-`));
  chmodSync(folder, 0o711); // the user of PostgreSQL passes through
  return folder;
}
