import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { NotFound } from '../common/domain/index.js';
import { Conditions, orderBy, readList } from '../common/persistence/list-reader.js';

/** Something that was given up: a letter, or another effect that should have left a transaction. What it says stays sealed. */
export interface DeadLetter {
  id: string;
  /** The outbox kind: `mail.send`, `exchange.start-sync`. */
  kind: string;
  /** Of a mail: which letter, and to whom. */
  letter: string | null;
  userId: string | null;
  address: string | null;
  attempts: number;
  createdAt: Date;
  deadAt: Date;
  /** Why it was given up, as the mail server or the error said it. */
  error: string;
}

export const deadLetterSorts = ['deadAt', 'createdAt', 'kind'] as const;
export type DeadLetterSort = (typeof deadLetterSorts)[number];

export interface DeadLetterList {
  sort?: DeadLetterSort;
  order?: 'ASC' | 'DESC';
  offset?: number;
  /** 100 unless told, 1000 at most. */
  limit?: number;
  filter?: { id?: string[]; kind?: string; q?: string };
}

/** The only texts that reach `order by`. */
const sortColumns: Record<DeadLetterSort, string[]> = { deadAt: ['o.dead_at'], createdAt: ['o.created_at'], kind: ['o.kind'] };

const MOST = 1000;
const dead = 'dead_at is not null and dropped_at is null';
const source = 'outbox o left join mail_deliveries d on d.outbox_id = o.id left join users u on u.id = d.user_id';

interface Row {
  id: string;
  kind: string;
  letter: string | null;
  user_id: string | null;
  address: string | null;
  attempts: number;
  created_at: string;
  dead_at: string;
  error: string | null;
}

/** What the outbox has given up, for the console and for the command line. `adminId` null: the operator, at the command line. */
@Injectable()
export class DeadLetters {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditLog,
  ) {}

  /** A page, the latest first unless told. */
  async list({ sort = 'deadAt', order = 'DESC', offset = 0, limit = 100, filter: { id, kind, q } = {} }: DeadLetterList = {}): Promise<{
    rows: DeadLetter[];
    total: number;
  }> {
    const { rows, total } = await readList<Row>(this.em, {
      select: 'o.id, o.kind, d.letter, d.user_id, coalesce(d.address, u.email) as address, o.attempts, o.created_at, o.dead_at, o.error',
      from: source,
      where: new Conditions('o.dead_at is not null', 'o.dropped_at is null')
        .ids('o.id', id)
        .given('o.kind = ?', kind)
        .contains(['o.kind', 'd.letter', 'coalesce(d.address, u.email)', 'o.error'], q),
      orderBy: orderBy(sortColumns[sort], order, 'o.id'),
      offset,
      limit: Math.min(limit, MOST),
    });
    return { rows: rows.map(letterOf), total };
  }

  /** Throws NotFound. */
  async one(id: string): Promise<DeadLetter> {
    const { rows } = await this.list({ limit: 1, filter: { id: [id] } });
    const [letter] = rows;
    if (!letter) throw new NotFound('dead letter');
    return letter;
  }

  /** Puts it back into the outbox: tried at once, and for another 48 hours. Throws NotFound. */
  async retry(adminId: string | null, id: string): Promise<void> {
    await this.em.transactional(async (em) => {
      const revived = await em.execute<{ kind: string }[]>(
        `update outbox set dead_at = null, error = null, attempts = 0, available_at = now(), enqueued_at = null, lease_until = null, retried_at = now() where id = ? and ${dead} returning kind`,
        [id],
      );
      const [letter] = revived;
      if (!letter) throw new NotFound('dead letter');
      await em.execute('update mail_deliveries set refused_at = null where outbox_id = ?', [id]);
      await this.record(em, 'dead-letter.retry', adminId, id, letter.kind);
    });
  }

  /** Throws its content away; that it was, stays known. Throws NotFound. */
  async drop(adminId: string | null, id: string): Promise<void> {
    await this.em.transactional(async (em) => {
      const dropped = await em.execute<{ kind: string }[]>(
        `update outbox set dropped_at = now(), payload = null where id = ? and ${dead} returning kind`,
        [id],
      );
      const [letter] = dropped;
      if (!letter) throw new NotFound('dead letter');
      await this.record(em, 'dead-letter.drop', adminId, id, letter.kind);
    });
  }

  private async record(em: EntityManager, action: string, adminId: string | null, id: string, kind: string): Promise<void> {
    await this.audit.record(em, {
      action,
      actorId: adminId,
      actorRole: adminId === null ? null : 'admin',
      targetType: 'outbox',
      targetId: id,
      detail: { kind },
    });
  }
}

function letterOf(row: Row): DeadLetter {
  return {
    id: row.id,
    kind: row.kind,
    letter: row.letter,
    userId: row.user_id,
    address: row.address,
    attempts: row.attempts,
    createdAt: new Date(row.created_at),
    deadAt: new Date(row.dead_at),
    error: row.error ?? '',
  };
}
