import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type ExpressionBuilder } from 'kysely';
import type { PageOf } from '../../platform/http/index.js';
import { containing, orderByColumns, readPage, type SortColumn } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';

/** An outbox message that was given up: a letter, or another effect of a transaction. Its content stays sealed. */
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

type Joined = Database & { o: Database['outbox']; d: Database['mail_deliveries']; u: Database['users'] };
const column = expressionBuilder<Joined, 'o' | 'd' | 'u'>();
const address = column.fn.coalesce('d.address', 'u.email');

/** The only expressions that reach `order by`. */
const sortColumns: Record<DeadLetterSort, readonly SortColumn[]> = {
  deadAt: [column.ref('o.dead_at')],
  createdAt: [column.ref('o.created_at')],
  kind: [column.ref('o.kind')],
};

const MAX_ROWS = 1000;
const now = sql<string>`now()`;

/** Every statement about outbox messages that were given up. */
@Injectable()
export class DeadLetterRepository {
  constructor(private readonly em: EntityManager) {}

  async findPage({ sort = 'deadAt', order = 'DESC', offset = 0, limit = 100, filter = {} }: DeadLetterList = {}): Promise<
    PageOf<DeadLetter>
  > {
    const matching = this.matching().where((eb) => matches(eb, filter));
    const listed = matching
      .select([
        'o.id',
        'o.kind',
        'd.letter',
        'd.user_id as userId',
        address.as('address'),
        'o.attempts',
        'o.created_at',
        'o.dead_at',
        'o.error',
      ])
      .$call(orderByColumns([...sortColumns[sort], column.ref('o.id')], order));
    const { rows, total } = await readPage(db(this.em), listed, matching, { offset, limit: Math.min(limit, MAX_ROWS) });
    return {
      rows: rows.map(({ created_at, dead_at, error, ...row }) => ({
        ...row,
        createdAt: new Date(created_at),
        deadAt: new Date(dead_at!),
        error: error ?? '',
      })),
      total,
    };
  }

  /** Puts a message back into the outbox. Returns its kind, null if there is no such dead letter. */
  async revive(tx: EntityManager, id: string): Promise<string | null> {
    const row = await this.update(tx, id)
      .set({
        dead_at: null,
        error: null,
        attempts: 0,
        available_at: now,
        enqueued_at: null,
        lease_until: null,
        retried_at: now,
      })
      .returning('kind')
      .executeTakeFirst();
    return row?.kind ?? null;
  }

  /** Deletes a message's content. Returns its kind, null if there is no such dead letter. */
  async drop(tx: EntityManager, id: string): Promise<string | null> {
    const row = await this.update(tx, id).set({ dropped_at: now, payload: null }).returning('kind').executeTakeFirst();
    return row?.kind ?? null;
  }

  private update(tx: EntityManager, id: string) {
    return db(tx).updateTable('outbox').where('id', '=', id).where('dead_at', 'is not', null).where('dropped_at', 'is', null);
  }

  private matching() {
    return db(this.em)
      .selectFrom('outbox as o')
      .leftJoin('mail_deliveries as d', 'd.outbox_id', 'o.id')
      .leftJoin('users as u', 'u.id', 'd.user_id')
      .where('o.dead_at', 'is not', null)
      .where('o.dropped_at', 'is', null);
  }
}

function matches(eb: ExpressionBuilder<Joined, 'o' | 'd' | 'u'>, { id, kind, q }: NonNullable<DeadLetterList['filter']>) {
  return eb.and([
    ...(id ? [sql<boolean>`o.id = any(${id}::uuid[])`] : []),
    ...(kind === undefined ? [] : [eb('o.kind', '=', kind)]),
    ...(q
      ? [
          eb.or(
            [eb.ref('o.kind'), eb.ref('d.letter'), address, eb.ref('o.error')].map((text) => sql<boolean>`${text} ilike ${containing(q)}`),
          ),
        ]
      : []),
  ]);
}
