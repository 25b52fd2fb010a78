import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type ExpressionBuilder } from 'kysely';
import { NotFound } from '../../platform/domain/index.js';
import type { ListQuery, PageOf } from '../../platform/http/index.js';
import { containing, orderByColumns, readPage, type SortColumn } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';
import { fullNameOf, optionalFullNameOf } from '../../full-name.query.js';
import type { Broadcast } from './broadcast.entity.js';
import {
  deliveryStatuses,
  openFrom,
  type BroadcastMove,
  type BroadcastState,
  type DeliveryCounts,
  type DeliveryStatus,
} from './broadcast.types.js';

export type BroadcastRecord = ReturnType<typeof toRecord>;
export type BroadcastRecipient = Awaited<ReturnType<BroadcastRepository['findRecipients']>>['rows'][number];

export const broadcastSorts = ['createdAt', 'state'] as const;
export type BroadcastSort = (typeof broadcastSorts)[number];

export interface BroadcastFilter {
  id?: string[];
  q?: string;
  state?: BroadcastState;
}

export const recipientSorts = ['position', 'status'] as const;
export type RecipientSort = (typeof recipientSorts)[number];

export interface RecipientFilter {
  status?: DeliveryStatus;
}

type Joined = Database & { b: Database['broadcasts']; d: Database['broadcast_deliveries'] };
const column = expressionBuilder<Joined, 'b' | 'd'>();

/** The only expressions that reach `order by`. */
const sortColumns: Record<BroadcastSort, readonly SortColumn[]> = {
  createdAt: [column.ref('b.created_at')],
  state: [column.ref('b.state'), column.ref('b.starts_at')],
};
const recipientColumns: Record<RecipientSort, readonly SortColumn[]> = { position: [], status: [column.ref('d.status')] };

/** Statements about the table `broadcasts` for its admins; those of sending are in BroadcastDeliveryRepository. */
@Injectable()
export class BroadcastRepository {
  constructor(private readonly em: EntityManager) {}

  /** Counts come from the deliveries; those of a finished broadcast were stored when it ended. */
  async findPage({ sort, order, filter, ...page }: ListQuery<BroadcastSort, BroadcastFilter>): Promise<PageOf<BroadcastRecord>> {
    const matching = db(this.em)
      .selectFrom('broadcasts as b')
      .where((eb) => matches(eb, filter));
    const { rows, total } = await readPage(
      db(this.em),
      rowsOf(this.em)
        .where((eb) => matches(eb, filter))
        .$call(orderByColumns([...sortColumns[sort], column.ref('b.id')], order)),
      matching,
      page,
    );
    const counts = await this.countDeliveries(rows.filter((row) => row.final_counts === null).map((row) => row.id));
    return { rows: rows.map((row) => toRecord(row, row.final_counts ?? counts.get(row.id))), total };
  }

  /** Throws NotFound. */
  async getById(id: string): Promise<BroadcastRecord> {
    const { rows } = await this.findPage({ sort: 'createdAt', order: 'DESC', offset: 0, limit: 1, filter: { id: [id] } });
    const [record] = rows;
    if (!record) throw new NotFound('broadcast');
    return record;
  }

  /** Lists the deliveries of a broadcast in the order in which they are sent. Throws NotFound. */
  async findRecipients(id: string, { sort, order, filter: { status }, ...page }: ListQuery<RecipientSort, RecipientFilter>) {
    const known = await db(this.em)
      .selectFrom('broadcasts')
      .select(sql<number>`1`.as('one'))
      .where('id', '=', id)
      .executeTakeFirst();
    if (!known) throw new NotFound('broadcast');
    const matching = db(this.em)
      .selectFrom('broadcast_deliveries as d')
      .where('d.broadcast_id', '=', id)
      .$if(status !== undefined, (query) => query.where('d.status', '=', status!));
    const listed = matching
      .innerJoin('users as u', 'u.id', 'd.user_id')
      .select([
        'd.id',
        'd.user_id as userId',
        fullNameOf('u').as('fullName'),
        'd.status',
        'd.attempts',
        'd.sent_at as sentAt',
        'd.last_answer as lastAnswer',
      ])
      .$call(orderByColumns([...recipientColumns[sort], column.ref('d.position')], order));
    const { rows, total } = await readPage(db(this.em), listed, matching, page);
    return {
      rows: rows.map((row) => ({ ...row, sentAt: dateOrNull(row.sentAt) })),
      total,
    };
  }

  /** Stores a broadcast that starts in `delaySeconds`. */
  async insert(
    tx: EntityManager,
    { id, subject, message, audience, audienceUser, kind, createdBy }: Broadcast,
    delaySeconds: number,
  ): Promise<void> {
    await db(tx)
      .insertInto('broadcasts')
      .values({
        id,
        subject,
        message,
        audience,
        audience_user_id: audienceUser ?? null,
        kind,
        created_by: createdBy ?? null,
        starts_at: sql<string>`now() + make_interval(secs => ${delaySeconds})`,
      })
      .execute();
  }

  /** Returns false if the broadcast's state does not allow the move. Of two concurrent moves one succeeds. */
  async move(tx: EntityManager, id: string, move: BroadcastMove): Promise<boolean> {
    const moved = await db(tx)
      .updateTable('broadcasts')
      .set({
        state: targets[move],
        available_at: sql<string>`now()`,
        setbacks: 0,
        problem: null,
        ...(move === 'resume' && {
          announced_at: sql<string>`case when starts_at > now() then announced_at else coalesce(announced_at, now()) end`,
        }),
        finished_at: move === 'cancel' ? sql<string>`now()` : null,
      })
      .where('id', '=', id)
      .where('state', 'in', openFrom[move])
      .returning('id')
      .executeTakeFirst();
    return moved !== undefined;
  }

  async findState(em: EntityManager, id: string): Promise<BroadcastState | null> {
    const row = await db(em).selectFrom('broadcasts').select('state').where('id', '=', id).executeTakeFirst();
    return row?.state ?? null;
  }

  /** Throws NotFound. */
  async requireUser(em: EntityManager, userId: string): Promise<void> {
    const user = await db(em)
      .selectFrom('users')
      .select(sql<number>`1`.as('one'))
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) throw new NotFound('user');
  }

  private async countDeliveries(ids: readonly string[]): Promise<ReadonlyMap<string, Partial<DeliveryCounts>>> {
    const counts = new Map<string, Partial<DeliveryCounts>>();
    if (ids.length === 0) return counts;
    const rows = await db(this.em)
      .selectFrom('broadcast_deliveries')
      .select(({ fn }) => ['broadcast_id', 'status', fn.countAll<string>().as('n')])
      .where(sql<boolean>`broadcast_id = any(${ids}::uuid[])`)
      .groupBy(['broadcast_id', 'status'])
      .execute();
    for (const { broadcast_id: id, status, n } of rows) counts.set(id, { ...counts.get(id), [status]: Number(n) });
    return counts;
  }
}

/** The state after each move. */
const targets = {
  pause: sql<BroadcastState>`'paused'`,
  resume: sql<BroadcastState>`case when starts_at > now() then 'scheduled' else 'sending' end`,
  cancel: sql<BroadcastState>`'cancelled'`,
} satisfies Record<BroadcastMove, unknown>;

function matches(eb: ExpressionBuilder<Joined, 'b'>, { id, q, state }: BroadcastFilter) {
  return eb.and([
    ...(id ? [sql<boolean>`b.id = any(${id}::uuid[])`] : []),
    ...(state ? [eb('b.state', '=', state)] : []),
    ...(q ? [eb.or([eb('b.subject', 'ilike', containing(q)), eb('b.message', 'ilike', containing(q))])] : []),
  ]);
}

const rowsOf = (em: EntityManager) =>
  db(em)
    .selectFrom('broadcasts as b')
    .leftJoin('users as a', 'a.id', 'b.created_by')
    .select([
      'b.id',
      'b.subject',
      'b.message',
      'b.audience',
      'b.audience_user_id as audienceUserId',
      'b.kind',
      'b.state',
      'b.created_by as createdBy',
      'b.created_at',
      'b.starts_at',
      'b.finished_at',
      'b.problem',
      'b.final_counts',
      /** Null once the author's account is deleted. */
      optionalFullNameOf('a').as('author'),
    ]);
type BroadcastRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

function toRecord(
  { created_at, starts_at, finished_at, final_counts: _stored, ...row }: BroadcastRow,
  counts: Partial<DeliveryCounts> = {},
) {
  return {
    ...row,
    counts: { ...zeroCounts(), ...counts },
    createdAt: new Date(created_at),
    startsAt: new Date(starts_at),
    finishedAt: dateOrNull(finished_at),
  };
}

const zeroCounts = () => Object.fromEntries(deliveryStatuses.map((status) => [status, 0])) as DeliveryCounts;
const dateOrNull = (text: string | null) => (text === null ? null : new Date(text));
