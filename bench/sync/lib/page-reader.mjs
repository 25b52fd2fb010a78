// Reads the pages it is told to, in one of three ways, and tells how much CPU time it took: `floor` asks and parses with Node alone, `read`
// is the product's exchange client, and `store` writes what that reads into the ledger too.
import 'reflect-metadata';
import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';

const built = (file) => import(new URL(`../../../dist/backend/src/${file}`, import.meta.url).href);
const { mode, url, key, databaseUrl, accountId } = JSON.parse(process.argv[2]);
/** Rows that the sync gathers before it writes them. */
const STAGE = 10_000;

/** The least a page can cost: a kept-alive connection, a signature, JSON.parse. */
function floor() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(url);
  return ({ symbol, fromId }) =>
    new Promise((done, failed) => {
      const query = `symbol=${symbol}&fromId=${fromId}&limit=1000&timestamp=${Date.now()}&recvWindow=10000`;
      const signature = createHmac('sha256', key.secretKey).update(query).digest('hex');
      request(
        { agent, hostname, port, path: `/api/v3/myTrades?${query}&signature=${signature}`, headers: { 'X-MBX-APIKEY': key.apiKey } },
        (response) => {
          const chunks = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.once('error', failed).once('end', () => done(JSON.parse(Buffer.concat(chunks).toString('utf8'))));
        },
      )
        .once('error', failed)
        .end();
    });
}

async function productClient() {
  const [{ VenueGateway }, { WeightBudget }] = await Promise.all([
    built('trading/venues/adapters/index.js'),
    built('trading/venues/budget/index.js'),
  ]);
  class NoLimits extends WeightBudget {
    take() {
      return Promise.resolve();
    }
    answered() {}
    close() {}
    status() {
      return Promise.resolve([]);
    }
  }
  const client = await new VenueGateway(new NoLimits(), url).open('binance', key, { lane: 'interactive', maxWaitMs: 0 });
  return async ({ symbol, fromId }) => (await client.fills.spot(symbol, fromId)).rows;
}

async function storing(read) {
  const [{ MikroORM }, { ormOptions }, { LedgerWriter }, { spotTrades }] = await Promise.all([
    import('@mikro-orm/postgresql'),
    built('mikro-orm.config.js'),
    built('trading/sync/ledger.writer.js'),
    built('trading/history/tables.js'),
  ]);
  const orm = await MikroORM.init(ormOptions(databaseUrl));
  const writer = new LedgerWriter(orm.em.fork(), accountId);
  let gathered = [];
  const flush = async () => {
    const move = { dataset: 'spot_trades', symbol: '', state: 'partial', cursor: gathered.at(-1).tradeId, passStartedAt: null };
    const added = await writer.add(spotTrades, gathered, move);
    if (added !== gathered.length) throw new Error(`only ${added} of ${gathered.length} rows were new`);
    gathered = [];
  };
  return {
    read: async (page) => {
      const rows = await read(page);
      gathered.push(...rows);
      if (gathered.length >= STAGE) await flush();
      return rows;
    },
    end: async () => gathered.length > 0 && flush(),
    clear: () => orm.em.fork().execute('truncate spot_trades, sync_cursors'),
  };
}

async function reader() {
  if (mode === 'floor') return { read: floor() };
  const read = await productClient();
  return mode === 'store' ? storing(read) : { read };
}

const { read, end, clear } = await reader();

/** Microseconds of CPU time a page. */
async function costOf(pages) {
  await clear?.();
  const before = process.cpuUsage();
  for (const page of pages) {
    const rows = await read(page);
    if (rows.length !== 1000) throw new Error(`a page of ${rows.length} rows`);
  }
  await end?.();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / pages.length;
}

process.on('message', (pages) => void costOf(pages).then((cost) => process.send(cost)));
process.on('disconnect', () => process.exit(0));
process.send('ready');
