import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { OutboxBacklog } from '../../platform/outbox/index.js';
import { QueueBoard } from '../../platform/queue/index.js';
import { ReadinessProbe, type Readiness } from '../health/index.js';
import { SILENT_SECONDS } from './heartbeat.service.js';
import type { ProcessRole } from './process-beat.entity.js';
import { productVersion } from './product-version.js';

export interface RunningProcess {
  id: string;
  role: ProcessRole;
  version: string;
  node: string;
  host: string;
  pid: number;
  startedAt: Date;
  seenAt: Date;
  /** It said that it is there within the last minute. */
  alive: boolean;
  /** From its start to its last sign of life. */
  uptimeSeconds: number;
}

export interface SystemState {
  versions: { app: string; node: string; database: string; queue: string; queueStore: 'postgresql' | 'redis' };
  migrations: { applied: number; last: string | null; pending: string[] };
  health: Readiness;
  processes: RunningProcess[];
  outbox: { waiting: number; sending: number; dead: number; oldestAt: Date | null; lagSeconds: number };
}

interface BeatRow {
  id: string;
  role: ProcessRole;
  version: string;
  node: string;
  host: string;
  pid: number;
  started_at: string;
  seen_at: string;
  alive: boolean;
  uptime: number;
}

/** More processes than any deployment of this product has. */
const MAX_PROCESSES = 200;

/** What runs, in which versions, and whether it is well. No secret and no address of a server is in it. */
@Injectable()
export class SystemStateService {
  constructor(
    private readonly orm: MikroORM,
    private readonly readiness: ReadinessProbe,
    private readonly board: QueueBoard,
    private readonly backlog: OutboxBacklog,
  ) {}

  async read(): Promise<SystemState> {
    const [health, database, queue, migrations, processes, outbox] = await Promise.all([
      this.readiness.check(),
      this.databaseVersion(),
      this.queueVersion(),
      this.migrations(),
      this.processes(),
      this.backlog.byKind(),
    ]);
    const sum = (pick: (kind: (typeof outbox)[number]) => number) => outbox.reduce((total, kind) => total + pick(kind), 0);
    return {
      versions: { app: productVersion(), node: process.version, database, queue, queueStore: this.board.store },
      migrations,
      health,
      processes,
      outbox: {
        waiting: sum(({ waiting }) => waiting),
        sending: sum(({ sending }) => sending),
        dead: sum(({ dead }) => dead),
        oldestAt: outbox.reduce<Date | null>(
          (first, { oldestAt }) => (first !== null && (oldestAt === null || first < oldestAt) ? first : oldestAt),
          null,
        ),
        lagSeconds: Math.max(0, ...outbox.map(({ lagSeconds }) => lagSeconds)),
      },
    };
  }

  private async databaseVersion(): Promise<string> {
    const [row] = await this.orm.em.fork().execute<{ version: string }[]>(`select current_setting('server_version') as version`);
    return `PostgreSQL ${row?.version.split(' ')[0] ?? ''}`;
  }

  /** The page is there to show what is wrong: a queue that is away must not take it along. */
  private async queueVersion(): Promise<string> {
    return this.board.version().catch(() => 'out of reach');
  }

  private async migrations(): Promise<SystemState['migrations']> {
    const [applied, pending] = await Promise.all([this.orm.migrator.getExecuted(), this.orm.migrator.getPending()]);
    return { applied: applied.length, last: applied.at(-1)?.name ?? null, pending: pending.map(({ name }) => name) };
  }

  private async processes(): Promise<RunningProcess[]> {
    const rows = await this.orm.em.fork().execute<BeatRow[]>(
      `select id, role, version, node, host, pid, started_at, seen_at, seen_at > now() - interval '${SILENT_SECONDS} seconds' as alive, extract(epoch from seen_at - started_at)::float8 as uptime
       from process_beats order by alive desc, role, started_at, id limit ${MAX_PROCESSES}`,
    );
    return rows.map(({ started_at, seen_at, uptime, ...same }) => ({
      ...same,
      startedAt: new Date(started_at),
      seenAt: new Date(seen_at),
      uptimeSeconds: uptime,
    }));
  }
}
