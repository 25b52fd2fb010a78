// Refuses files that do not belong in the repository: stray binaries, packages, large files, editor and build leftovers. Looks at tracked
// files and at what the next `git add` would take.
import { spawnSync } from 'node:child_process';
import { closeSync, lstatSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { binaryFormat, lockFileProblems, problemLine, repositoryProblems, strayPackages } from './lib/repository-rules.mjs';
import { root } from './lib/root.mjs';

const HEAD_BYTES = 8_192;

/** Runs git in the root. In a container the checkout often belongs to another user, which git refuses unless told otherwise. */
const git = (...args) =>
  spawnSync('git', ['-c', 'safe.directory=*', ...args], { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });

function skip(reason) {
  process.stdout.write(`skipped: ${reason}\n`);
  process.exit(0);
}

function listFiles(...options) {
  const { status, stdout, stderr } = git('ls-files', '-z', ...options);
  if (status !== 0) throw new Error(`git ls-files ${options.join(' ')} failed: ${stderr}`);
  return [...new Set(stdout.split('\0').filter(Boolean))];
}

function readHead(path) {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

/**
 * Describes a file of the work tree; null for one that was deleted there and is only waiting for `git rm`. A link counts as the text of its
 * target.
 */
function describeFile(path, isIgnored) {
  const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (!stat) return null;
  return { path, size: stat.size, isIgnored, format: stat.isFile() ? binaryFormat(readHead(join(root, path))) : null };
}

const top = git('rev-parse', '--show-toplevel');
if (top.error) skip('git is not installed');
// An exported copy inside somebody else's checkout is no checkout either.
if (top.status !== 0 || realpathSync(top.stdout.trim()) !== realpathSync(root)) skip('not a git checkout');

const ignored = new Set(listFiles('--cached', '--ignored', '--exclude-standard'));
const paths = listFiles('--cached', '--others', '--exclude-standard');
const files = paths.map((path) => describeFile(path, ignored.has(path))).filter((file) => file !== null);
const lockFiles = files.filter(({ path }) => /(^|\/)package-lock\.json$/.test(path));
const problems = [
  ...repositoryProblems(files),
  ...strayPackages(listFiles('--others', '--ignored', '--exclude-standard', '--directory')),
  ...lockFiles.flatMap(({ path }) => lockFileProblems(path, readFileSync(join(root, path), 'utf8'))),
];
if (problems.length > 0) {
  process.stderr.write(`${problems.map(problemLine).join('\n')}\n`);
  process.exit(1);
}
