import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Door } from '../door.mjs';
import { breaks } from './operations.mjs';

const CLEAN = [503, 507];
/** People whose pages are asked for once everything is whole. */
const SAMPLE = 20;
/** Of signInOrigin (backend/src/platform/rate-limits/rate-limits.config.ts). */
const WRONG_SIGN_INS = 10;

/** I9: everything that is sealed opens, each row has its file, and no file is there twice. */
export async function files(run) {
  const { world } = run;
  const { code, out } = await world.command('keys:verify');
  if (code !== 0) breaks(`keys:verify: ${out}`);
  const rows = await world.database.rows('select storage_key as key from files');
  const folder = join(world.dataDir, 'files');
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const kept = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  const missing = rows.find(({ key }) => !kept.has(key));
  if (missing) breaks(`the file ${missing.key} is gone`);
  // What a crash left without a row is swept after a day.
  run.measured.filesWithoutRow = kept.size - rows.length;
  const [unused] = await world.database.rows(
    `select f.id from files f where f.purpose in ('id-card', 'proof-of-address', 'payment-proof') and not exists (select 1
      from kyc_submissions k where f.id in (k.id_card_file_id, k.proof_file_id)) and not exists (select 1 from payments p
      where p.proof_file_id = f.id) limit 1`,
  );
  if (unused) breaks(`the row of file ${unused.id} belongs to no submission`);
}

/**
 * I10: while something was broken an answer was right or said "later"; afterwards every one is right, and no process fell over by itself.
 */
export async function answers({ history, world, people, healedAt }) {
  const wrong = history.answers.find(({ status }) => status !== null && status >= 500 && !CLEAN.includes(status));
  if (wrong) breaks(`${wrong.op} was answered with ${wrong.status}`);
  const late = history.answers.find(({ status, at }) => at > healedAt && status !== null && status >= 500);
  if (late) breaks(`${late.op} was answered with ${late.status} after everything was whole`);
  const door = new Door(world.balancer, history, '10.20.1.7');
  for (const { token } of people.filter((person) => person.token !== null && !person.busy).slice(0, SAMPLE)) {
    for (const path of ['/getuser', '/me/kyc', '/me/payment']) {
      const { status } = await door.send('GET', path, { token });
      if (status !== null && status !== 200) breaks(`${path} is answered with ${status} after everything was whole`);
    }
  }
  if (world.crashes.length > 0) breaks(world.crashes[0]);
}

/** I11: who was shut out is out, and an old password or token opens nothing. */
export async function sessions({ world, people, history }) {
  const [alive] = await world.database.rows(
    `select u.email from sessions s join users u on u.id = s.user_id
      where (u.status <> 'active' or u.rejected_at is not null) and s.ended_at is null and s.security_epoch = u.security_epoch limit 1`,
  );
  if (alive) breaks(`${alive.email} is shut out and has a living session`);
  const door = new Door(world.balancer, history, '10.30.1.7');
  for (const person of people) {
    for (const token of person.deadTokens) {
      const { status } = await door.send('GET', '/getuser', { token });
      if (status !== 401) breaks(`a token of ${person.email} that was ended is answered with ${status}`);
    }
    if (!person.deadPassword) continue;
    const { status } = await door.send('POST', '/signinuser', { body: { email: person.email, password: person.deadPassword } });
    if (status !== 401) breaks(`the old password of ${person.email} is answered with ${status}`);
  }
}

/** I12: what was planted stands in no log, no row and no queue. */
export async function secrets({ world, secrets: planted }) {
  // A column of bytes is shown in hexadecimal.
  const forms = [...planted].flatMap((secret) => [
    [secret, secret],
    [secret, Buffer.from(secret).toString('hex')],
  ]);
  const find = (text, where) => {
    for (const [secret, form] of forms) if (text.includes(form)) breaks(`a secret ("${secret.slice(0, 8)}...") stands in ${where}`);
  };
  for (const name of readdirSync(world.logs)) find(readFileSync(join(world.logs, name), 'utf8'), name);
  const tables = await world.database.rows(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  for (const { name } of tables)
    find((await world.database.rows(`select t::text as row from ${name} t`)).map(({ row }) => row).join('\n'), name);
  if (world.redis) find(await world.redis.contents(), 'Redis');
}

/**
 * I13: limits are counted over all processes: of wrong sign-ins, which go to every process in turn, no more are looked at than one process
 * would.
 */
export async function sharedLimits({ world, history }) {
  const door = new Door(world.balancer, history, '10.40.1.7');
  const tries = [];
  for (let i = 0; i < 2 * WRONG_SIGN_INS + 2; i++)
    tries.push((await door.send('POST', '/signinuser', { body: { email: 'guessed@club.example', password: `guess number ${i}` } })).status);
  const looked = tries.filter((status) => status === 401).length;
  if (looked !== WRONG_SIGN_INS || tries.slice(WRONG_SIGN_INS).some((status) => status !== 429))
    breaks(`${looked} wrong sign-ins were looked at, and ${WRONG_SIGN_INS} are allowed over all processes (${tries.join(' ')})`);
}
