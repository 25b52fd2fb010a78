// How long a restore takes beside the backup it reads: trades of many accounts in the order in which they were stored, through the commands
// themselves. `node bench/backup/run.mjs [trades]`, 1,000,000 unless given. Each round restores into a new database. Exits with 1 where the
// goal is missed.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { onPinnedNode } from '../../scripts/lib/node24.mjs';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { migrateDatabase } from '../../scripts/lib/schema.mjs';
import { figure, report } from '../lib/figures.mjs';

const TRADES = 1_000_000;
const ACCOUNTS = 500;
const ROUNDS = 3;
/** A restore may take so many times as long as the backup. */
const GOAL = 3;

const built = (file) => import(pathToFileURL(join(root, 'dist/backend/src', file)).href);
/** Syncs of many accounts take turns, so that neighbours in the table are not neighbours in its indexes. */
const fills = `insert into spot_trades (account_id, symbol, trade_id, buyer, order_id, maker, price, qty, quote_qty, fee, fee_asset, time)
  select md5('account' || n % ${ACCOUNTS})::uuid, 'S' || n % 20 || 'USDT', (n * 7919 % 100000007)::text, n % 2 = 0, n::text, false,
    100 + n % 1000, 0.5, n, 0.001, 'BNB',
    timestamptz '2024-01-01Z' + n * interval '13 seconds' from generate_series(1, $1::bigint) n`;

async function seconds(work) {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}

async function query(url, ...statement) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(...statement);
  } finally {
    await client.end();
  }
}

async function command(run, environment, ...argv) {
  let told = '';
  const code = await run(argv, {
    environment: () => environment,
    input: process.stdin,
    out: () => undefined,
    err: (text) => (told += text),
  });
  if (code !== 0) throw new Error(told);
}

/** Needs the built back end; returns sentences about goals that are missed. */
async function measureBackup(trades, log = console.log) {
  const home = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  const { run } = await built('operations/cli/run.js');
  let server;
  try {
    server = await startPostgres({ home: join(home, 'database'), scratch: true });
    const key = () => randomBytes(32).toString('base64');
    const environment = {
      NODE_ENV: 'test',
      DATABASE_URL: server.url(),
      DATA_DIR: join(home, 'data'),
      EXCHANGE_URL: 'http://127.0.0.1:9',
      FX_URL: 'off',
      LOG_LEVEL: 'silent',
      ENCRYPTION_KEYS: JSON.stringify({ current: 'k1', keys: { k1: key() }, index: key() }),
    };
    await migrateDatabase(server.url());
    await query(server.url(), fills, [trades]);
    await query(server.url(), 'vacuum analyze spot_trades');
    const ratios = [];
    for (let round = 0; round < ROUNDS; round++) {
      const folder = join(home, `backup-${round}`);
      const backup = await seconds(() => command(run, environment, 'backup', '--to', folder));
      const name = `restored_${round}`;
      await query(server.url('postgres'), `create database ${name}`);
      const restore = await seconds(() => command(run, { ...environment, DATABASE_URL: server.url(name) }, 'restore', '--from', folder));
      await query(server.url('postgres'), `drop database ${name} with (force)`);
      rmSync(folder, { recursive: true });
      log(`  ${trades} trades: backup ${backup.toFixed(1)} s, restore ${restore.toFixed(1)} s`);
      ratios.push(restore / backup);
    }
    return report('backup', [figure('restore beside its backup', ratios, GOAL, { most: true })], log);
  } finally {
    await server?.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

await onPinnedNode();
const missed = await measureBackup(Number(process.argv[2] ?? TRADES));
process.exit(missed.length === 0 ? 0 : 1);
