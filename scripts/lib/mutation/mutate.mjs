import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../files.mjs';
import { Declarations } from './declarations.mjs';
import { MutationError } from './errors.mjs';
import { extensions, parse, syntaxError } from './syntax.mjs';

const TREES = ['backend/src', 'frontend/src', 'sandbox/src', 'scripts'];
const PROGRAM = new RegExp(`\\.(?:${extensions.join('|')})$`);
const NO_PRODUCT = /\.(?:spec|int-spec|test|d)\.m?tsx?$|^scripts\/lib\/mutation\//;

/** The product's sources in a folder, a copy of the project for one. */
export function readSources(folder) {
  const texts = new Map();
  const read = (path) => {
    if (!texts.has(path)) texts.set(path, readFileSync(join(folder, path), 'utf8'));
    return texts.get(path);
  };
  const paths = TREES.flatMap(filesBelow).filter((path) => PROGRAM.test(path) && !NO_PRODUCT.test(path));
  return { paths, read };
}

/** Sources that are held in memory: `{ 'a.ts': 'text' }`. */
export const sourcesOf = (files) => ({ paths: Object.keys(files), read: (path) => files[path] });

const put = (text, { start, end, code }) => text.slice(0, start) + code + text.slice(end);

/** Sources with some files changed; the others keep what was parsed of them. */
class Changed extends Declarations {
  constructor(base) {
    super(base);
    this.base = base;
    this.changes = new Map();
    this.read = (path) => this.changes.get(path) ?? base.read(path);
  }

  source(path) {
    return this.changes.has(path) ? parse(path, this.changes.get(path)) : this.base.source(path);
  }

  index() {
    return this.base.index();
  }
}

function place(sources, { operation, target, change, changeFile }) {
  if (operation === 'editFile') return { path: target, change: changeFile(sources.read(target)) };
  const { path, node } = sources.find(target);
  return { path, change: change(node) };
}

export class Mutator {
  constructor(sources) {
    this.declarations = new Declarations(sources);
  }

  /** The files that the operations change, one after the other, each with its new text. Throws a MutationError where one does not fit. */
  apply(operations) {
    const changed = new Changed(this.declarations);
    for (const operation of [operations].flat()) {
      try {
        const { path, change } = place(changed, operation);
        const before = changed.read(path);
        const after = put(before, change);
        if (after === before) throw new MutationError('no-effect', 'it changes nothing');
        const problem = PROGRAM.test(path) ? syntaxError(parse(path, after)) : null;
        if (problem) throw new MutationError('invalid-code', `what it makes of ${path} is no program: ${problem}`);
        changed.changes.set(path, after);
      } catch (error) {
        if (!(error instanceof MutationError)) throw error;
        error.message = `${operation.operation} ${operation.target}: ${error.message}`;
        throw error;
      }
    }
    return changed.changes;
  }
}
