import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../e2e/support/eventually.js';
import type { DoubleCall, ExchangeDouble } from './exchange-double.js';
import type { ExchangeWorker } from './exchange-worker.js';

const PROGRAM = fileURLToPath(new URL('./mortal-worker.mjs', import.meta.url));
const NAME = 'mortal-worker';

/** A worker process beside `worker`, on its database, that is killed in the middle of a run. */
export class MortalProcess {
  #child: ChildProcess | null = null;

  constructor(
    private readonly worker: ExchangeWorker,
    private readonly double: ExchangeDouble,
  ) {}

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  /** Starts the process on the run; it dies with the request that `isDeath` names. Answers what it reported, or null. */
  async live(runId: string, isDeath: (call: DoubleCall, asked: number) => boolean): Promise<unknown> {
    let asked = 0;
    const { double, worker } = this;
    const { databaseUrl, dataDir, exchange } = worker.config;
    const environment = {
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      EXCHANGE_URL: exchange.url,
      ENCRYPTION_KEYS: worker.keyring,
      LOG_LEVEL: 'silent',
      SEED_DEMO: 'false',
      RUN_ID: runId,
      PGAPPNAME: NAME,
    };
    const child = fork(PROGRAM, [], {
      env: { ...process.env, ...environment },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child = child;
    const reported = new Promise<unknown>((resolve) => {
      child.once('message', resolve);
      child.once('exit', () => resolve(null));
    });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    double.instead = async (call) => {
      if (!isDeath(call, ++asked)) return null;
      child.kill('SIGKILL');
      await gone;
      return { reset: true };
    };
    const report = await reported;
    await gone;
    await this.#buried();
    double.instead = () => null;
    return report;
  }

  /** PostgreSQL has noticed that the process is gone: what it still sent is done, and its lock is free. */
  #buried(): Promise<void> {
    return eventually(async () => {
      const left = await this.worker.rows<{ of: string }>(
        `select application_name as of from pg_stat_activity where datname = current_database() and application_name = ?
         union all select 'a lock' from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname =
           current_database())`,
        [NAME],
      );
      if (left.length > 0) throw new Error(`still there: ${left.map(({ of }) => of).join(', ')}`);
    });
  }
}
