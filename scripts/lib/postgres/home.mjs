import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../failure.mjs';

const DATA = 'postgres';
const NOTES = 'postgres.json';
/** Where root may keep data that PostgreSQL's user can reach; the second is tidied by age on many systems. */
const ELSEWHERE = ['/var/lib/tidemark', '/var/tmp/tidemark'];

function account(...names) {
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const row = names.map((name) => rows.find(([user]) => user === name)).find(Boolean);
  if (!row) throw new Failure('PostgreSQL does not run as root, and this machine has no user "postgres" or "nobody" to run it as');
  return { uid: Number(row[2]), gid: Number(row[3]) };
}

/** Who runs the server: {} for ourselves; as root the owner of the data, else `postgres` or `nobody`. */
function serverUser(data) {
  if (process.getuid() !== 0) return {};
  const owner = statSync(data, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : account('postgres', 'nobody');
}

const reaches = (user, directory) => spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { ...user, cwd: '/' }).status === 0;

/** Lets `user` pass through `home`, which is ours, without letting it list what is there. */
function reachable(user, home) {
  if (user.uid === undefined || reaches(user, home)) return true;
  if (!reaches(user, dirname(home))) return false;
  chmodSync(home, statSync(home).mode | 0o011);
  return reaches(user, home);
}

function makeElsewhere() {
  const base = ELSEWHERE.find((directory) => {
    try {
      mkdirSync(directory, { recursive: true, mode: 0o711 });
      return lstatSync(directory).isDirectory() && lstatSync(directory).uid === 0;
    } catch {
      return false; // read-only here: the next one
    }
  });
  if (!base) throw new Failure('DATA_DIR: no folder that the user of PostgreSQL can reach');
  chmodSync(base, 0o711);
  const home = mkdtempSync(join(base, 'data-'));
  chmodSync(home, 0o711);
  return home;
}

function readNotes(home) {
  const file = join(home, NOTES);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  if (existsSync(join(home, DATA))) throw new Failure(`DATA_DIR: ${file} with the password of the database beside it is missing`);
  return null;
}

function keepNotes(home, notes) {
  const file = join(home, NOTES);
  writeFileSync(`${file}.new`, JSON.stringify(notes, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return notes;
}

/**
 * Where a database lives and who runs it: `{ data, user, password, elsewhere }`. Below `directory`, except for root where the way there is
 * closed to the server's user (as below /root): then in a folder of the system that it remembers.
 */
export function openHome(directory) {
  mkdirSync(directory, { recursive: true });
  const home = realpathSync(directory);
  const user = serverUser(join(home, DATA));
  let notes = readNotes(home);
  if (!notes) {
    const password = randomBytes(24).toString('base64url');
    notes = keepNotes(home, { password, ...(!reachable(user, home) && { elsewhere: makeElsewhere() }) });
  }
  if (notes.elsewhere && !existsSync(notes.elsewhere))
    throw new Failure(`DATA_DIR: the database of ${home} was kept in ${notes.elsewhere}, which is gone`);
  if (!notes.elsewhere && !reachable(user, home)) throw new Failure(`DATA_DIR: the user of PostgreSQL cannot reach ${home} any more`);
  const data = join(notes.elsewhere ?? home, DATA);
  return { data, user: notes.elsewhere ? serverUser(data) : user, password: notes.password, elsewhere: notes.elsewhere };
}

/**
 * Makes a database cluster in one step: an interrupted initdb leaves nothing that looks like one. `initdb(directory, passwordFile)` fills
 * it.
 */
export async function createCluster({ data, user, password }, initdb) {
  const home = dirname(data);
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(`${DATA}.new-`)))
    rmSync(join(home, name), { recursive: true, force: true });
  const fresh = mkdtempSync(join(home, `${DATA}.new-`));
  const passwordFile = join(fresh, 'password');
  const cluster = join(fresh, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  chmodSync(fresh, 0o711);
  if (user.uid !== undefined) for (const path of [passwordFile, cluster]) chownSync(path, user.uid, user.gid);
  try {
    await initdb(cluster, passwordFile);
    renameSync(cluster, data);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
