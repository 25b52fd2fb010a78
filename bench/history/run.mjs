// What a page of a long history costs, from its first to its last: the reader of the built back end against the bare page query, which is
// the same query for 25 rows from the beginning, by the same driver. One account of 120,000 fills among others, warm cache. Each round asks
// every page kind in turn; its figure is the ratio of the medians.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { MikroORM } from '@mikro-orm/postgresql';
import { onPinnedNode } from '../../scripts/lib/node24.mjs';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { migrateDatabase } from '../../scripts/lib/schema.mjs';
import { addAccount } from '../sync/lib/account.mjs';
import { figure, median, repeatable, report } from '../lib/figures.mjs';

const FILLS = 120_000;
const OTHERS = 400_000;
const PER_PAGE = 25;
const PAGES = FILLS / PER_PAGE;
const ASKED_A_ROUND = 200;
const ROUNDS = 7;
/** performance.md section 3, and what the member area must show. */
const GOAL = 1.5;

const built = (file) => import(pathToFileURL(join(root, 'dist/backend/src', file)).href);
const fills = `insert into spot_trades (account_id, symbol, trade_id, buyer, order_id, maker, price, qty, quote_qty, fee, fee_asset, time)
  select $1, 'S' || n % 20 || 'USDT', n::text, n % 2 = 0, n::text, false, 100 + n % 1000, 0.5, n, 0.001, 'BNB',
    timestamptz '2024-01-01Z' + n * interval '263 seconds' from generate_series(1, $2::int) n`;
const counters = `insert into sync_cursors (account_id, dataset, symbol, state, row_count)
  select account_id, 'spot_trades', symbol, 'complete', count(*) from spot_trades where account_id = $1 group by 1, 3`;

async function spent(work) {
  const begin = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - begin) / 1e6;
}

/** Needs the built back end; returns sentences about goals that are missed. */
async function measureHistory(log = console.log) {
  const home = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  let database;
  let orm;
  try {
    database = await startPostgres({ home: join(home, 'database'), scratch: true });
    await migrateDatabase(database.url());
    const client = new pg.Client({ connectionString: database.url() });
    await client.connect();
    const account = await addAccount(client);
    const {
      rows: [{ user_id: userId }],
    } = await client.query('select user_id from exchange_accounts where id = $1', [account]);
    await client.query(fills, [account, FILLS]);
    await client.query(fills, ['00000000-0000-4000-8000-000000000001', OTHERS]);
    await client.query(counters, [account]);
    await client.query('vacuum analyze spot_trades');
    await client.end();

    const [{ HistoryReader }, { spotTradeView }, { entities }] = await Promise.all([
      built('trading/history/history.reader.js'),
      built('trading/history/tables.js'),
      built('entities.js'),
    ]);
    orm = await MikroORM.init({ entities: [...entities], clientUrl: database.url(), discovery: { warnWhenNoEntities: false } });
    const reader = new HistoryReader(orm.em.fork());
    const connection = orm.em.getConnection();
    // The statement that reads the page, apart from those that find its owner and its total.
    const statements = [];
    // oxlint-disable-next-line typescript/unbound-method -- called on its client below
    const { query } = pg.Client.prototype;
    pg.Client.prototype.query = function (statement, ...rest) {
      const text = typeof statement === 'string' ? statement : statement.text;
      if (typeof text !== 'string' || !text.startsWith('select "symbol"') || typeof rest.at(-1) === 'function')
        return query.call(this, statement, ...rest);
      const begin = process.hrtime.bigint();
      return query.call(this, statement, ...rest).finally(() => statements.push(Number(process.hrtime.bigint() - begin) / 1e6));
    };
    const page = (n, wish = {}) => reader.list(userId, spotTradeView, { offset: (n - 1) * PER_PAGE, limit: PER_PAGE, ...wish });
    const bare = () =>
      connection.execute(
        `select symbol, trade_id, buyer, price, qty, quote_qty, fee, fee_asset, time from spot_trades where account_id = ?
          order by time desc, trade_id desc, symbol desc, buyer desc limit ?`,
        [account, PER_PAGE],
      );
    const random = repeatable(7);
    const any = () => 1 + Math.floor(random() * PAGES);
    const kinds = {
      'bare query': bare,
      'first page': () => page(1),
      'last page': () => page(PAGES),
      'any page': () => page(any()),
      'any page, oldest first': () => page(any(), { order: 'ASC' }),
      'any page, by symbol': () => page(any(), { sort: 'symbol' }),
      'any page of one symbol': () => page(1 + Math.floor(random() * (PAGES / 20)), { only: 'S3USDT' }),
    };
    const anchored = await spent(() => page(PAGES / 2));
    log(`the first page from the middle of ${FILLS} fills, which makes the anchors: ${anchored.toFixed(0)} ms`);
    const costs = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
    const pageQuery = [];
    for (let n = 0; n <= ROUNDS; n++) {
      const times = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
      statements.length = 0;
      for (let i = 0; i < ASKED_A_ROUND; i++) for (const [name, ask] of Object.entries(kinds)) times[name].push(await spent(ask));
      if (n === 0) continue;
      for (const name of Object.keys(kinds)) costs[name].push(median(times[name]));
      pageQuery.push(median(statements));
    }
    for (const [name, ms] of Object.entries(costs)) log(`${name}: ${median(ms).toFixed(2)} ms`);
    const over = (name, base) => costs[name].map((ms, n) => ms / costs[base][n]);
    const pages = Object.keys(kinds).slice(2);
    return [
      ...report(
        'A page as a multiple of the first page',
        pages.map((name) => figure(name, over(name, 'first page'), GOAL, { most: true })),
        log,
      ),
      ...report(
        'The query of a page, of all kinds of pages, as a multiple of the bare query',
        [
          figure(
            'page query',
            pageQuery.map((ms, n) => ms / costs['bare query'][n]),
            GOAL,
            { most: true },
          ),
        ],
        log,
      ),
      ...report(
        'The whole list call, with its owner and its total, as a multiple of the bare query',
        [figure('first page', over('first page', 'bare query'), null), figure('last page', over('last page', 'bare query'), null)],
        log,
      ),
    ];
  } finally {
    await orm?.close(true);
    await database?.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

await onPinnedNode();
const missed = await measureHistory();
console.log(missed.length === 0 ? '\nEvery goal is met.' : `\nMissed:\n${missed.map((text) => `- ${text}`).join('\n')}`);
process.exitCode = missed.length === 0 ? 0 : 1;
