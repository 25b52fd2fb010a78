import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { pause } from './clock.mjs';
import { Failure } from './failure.mjs';
import { freePort } from './ports.mjs';
import { postgresBinaries } from './postgres/binaries.mjs';
import { createCluster, openHome } from './postgres/home.mjs';
import { clearLeftover } from './postgres/leftover.mjs';
import { initdb, ROLE, Server } from './postgres/server.mjs';

const START_DEADLINE_MS = 60_000;
const PORT_TRIES = 5;
const WRONG_PASSWORD = '28P01';

/** For databases that live as long as one test run. */
const SCRATCH = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

const address = (port, password, database) => `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;

/**
 * Waits until the server takes queries, and makes `database` where it is missing. Throws with the server's own reason when it ends before.
 */
async function open(server, { port, password, database }) {
  const end = performance.now() + START_DEADLINE_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: address(port, password, 'postgres'), connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined); // the server went away between two queries: the next one fails
    try {
      await client.connect();
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
      if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
      return;
    } catch (error) {
      if (!server.running) throw new Failure(`PostgreSQL ended: ${server.complaint}`, { cause: error });
      if (error.code === WRONG_PASSWORD)
        throw new Failure('DATA_DIR: the password in postgres.json is not the one of the database beside it', { cause: error });
      if (performance.now() > end) throw new Failure(`PostgreSQL does not answer: ${error.message}`, { cause: error });
      await pause(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function startServer(binaries, place, { port: wanted, database, settings }) {
  for (let tries = 1; ; tries++) {
    const port = wanted ?? (await freePort());
    const server = new Server(binaries, { ...place, port, settings });
    try {
      await open(server, { port, password: place.password, database });
      return { server, port };
    } catch (error) {
      await server.stop();
      // Somebody took the free port before the server could.
      const portTaken = /could not (bind|create any TCP)/i.test(error.message);
      if (wanted || !portTaken || tries === PORT_TRIES) throw error;
    }
  }
}

/**
 * Starts the PostgreSQL that comes from npm, with its data below `home` (`home/postgres`, password in `home/postgres.json`), on `port` or a
 * free one of the loopback address. Makes cluster and database where they are missing, and stops a server that a killed process left
 * behind. It works as root too (the server then runs as another user), and it ends with the process that started it, however that ends.
 * `scratch`: no durability, many connections, and `stop` removes `home`. Throws Failure. Returns { port, url(database?), data, running,
 * exited, complaint, stop(), kill() }.
 */
export async function startPostgres({ home, database = 'tidemark', port, settings = {}, scratch = false }) {
  if (process.platform === 'win32') throw new Failure('DATABASE_URL: on Windows set it to a PostgreSQL of your own, or use WSL');
  const place = openHome(home);
  const binaries = postgresBinaries(place.user);
  if (existsSync(place.data)) await clearLeftover(place.data);
  else await createCluster(place, (cluster, passwordFile) => initdb(binaries, place.user, { cluster, passwordFile, sync: !scratch }));
  const started = await startServer(binaries, place, { port, database, settings: { ...(scratch && SCRATCH), ...settings } });
  const { server } = started;
  return {
    port: started.port,
    data: place.data,
    url: (name = database) => address(started.port, place.password, name),
    exited: server.exited,
    get running() {
      return server.running;
    },
    get complaint() {
      return server.complaint;
    },
    kill: () => server.kill(),
    stop: async () => {
      await server.stop();
      for (const path of scratch ? [home, place.elsewhere] : []) if (path) rmSync(path, { recursive: true, force: true });
    },
  };
}

/** The server that another process has started below `home`: { url(database?) }. Throws Failure where there is none. */
export function runningPostgres({ home, database = 'tidemark' }) {
  const { data, password } = openHome(home);
  const port = portOf(data);
  return { url: (name = database) => address(port, password, name) };
}

/** The fourth line of the file that a server keeps while it runs. */
function portOf(data) {
  try {
    const port = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[3]);
    if (port > 0) return port;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  throw new Failure('The database of the running product is not up at this moment: try again');
}
