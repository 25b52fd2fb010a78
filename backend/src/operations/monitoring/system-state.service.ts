import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { OutboxBacklog } from '../../platform/outbox/index.js';
import { QueueBoard } from '../../platform/queue/index.js';
import { ReadinessProbeService, type Readiness } from '../health/index.js';
import { SILENT_SECONDS } from './heartbeat.service.js';
import type { ProcessRole } from './process-beat.entity.js';
import { ProcessBeatRepository } from './process-beat.repository.js';
import { productVersion } from './product-version.js';
import { readServerVersion } from './monitoring.sql.js';

export interface RunningProcess {
  id: string;
  role: ProcessRole;
  version: string;
  node: string;
  host: string;
  pid: number;
  startedAt: Date;
  seenAt: Date;
  /** Whether it sent a heartbeat within the last minute. */
  alive: boolean;
  /** From its start to its last heartbeat. */
  uptimeSeconds: number;
}

export interface SystemState {
  versions: { app: string; node: string; database: string; queue: string; queueStore: 'postgresql' | 'redis' };
  migrations: { applied: number; last: string | null; pending: string[] };
  health: Readiness;
  processes: RunningProcess[];
  outbox: { waiting: number; sending: number; dead: number; oldestAt: Date | null; lagSeconds: number };
}

/** Upper bound of listed processes. */
const MAX_PROCESSES = 200;

/** Reports processes, versions and health of the installation, without secrets or server addresses. */
@Injectable()
export class SystemStateService {
  constructor(
    private readonly orm: MikroORM,
    private readonly readiness: ReadinessProbeService,
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
    return `PostgreSQL ${(await readServerVersion(this.orm.em.fork())).split(' ')[0]}`;
  }

  /** Never fails: the page has to load while the queue is unreachable. */
  private async queueVersion(): Promise<string> {
    return this.board.version().catch(() => 'out of reach');
  }

  private async migrations(): Promise<SystemState['migrations']> {
    const [applied, pending] = await Promise.all([this.orm.migrator.getExecuted(), this.orm.migrator.getPending()]);
    return { applied: applied.length, last: applied.at(-1)?.name ?? null, pending: pending.map(({ name }) => name) };
  }

  private async processes(): Promise<RunningProcess[]> {
    const rows = await new ProcessBeatRepository(this.orm.em.fork()).findAll(SILENT_SECONDS, MAX_PROCESSES);
    return rows.map(({ started_at, seen_at, uptime, ...same }) => ({
      ...same,
      startedAt: new Date(started_at),
      seenAt: new Date(seen_at),
      uptimeSeconds: uptime,
    }));
  }
}
