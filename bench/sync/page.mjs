// What one page of 1,000 fills costs the worker, as CPU time of a process of its own, against asking for the same page and parsing it with
// Node alone. Each process reads the same pages in turn; a round's figure is the ratio of their times.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onPinnedNode } from '../../scripts/lib/node24.mjs';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { prepareBuild } from '../../scripts/lib/prepare.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { migrateDatabase } from '../../scripts/lib/schema.mjs';
import { addAccount } from './lib/account.mjs';
import { keyOf, NO_LIMITS, startExchange } from './lib/exchange.mjs';
import { figure, median, report } from '../lib/figures.mjs';

const MEMBER = 'whale';
const PAGE = 1000;
const PAGES_A_ROUND = 40;
/** performance.md section 6. */
const GOAL = 2.2;
const MODES = ['floor', 'read', 'store'];

/** The next message of a child, or its end. */
function answer(child, name) {
  return new Promise((done, failed) => {
    const ended = (code) => failed(new Error(`${name} ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      done(message);
    });
  });
}

/** Where full pages of the member's fills begin. */
async function fullPages(exchange) {
  const { spotTrades } = await exchange.truth(`${MEMBER}-1`);
  const bySymbol = Map.groupBy(spotTrades, ({ symbol }) => symbol);
  return [...bySymbol].flatMap(([symbol, rows]) => {
    const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
    return Array.from({ length: Math.floor(ids.length / PAGE) }, (_, n) => ({ symbol, fromId: String(ids[n * PAGE]) }));
  });
}

/** Needs the built back end; returns sentences about goals that are missed. */
export async function measurePage({ rounds = 7, log = console.log } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  const children = {};
  let database;
  let exchange;
  try {
    database = await startPostgres({ home: join(home, 'database'), scratch: true });
    exchange = await startExchange();
    await exchange.control('POST', 'limits', NO_LIMITS);
    await migrateDatabase(database.url());
    const client = new pg.Client({ connectionString: database.url() });
    await client.connect();
    const accountId = await addAccount(client);
    await client.end();
    const all = await fullPages(exchange);
    const pages = all.slice(0, PAGES_A_ROUND);
    for (const mode of MODES) {
      const task = { mode, url: exchange.url, key: keyOf(MEMBER, 1), databaseUrl: database.url(), accountId };
      children[mode] = fork(join(root, 'bench/sync/lib/page-reader.mjs'), [JSON.stringify(task)], {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      await answer(children[mode], mode);
    }
    const costs = { floor: [], read: [], store: [] };
    // The first two rounds warm up, the exchange too.
    for (let n = -1; n <= rounds; n++) {
      for (let i = 0; i < MODES.length; i++) {
        const mode = MODES[(n + 1 + i) % MODES.length];
        const cost = answer(children[mode], mode);
        children[mode].send(pages);
        const us = await cost;
        if (n > 0) costs[mode].push(us);
      }
      if (n > 0) log(`round ${n}: a page costs ${MODES.map((mode) => `${mode} ${(costs[mode].at(-1) / 1000).toFixed(2)} ms`).join(', ')}`);
    }
    const ratios = (mode) => costs[mode].map((us, n) => us / costs.floor[n]);
    log(`CPU time a page of ${PAGE}, medians: ${MODES.map((mode) => `${mode} ${(median(costs[mode]) / 1000).toFixed(2)} ms`).join(', ')}`);
    const figures = [
      figure('asked for and read', ratios('read'), GOAL, { most: true }),
      figure('and stored, ten pages at a time', ratios('store'), null),
    ];
    return report('CPU time of a page as a multiple of request, signature and JSON.parse', figures, log);
  } finally {
    for (const child of Object.values(children)) if (child.connected) child.disconnect();
    exchange?.stop();
    await database?.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  await onPinnedNode();
  await prepareBuild('back end');
  process.exitCode = (await measurePage()).length === 0 ? 0 : 1;
}
