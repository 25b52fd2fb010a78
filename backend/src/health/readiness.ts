import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { refusedWrites } from '../common/persistence/refused-writes.js';
import { JobQueue } from '../common/queue/index.js';
import { Ending } from './ending.js';

export interface Readiness {
  ready: boolean;
  /** It was told to end: it serves what still comes, and wants no more. */
  ending?: true;
  /** `ok`, or what is wrong, a sentence each. */
  checks: { database: string; migrations: string; queue: string };
  /** What an operator should put right, a sentence each. The process serves all the same. */
  warnings?: string[];
}

const CHECK_MS = 3000;

/** Whether this process can serve: database, queue and migrations in order. */
@Injectable()
export class ReadinessProbe {
  private migrated = false;

  constructor(
    private readonly orm: MikroORM,
    private readonly queue: JobQueue,
    private readonly ending: Ending,
  ) {}

  async check(): Promise<Readiness> {
    const [database, queue] = await Promise.all([
      outcome('the database does not answer', () => this.orm.em.fork().execute('select 1')),
      outcome('the queue does not answer', () => this.queue.backend.ping()),
    ]);
    const migrations =
      database === 'ok'
        ? await outcome('migrations could not be read', () => this.checkMigrations())
        : 'unknown while the database is away';
    const ending = this.ending.begun;
    const warning = queue === 'ok' ? await this.queue.backend.misconfigured().catch(() => null) : null;
    // What reads may still refuse to write: the last heartbeat or any request has noticed.
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
