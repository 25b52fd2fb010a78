// Finds a declaration by its name, wherever its file is: a method (`ReviewQueue.claim`), a function, a constant or what is nested in one. A
// part of the file's path before a slash tells namesakes apart: `bybit/envelope/pages`. A file itself, for what stands outside of
// declarations: `platform/web/page.ts`.
import ts from 'typescript';
import { MutationError, nearest } from './errors.mjs';
import { childrenOf, parse } from './syntax.mjs';

const DECLARED = /\b(?:class|function\*?|const|let|enum)\s+([\w$]+)/g;
const FILE = /\.(?:ts|tsx|mjs)$/;

const NAMED = new Set([
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.EnumDeclaration,
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.PropertyDeclaration,
  ts.SyntaxKind.PropertyAssignment,
  ts.SyntaxKind.GetAccessor,
  ts.SyntaxKind.SetAccessor,
]);

const hasBody = (node) => node.body !== undefined;

/** The name that a declaration gives, or null for any other node and for a signature without a body. */
export function declaredName(node) {
  if (ts.isConstructorDeclaration(node)) return hasBody(node) ? 'constructor' : null;
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return hasBody(node) ? (node.name?.text ?? null) : null;
  return NAMED.has(node.kind) ? (node.name?.text ?? null) : null;
}

/** The declarations nearest below `node`: those that no other one is around. */
export function nearestDeclarations(node) {
  return childrenOf(node).flatMap((child) => (declaredName(child) === null ? nearestDeclarations(child) : [child]));
}

/** The declarations called `name` below `node` on the first level that has any. */
function named(node, name) {
  for (let level = nearestDeclarations(node); level.length > 0; level = level.flatMap(nearestDeclarations)) {
    const found = level.filter((declaration) => declaredName(declaration) === name);
    if (found.length > 0) return found;
  }
  return [];
}

function topLevel(source) {
  return source.statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [statement],
  );
}

/** Whether the segments stand next to one another in the path; the file's name counts without its ending. */
function isBelow(path, segments) {
  const parts = path.replace(/\.\w+$/, '').split('/');
  return parts.some((_, i) => segments.every((segment, j) => parts[i + j] === segment));
}

export class Declarations {
  /** @param files what there is to look in: `paths`, and `read` for the text of one */
  constructor({ paths, read }) {
    this.paths = paths;
    this.read = read;
    this.sources = new Map();
    this.names = null;
  }

  source(path) {
    if (!this.sources.has(path)) this.sources.set(path, parse(path, this.read(path)));
    return this.sources.get(path);
  }

  /** Which files may declare a name: read off their text, so that only few have to be parsed. */
  index() {
    if (this.names) return this.names;
    this.names = new Map();
    for (const path of this.paths) {
      for (const [, name] of this.read(path).matchAll(DECLARED)) {
        if (!this.names.has(name)) this.names.set(name, new Set());
        this.names.get(name).add(path);
      }
    }
    return this.names;
  }

  /** The one file and node of a target. */
  find(target) {
    return FILE.test(target) ? this.#file(target) : this.#declaration(target);
  }

  #file(target) {
    const found = this.paths.filter((path) => path === target || path.endsWith(`/${target}`));
    if (found.length === 1) return { path: found[0], node: this.source(found[0]) };
    if (found.length > 1) throw new MutationError('target-ambiguous', `${target} is ${found.length} files: ${found.join(' | ')}`);
    throw new MutationError('target-missing', `There is no file ${target}`, nearest(target, this.paths));
  }

  #declaration(target) {
    const folders = target.split('/');
    const [head, ...members] = folders.pop().split('.');
    const heads = this.#heads(head, folders);
    if (heads.length === 0) throw new MutationError('target-missing', `${target} is not declared`, nearest(head, this.index().keys()));
    let found = heads;
    for (const member of members) {
      const inside = found.flatMap(({ path, node }) => named(node, member).map((declaration) => ({ path, node: declaration })));
      if (inside.length === 0) {
        const names = found.flatMap(({ node }) => nearestDeclarations(node).map(declaredName));
        throw new MutationError('target-missing', `${target} is not declared: no ${member} there`, nearest(member, new Set(names)));
      }
      found = inside;
    }
    if (found.length === 1) return found[0];
    const where = [...new Set(found.map(({ path }) => path))];
    throw new MutationError('target-ambiguous', `${target} is declared ${found.length} times: ${where.join(' | ')}`);
  }

  #heads(name, folders) {
    const paths = [...(this.index().get(name) ?? [])].filter((path) => isBelow(path, folders));
    return paths.flatMap((path) =>
      topLevel(this.source(path))
        .filter((node) => declaredName(node) === name)
        .map((node) => ({ path, node })),
    );
  }
}
