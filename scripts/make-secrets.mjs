// Makes the secrets of a product that has none yet, a file each: `node scripts/make-secrets.mjs --to DIR [--database HOST:PORT/NAME] [--user NAME]`. What is there stays as it is, so it
// may run at every start. It prints names, never what is in a file. Needs nothing but Node.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    database: { type: 'string', default: 'postgres:5432/tidemark' },
    user: { type: 'string', default: 'tidemark' },
  },
});
if (!values.to) {
  process.stderr.write('Say where: --to DIR\n');
  process.exit(2);
}

const key = () => randomBytes(32).toString('base64');

/** A whole file or none, for its owner alone, and never over another one. */
function make(name, secret) {
  const file = join(values.to, name);
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, secret(), { mode: 0o400 });
  try {
    linkSync(fresh, file);
    process.stdout.write(`${name}: made\n`);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    process.stdout.write(`${name}: kept\n`);
  } finally {
    rmSync(fresh, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

mkdirSync(values.to, { recursive: true, mode: 0o700 });
const password = make('database_password', () => randomBytes(24).toString('base64url'));
make('database_url', () => `postgres://${values.user}:${encodeURIComponent(password)}@${values.database}`);
make('encryption_keys', () => JSON.stringify({ current: 'first', keys: { first: key() }, index: key() }));
make('log_signing_key', () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
);
make('admin_password', () => randomBytes(18).toString('base64url'));
process.stdout.write(
  `Keep a copy of encryption_keys and log_signing_key elsewhere: without them no backup can be read. The first admin signs in with ${join(values.to, 'admin_password')}.\n`,
);
