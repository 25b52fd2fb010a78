import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type ExpressionBuilder } from 'kysely';
import { NotFound } from '../../platform/domain/index.js';
import type { ListQuery, PageOf } from '../../platform/http/index.js';
import { containing, orderByColumns, readPage, type SortColumn } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';
import { optionalFullNameOf } from '../../full-name.query.js';
import { type FieldValues, fieldValuesOf } from '../personal-fields/index.js';
import type { Broadcast } from './broadcast.entity.js';
import { BroadcastResultsRepository } from './broadcast-results.repository.js';
import { deliveryResults, openFrom, type BroadcastMove, type BroadcastState, type ResultCounts } from './broadcast.types.js';

export type BroadcastRecord = ReturnType<typeof toRecord> & { unsubscribed: number };

export const broadcastSorts = ['createdAt', 'state'] as const;
export type BroadcastSort = (typeof broadcastSorts)[number];

export interface BroadcastFilter {
  id?: string[];
  q?: string;
  state?: BroadcastState;
}

type Joined = Database & { b: Database['broadcasts'] };
const column = expressionBuilder<Joined, 'b'>();

/** The only expressions that reach `order by`. */
const sortColumns: Record<BroadcastSort, readonly SortColumn[]> = {
  createdAt: [column.ref('b.created_at')],
  state: [column.ref('b.state'), column.ref('b.starts_at')],
};

/** Statements about the table `broadcasts` for its admins; those of sending are in BroadcastDeliveryRepository. */
@Injectable()
export class BroadcastRepository {
  constructor(
    private readonly em: EntityManager,
    private readonly results: BroadcastResultsRepository,
  ) {}

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
    const counts = await this.results.count(rows.filter((row) => row.final_counts === null).map((row) => row.id));
    const unsubscribed = await this.results.countUnsubscribed(rows.map(({ id }) => id));
    return {
      rows: rows.map((row) => ({ ...toRecord(row, row.final_counts ?? counts.get(row.id)), unsubscribed: unsubscribed.get(row.id) ?? 0 })),
      total,
    };
  }

  /** Throws NotFound. */
  async getById(id: string): Promise<BroadcastRecord> {
    const { rows } = await this.findPage({ sort: 'createdAt', order: 'DESC', offset: 0, limit: 1, filter: { id: [id] } });
    const [record] = rows;
    if (!record) throw new NotFound('broadcast');
    return record;
  }

  /** Stores a broadcast that starts at a moment, without recipients until then, or in `delaySeconds`. */
  async insert(
    tx: EntityManager,
    { id, subject, message, audience, audienceUser, segment, localStart, kind, createdBy }: Broadcast,
    startsAt: Date | null,
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
        segment: segment ?? null,
        local_start: localStart ?? null,
        kind,
        created_by: createdBy ?? null,
        starts_at: startsAt?.toISOString() ?? sql<string>`now() + make_interval(secs => ${delaySeconds})`,
        recipients_at: startsAt ? null : sql<string>`now()`,
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
          announced_at: sql<string>`case when starts_at > now() or recipients_at is null then announced_at
            else coalesce(announced_at, now()) end`,
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

  /** The values that a person has for personal fields. Throws NotFound. */
  async fieldValues(userId: string): Promise<FieldValues> {
    const row = await db(this.em).selectFrom('users as u').select(fieldValuesOf.as('values')).where('u.id', '=', userId).executeTakeFirst();
    if (!row) throw new NotFound('user');
    return row.values;
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
}

/** The state after each move. */
const targets = {
  pause: sql<BroadcastState>`'paused'`,
  resume: sql<BroadcastState>`case when starts_at > now() or recipients_at is null then 'scheduled' else 'sending' end`,
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
      'b.segment',
      'b.local_start as localStart',
      'b.recipients_at',
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
  { created_at, starts_at, finished_at, recipients_at, final_counts: _stored, ...row }: BroadcastRow,
  counts: Partial<ResultCounts> = {},
) {
  return {
    ...row,
    counts: { ...zeroCounts(), ...counts },
    createdAt: new Date(created_at),
    startsAt: new Date(starts_at),
    finishedAt: dateOrNull(finished_at),
    /** Null: they are stored when it starts. */
    recipientsAt: dateOrNull(recipients_at),
  };
}

const zeroCounts = () => Object.fromEntries(deliveryResults.map((result) => [result, 0])) as ResultCounts;
const dateOrNull = (text: string | null) => (text === null ? null : new Date(text));
