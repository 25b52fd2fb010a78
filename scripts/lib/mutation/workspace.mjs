import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { MutationError } from './errors.mjs';
import { Mutator, readSources } from './mutate.mjs';
import { select, SelectionError } from './select.mjs';

/** What a copy does without: history, data, what is built there again, and what no test reads. */
const LEFT_OUT = new Set(['.git', '.data', 'coverage', 'dist', 'docs', 'bench', 'node_modules']);

/** The entries that the command line asks for; ends the process with code 2 where a word names none. */
export function chosenEntries(entries) {
  try {
    return select(entries, process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof SelectionError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/** A copy of the project in a temporary folder, removed when the process ends, in which mutations are applied and taken back. */
export class Workspace {
  constructor(prefix) {
    this.folder = mkdtempSync(join(tmpdir(), prefix));
    process.on('exit', () => rmSync(this.folder, { recursive: true, force: true }));
    for (const name of readdirSync(root)) {
      if (!LEFT_OUT.has(name)) cpSync(join(root, name), join(this.folder, name), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
    this.sources = readSources(this.folder);
    this.mutator = new Mutator(this.sources);
  }

  /** Applies a mutation: how to take it back, or the problem of one that fits its source no more. */
  mutate(mutation) {
    try {
      const changes = this.mutator.apply(mutation);
      const before = new Map([...changes.keys()].map((path) => [path, this.sources.read(path)]));
      const write = (texts) => texts.forEach((text, path) => writeFileSync(join(this.folder, path), text));
      write(changes);
      return { restore: () => write(before) };
    } catch (error) {
      if (!(error instanceof MutationError)) throw error;
      return { problem: error.message };
    }
  }
}
