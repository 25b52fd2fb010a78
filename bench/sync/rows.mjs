// How fast rows are stored: the ledger's writer against COPY straight into an identical table, which is the limit and knows nothing of rows
// that are stored already. Every piece of work is done by all contestants in turn before the next; a round's figure is the ratio of its
// times.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { onPinnedNode } from '../../scripts/lib/node24.mjs';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { prepareBuild } from '../../scripts/lib/prepare.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { migrateDatabase } from '../../scripts/lib/schema.mjs';
import { addAccount } from './lib/account.mjs';
import { figure, repeatable, report } from '../lib/figures.mjs';

const SYMBOLS = 40;
const SYMBOLS_A_ROUND = 8;
const STAGE = 10_000;
const PAGE = 1000;
/** performance.md section 2, as ratios to COPY. */
const GOALS = { pages: 0.4, stages: 0.6, replay: 0.8 };
/** As the product's own server runs, unlike one for tests. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

const built = (file) => import(pathToFileURL(join(root, 'dist/backend/src', file)).href);
const symbolOf = (n) => `${String.fromCharCode(65 + (n % 26))}${n}COINUSDT`.slice(0, 11);

/** Fills as an exchange tells them: ids rise with time, amounts have eight digits behind the point. */
function stageOf(symbol, random) {
  let id = 100_000_000 + Math.floor(random() * 1e9);
  let time = Date.UTC(2024, 0, 1) + Math.floor(random() * 1e10);
  return Array.from({ length: STAGE }, () => {
    id += 1 + Math.floor(random() * 40);
    time += Math.floor(random() * 600_000);
    const [price, qty] = [random() * 60_000, random() * 3];
    return {
      symbol,
      tradeId: String(id),
      orderId: String(id * 7 + 13),
      buyer: random() < 0.5,
      maker: random() < 0.5,
      price: price.toFixed(8),
      qty: qty.toFixed(8),
      quoteQty: (price * qty).toFixed(8),
      fee: (price * qty * 0.001).toFixed(8),
      feeAsset: random() < 0.5 ? 'USDT' : 'BNB',
      time: new Date(time),
    };
  });
}

/** The limit: rows that need no escaping, by one COPY. */
function copyDirectly(client, account, rows) {
  const lines = rows.map(
    (r) =>
      `${account}\t${r.symbol}\t${r.tradeId}\t${r.buyer}\t${r.orderId}\t${r.maker}\t${r.price}\t${r.qty}\t${r.quoteQty}\t` +
      `${r.fee}\t${r.feeAsset}\t${r.time.toISOString()}\n`,
  );
  return new Promise((done, failed) => {
    const stream = client.query(
      copyFrom(
        'copy bench_limit (account_id, symbol, trade_id, buyer, order_id, maker, price, qty, quote_qty, fee, fee_asset, time) from stdin',
      ),
    );
    stream.once('finish', done).once('error', failed).end(lines.join(''));
  });
}

/** All contestants: name and what each does with a stage. The replays come last, once their rows are stored. */
function contestants({ client, account, writer, spotTrades }) {
  const add = async (table, rows, wanted) => {
    const added = await writer.add(table, rows, {
      dataset: 'spot_trades',
      symbol: rows[0].symbol,
      state: 'partial',
      cursor: rows.at(-1).tradeId,
      passStartedAt: null,
    });
    if (added !== wanted) throw new Error(`${added} rows are new, not ${wanted}`);
  };
  const pages = async (rows, wanted) => {
    for (let i = 0; i < rows.length; i += PAGE) await add({ ...spotTrades, name: 'bench_pages' }, rows.slice(i, i + PAGE), wanted && PAGE);
  };
  const stage = (rows, wanted) => add({ ...spotTrades, name: 'bench_stages' }, rows, wanted);
  return {
    fresh: {
      limit: (rows) => copyDirectly(client, account, rows),
      pages: (rows) => pages(rows, PAGE),
      stages: (rows) => stage(rows, STAGE),
    },
    replay: { pagesAgain: (rows) => pages(rows, 0), stagesAgain: (rows) => stage(rows, 0) },
  };
}

/** Milliseconds by contestant; who begins changes with each stage. */
async function round(stages, { fresh, replay }) {
  const spent = {};
  for (const [n, rows] of stages.entries()) {
    for (const group of [fresh, replay]) {
      const names = Object.keys(group);
      for (let i = 0; i < names.length; i++) {
        const name = names[(n + i) % names.length];
        const start = performance.now();
        await group[name](rows);
        spent[name] = (spent[name] ?? 0) + performance.now() - start;
      }
    }
  }
  return spent;
}

/** Needs the built back end; returns sentences about goals that are missed. */
export async function measureRows({ rounds = 5, log = console.log } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  const database = await startPostgres({ home: join(home, 'database'), scratch: true, settings: DURABLE });
  const client = new pg.Client({ connectionString: database.url() });
  let orm;
  try {
    await migrateDatabase(database.url());
    const [{ MikroORM }, { ormOptions }, { LedgerWriter }, { spotTrades }] = await Promise.all([
      import('@mikro-orm/postgresql'),
      built('mikro-orm.config.js'),
      built('trading/sync/ledger.writer.js'),
      built('trading/history/tables.js'),
    ]);
    await client.connect();
    const account = await addAccount(client);
    for (const name of ['limit', 'pages', 'stages']) await client.query(`create table bench_${name} (like spot_trades including all)`);
    orm = await MikroORM.init(ormOptions(database.url()));
    const all = contestants({ client, account, writer: new LedgerWriter(orm.em.fork(), account), spotTrades });
    const random = repeatable(20_261_121);
    const ratios = { pages: [], stages: [], pagesAgain: [], stagesAgain: [] };
    // The first round warms up: code, connections, prepared statements.
    for (let n = 0; n <= rounds; n++) {
      const stages = Array.from({ length: SYMBOLS_A_ROUND }, (_, i) => stageOf(symbolOf((n * SYMBOLS_A_ROUND + i) % SYMBOLS), random));
      const spent = await round(stages, all);
      if (n === 0) continue;
      for (const name of Object.keys(ratios)) ratios[name].push(spent.limit / spent[name]);
      const told = Object.keys(ratios).map((name) => `${name} ${ratios[name].at(-1).toFixed(2)}`);
      log(`round ${n}: COPY ${Math.round((SYMBOLS_A_ROUND * STAGE * 1000) / spent.limit)} rows/s, ${told.join(', ')}`);
    }
    const figures = [
      figure('new rows, pages of 1,000', ratios.pages, GOALS.pages),
      figure('new rows, stages of 10,000', ratios.stages, GOALS.stages),
      figure('the same rows again, pages', ratios.pagesAgain, GOALS.replay),
      figure('the same rows again, stages', ratios.stagesAgain, GOALS.replay),
    ];
    return report("Speed of storing rows as a share of COPY's", figures, log);
  } finally {
    await orm?.close();
    await client.end();
    await database.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  await onPinnedNode();
  await prepareBuild('back end');
  process.exitCode = (await measureRows()).length === 0 ? 0 : 1;
}
