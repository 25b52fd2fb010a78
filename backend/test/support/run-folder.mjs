import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOf } from '../../../scripts/lib/process-info.mjs';

/** A folder for this run; those of runs that were killed are taken away. */
export function runFolder() {
  for (const name of readdirSync(tmpdir())) {
    const run = /^tidemark-jest-(\d+)-/.exec(name);
    if (run && startOf(Number(run[1])) === null) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
  return mkdtempSync(join(tmpdir(), `tidemark-jest-${process.pid}-`));
}
