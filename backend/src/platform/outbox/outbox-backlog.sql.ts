import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';

/** Upper bound of rows that are counted. */
export const MAX_COUNTED = 100_000;

export interface BacklogOfKind {
  kind: string;
  /** Not sent, not dead, not leased. */
  waiting: number;
  /** Leased by a worker. */
  sending: number;
  /** Given up, and not dropped by an admin. */
  dead: number;
  /** When the oldest open message was written or retried by hand. Postponing a message does not change it. */
  oldestAt: Date | null;
  /**
   * How long the most overdue message has been waiting for a worker; 0 where none is due. Failed tries postpone a message and do not count.
   */
  lagSeconds: number;
}

interface Row {
  kind: string;
  waiting: number;
  sending: number;
  dead: number;
  oldest: string | null;
  lag: number | null;
}

const columns = 'kind, coalesce(retried_at, created_at) as waits_since, available_at, lease_until, dead_at';
const open = 'dead_at is null and (lease_until is null or lease_until <= now())';
const statement = `select kind,
    (count(*) filter (where ${open}))::int as waiting,
    (count(*) filter (where dead_at is null and lease_until > now()))::int as sending,
    (count(*) filter (where dead_at is not null))::int as dead,
    min(waits_since) filter (where dead_at is null) as oldest,
    (extract(epoch from now() - min(available_at) filter (where ${open} and available_at <= now())))::float8 as lag
  from (
    (select ${columns} from outbox where sent_at is null and dead_at is null limit ${MAX_COUNTED})
    union all
    (select ${columns} from outbox where dead_at is not null and dropped_at is null limit ${MAX_COUNTED})
  ) found
  group by kind order by kind`;

/** Counts messages that are not sent yet, by kind and by the database's clock. */
@Injectable()
export class OutboxBacklog {
  constructor(private readonly em: EntityManager) {}

  async byKind(): Promise<BacklogOfKind[]> {
    const rows = await this.em.execute<Row[]>(statement);
    return rows.map(({ oldest, lag, ...same }) => ({ ...same, oldestAt: oldest === null ? null : new Date(oldest), lagSeconds: lag ?? 0 }));
  }
}
