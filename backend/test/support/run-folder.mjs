import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of this run's servers, in the temporary folder that scripts/test.mjs gives the run. */
export function runFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'servers-'));
  chmodSync(folder, 0o711); // the user of PostgreSQL passes through
  return folder;
}
