// Makes the secrets of a product that has none yet, a file each: `tidemark make-secrets --to DIR [--database HOST:PORT/NAME] [--redis
// HOST:PORT] [--user NAME] [--app-user NAME]`. What is there stays as it is, so it may run at every start, and adds what a new version
// needs. It prints names, never what is in a file. Needs nothing but Node.
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    database: { type: 'string', default: 'postgres:5432/tidemark' },
    redis: { type: 'string', default: 'redis:6379' },
    user: { type: 'string', default: 'tidemark' },
    'app-user': { type: 'string', default: 'tidemark_app' },
  },
});
if (!values.to) {
  process.stderr.write('Say where: --to DIR\n');
  process.exit(2);
}

const REDIS_USER = 'tidemark';

const key = () => randomBytes(32).toString('base64');
const password = () => randomBytes(24).toString('base64url');

/** A whole file or none, for its owner alone, and never over another one. */
function make(name, secret, mode = 0o400) {
  const file = join(values.to, name);
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, secret(), { mode });
  chmodSync(fresh, mode); // whatever the mask of this user is
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

/**
 * Users of Redis: ours, with all but what stops or empties the server, and nobody else. Without a password PING alone is answered, for the
 * health check.
 */
const redisUsers = (secret) =>
  [
    'user default on nopass resetkeys resetchannels -@all +ping',
    `user ${REDIS_USER} on #${createHash('sha256').update(secret).digest('hex')} ~* &* +@all -@admin -flushall -flushdb +config|get`,
    '',
  ].join('\n');

mkdirSync(values.to, { recursive: true, mode: 0o700 });
const database = (user, secret) => `postgres://${user}:${encodeURIComponent(secret)}@${values.database}`;
// The owner of the tables: for migrate, backup and restore (DATABASE_OWNER_URL).
const owner = make('database_password', password);
make('database_url', () => database(values.user, owner));
// The role of API and worker (DATABASE_URL), which migrate makes.
make('app_database_url', () => database(values['app-user'], password()));
const redis = make('redis_url', () => `redis://${REDIS_USER}:${password()}@${values.redis}`);
// Redis reads this file as a user of its own. A SHA-256 of 24 random bytes cannot be turned back.
make('redis_acl', () => redisUsers(new URL(redis).password), 0o444);
make('encryption_keys', () => JSON.stringify({ current: 'first', keys: { first: key() }, index: key() }));
make('log_signing_key', () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
);
make('admin_password', () => randomBytes(18).toString('base64url'));
process.stdout.write(
  'Keep a copy of encryption_keys and log_signing_key elsewhere: without them no backup can be read. The first admin signs ' +
    `in with ${join(values.to, 'admin_password')}.\n`,
);
