// What changed, from git.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failure.mjs';
import { root } from '../../root.mjs';

/**
 * Runs git in the root; null where it fails. In a container the checkout often belongs to another user, which git refuses unless told
 * otherwise.
 */
function git(...args) {
  const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return status === 0 ? stdout : null;
}

const commit = (name) => git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`)?.trim() ?? null;

/**
 * Finds the commit that a change began at: where it left origin/main, or the one before the last where there is no such branch or all of it
 * is pushed.
 */
function defaultBase() {
  const fork = git('merge-base', 'HEAD', 'origin/main')?.trim();
  return fork && fork !== commit('HEAD') ? fork : commit('HEAD~1');
}

/** Resolves `--since`, or its default, to the id of a commit. Throws Failure where there is none. */
export function baseCommit(name) {
  const base = name === undefined ? defaultBase() : commit(name);
  if (base) return base;
  throw new Failure(name === undefined ? 'There is no earlier commit: name one with --since' : `git knows no commit ${name}`);
}

/** Lists the files of the work tree, and those of them that differ from a commit: in later commits, staged, not staged, not tracked. */
export function filesSince(base) {
  const list = (...args) => {
    const text = git(...args);
    if (text === null) throw new Failure(`git ${args.join(' ')} failed`);
    return text.split('\0').filter((path) => path && existsSync(join(root, path)));
  };
  const untracked = list('ls-files', '-z', '--others', '--exclude-standard');
  return {
    files: [...new Set([...list('ls-files', '-z'), ...untracked])],
    changed: [...new Set([...list('diff', '--name-only', '--no-renames', '-z', base), ...untracked])],
  };
}
