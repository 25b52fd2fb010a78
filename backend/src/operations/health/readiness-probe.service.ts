import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { ping } from '../../platform/persistence/ping.sql.js';
import { refusedWrites } from '../../platform/persistence/refused-writes.js';
import { JobQueue } from '../../platform/queue/index.js';
import { ShutdownStateStore } from './shutdown-state.store.js';

export interface Readiness {
  ready: boolean;
  /** Set once shutdown has begun: requests are still answered, but no new traffic is wanted. */
  ending?: true;
  /** `ok`, or a sentence that describes the problem. */
  checks: { database: string; migrations: string; queue: string };
  /** Problems an operator should fix, one sentence each. They do not make the process unready. */
  warnings?: string[];
}

const CHECK_MS = 3000;

/** Checks whether this process can serve requests: database, queue and migrations. */
@Injectable()
export class ReadinessProbeService {
  private migrated = false;

  constructor(
    private readonly orm: MikroORM,
    private readonly queue: JobQueue,
    private readonly shutdown: ShutdownStateStore,
  ) {}

  async check(): Promise<Readiness> {
    const [database, queue] = await Promise.all([
      outcome('the database does not answer', () => ping(this.orm.em.fork())),
      outcome('the queue does not answer', () => this.queue.backend.ping()),
    ]);
    const migrations =
      database === 'ok'
        ? await outcome('migrations could not be read', () => this.checkMigrations())
        : 'unknown while the database is away';
    const ending = this.shutdown.begun;
    const warning = queue === 'ok' ? await this.queue.backend.misconfigured().catch(() => null) : null;
    // A database that answers reads may still refuse writes; heartbeats and requests record that in `refusedWrites`.
    const checks = { database: database === 'ok' ? (refusedWrites.reason ?? 'ok') : database, migrations, queue };
    return {
      ready: !ending && Object.values(checks).every((state) => state === 'ok'),
      ...(ending && { ending }),
      checks,
      ...(warning !== null && { warnings: [warning] }),
    };
  }

  private async checkMigrations(): Promise<void> {
    if (this.migrated) return; // a running process is never migrated backwards
    const pending = await this.orm.migrator.getPending();
    if (pending.length > 0) throw new Error(`${pending.length} migrations are pending`);
    this.migrated = true;
  }
}

async function outcome(failure: string, act: () => Promise<unknown>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), CHECK_MS);
  });
  try {
    await Promise.race([act(), late]);
    return 'ok';
  } catch (error) {
    return error instanceof Error && error.message.endsWith('pending') ? error.message : failure;
  } finally {
    clearTimeout(timer);
  }
}
