import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
import { isUuid, NotFound, type Role } from '../../platform/domain/index.js';
import type { Page, PageOf } from '../../platform/http/index.js';
import { COUNT_CAP, orderByColumns, readPage, startingWith } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';

export interface AuditFilter {
  id?: string[];
  /** The beginning of an action: `kyc.`. */
  q?: string;
  action?: string;
  actorId?: string;
  /** A user: what they did, what was done to them, and the decisions on what they submitted. */
  about?: string;
  targetType?: string;
  targetId?: string;
  /** Inclusive. */
  from?: Date;
  /** Exclusive. */
  to?: Date;
}

export type Order = 'ASC' | 'DESC';

/** Only by time: any other order would read the whole table. */
export const auditSorts = ['at'] as const;

/** A keyset cursor: reading continues after this event. `at` is PostgreSQL's text, with microseconds. */
export interface EventCursor {
  id: string;
  at: string;
  order: Order;
}

/** A user named by an event. The log stores ids; names are resolved when it is read. */
export interface NamedPerson {
  userId: string;
  fullName: string;
}

/** An audit event as admins see it. */
export interface AuditView {
  id: string;
  at: Date;
  actorId: string | null;
  actorRole: Role | null;
  /** Null without an actor, or when the account no longer exists. */
  actorName: string | null;
  network: string | null;
  action: string;
  targetType: string | null;
  targetId: string | null;
  /** The user the event is about, if it names one. */
  about: NamedPerson | null;
  detail: Record<string, unknown>;
  /** Null until the event is sealed. */
  seq: string | null;
  hash: string | null;
}

/** A view of a member's file by staff. */
export interface FileView {
  viewedAt: Date;
  purpose: string;
}

type Joined = Database & { e: Database['audit_events'] };
type Condition = (eb: ExpressionBuilder<Joined, 'e'>) => Expression<SqlBool>;

/** Actions that only the log connects with their member: decisions name a submission. */
const SUBMISSIONS = ['kyc.submit', 'payment.submit', 'privacy.export-ask'];
const MAX_ACTIONS = 500;

/** Reads of `audit_events`. They run outside any transaction, because an export continues after the request that started it. */
@Injectable()
export class AuditEventRepository {
  constructor(private readonly em: EntityManager) {}

  async findPage(filter: AuditFilter, order: Order, { offset, limit }: Page): Promise<PageOf<AuditView>> {
    const rows = await this.read(conditionsOf(filter), order, { offset, limit });
    const isWhole = rows.length < limit && (rows.length > 0 || offset === 0);
    return { rows: rows.map(({ view }) => view), total: isWhole ? offset + rows.length : await this.count(filter, COUNT_CAP) };
  }

  /** Throws NotFound. */
  async getById(id: string): Promise<AuditView> {
    const [event] = await this.read(conditionsOf({ id: [id] }), 'DESC', { offset: 0, limit: 1 });
    if (!event) throw new NotFound('audit event');
    return event.view;
  }

  /** All matching events in batches. No connection is held between two of them. */
  async *findAll(filter: AuditFilter, order: Order, batchSize: number): AsyncGenerator<AuditView[]> {
    let after: EventCursor | undefined;
    for (;;) {
      const rows = await this.read(conditionsOf(filter, after), order, { offset: 0, limit: batchSize });
      if (rows.length > 0) yield rows.map(({ view }) => view);
      const last = rows.at(-1);
      if (!last || rows.length < batchSize) return;
      after = { id: last.view.id, at: last.cursor, order };
    }
  }

  /** Exact up to `cap`, otherwise `cap` + 1. */
  async count(filter: AuditFilter, cap: number): Promise<number> {
    const parts = conditionsOf(filter).map((matches) =>
      this.events()
        .select('e.id')
        .where(matches)
        .limit(cap + 1),
    );
    const counted = db(this.em)
      .selectFrom(union(parts).as('found'))
      .select('found.id')
      .limit(cap + 1);
    const { n } = await db(this.em)
      .selectFrom(counted.as('counted'))
      .select(sql<string>`count(*)::text`.as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  }

  /** Every distinct action, found by skipping through the index. */
  async findActions(): Promise<string[]> {
    const next = (after: RawBuilder<unknown>) => sql`(select action from audit_events ${after} order by action using ~<~ limit 1)`;
    const { rows } = await sql<{ action: string }>`
      with recursive actions(action) as (
        select ${next(sql``)} union all select ${next(sql`where action ~>~ actions.action`)} from actions where actions.action is not null)
      select action from actions where action is not null order by action limit ${sql.lit(MAX_ACTIONS)}`.execute(db(this.em));
    return rows.map(({ action }) => action);
  }

  /** When staff viewed files of a member, newest first, without naming them. */
  async findFileViews(userId: string, page: Page): Promise<PageOf<FileView>> {
    const matching = this.events()
      .where('e.action', '=', 'file.view')
      .where(sql<string>`e.detail ->> 'userId'`, '=', userId);
    const rows = matching
      .select(['e.at', sql<string>`e.detail ->> 'purpose'`.as('purpose')])
      .$call(orderByColumns([sql.ref('e.at'), sql.ref('e.id')], 'DESC'));
    const { rows: views, total } = await readPage(db(this.em), rows, matching, page);
    return { rows: views.map(({ at, purpose }) => ({ viewedAt: new Date(at), purpose })), total };
  }

  private events() {
    return db(this.em).selectFrom('audit_events as e');
  }

  /** Pages the ids first: an index contains them, so that a page deep in the log reads no event before its own. */
  private async read(
    conditions: readonly Condition[],
    order: Order,
    { offset, limit }: Page,
  ): Promise<{ view: AuditView; cursor: string }[]> {
    const direction = order === 'ASC' ? 'asc' : 'desc';
    const [only] = conditions;
    const ids =
      conditions.length === 1 && only
        ? this.events().select('e.id').where(only).orderBy('e.at', direction).orderBy('e.id', direction).limit(limit).offset(offset)
        : db(this.em)
            .selectFrom(
              union(
                conditions.map((matches) =>
                  this.events()
                    .select(['e.id', 'e.at'])
                    .where(matches)
                    .orderBy('e.at', direction)
                    .orderBy('e.id', direction)
                    .limit(offset + limit),
                ),
              ).as('found'),
            )
            .select('found.id')
            .orderBy('found.at', direction)
            .orderBy('found.id', direction)
            .limit(limit)
            .offset(offset);
    const rows = await db(this.em)
      .selectFrom(ids.as('page'))
      .innerJoin('audit_events as e', 'e.id', 'page.id')
      .leftJoin('audit_seals as s', 's.event_id', 'e.id')
      .select(['e.id', 'e.at', sql<string>`e.at::text`.as('cursor'), 'e.actor_id', 'e.actor_role', 'e.network', 'e.action'])
      .select(['e.target_type', 'e.target_id', 'e.detail', 's.seq', sql<string | null>`encode(s.hash, 'hex')`.as('hash')])
      .orderBy('e.at', direction)
      .orderBy('e.id', direction)
      .execute();
    const names = await this.namesOf(rows.flatMap((row) => [row.actor_id, aboutOf(row)]));
    return rows.map(({ at, cursor, actor_id, actor_role, target_type, target_id, ...same }) => {
      const about = aboutOf({ target_type, target_id, detail: same.detail });
      const view = {
        ...same,
        at: new Date(at),
        actorId: actor_id,
        actorRole: actor_role,
        actorName: actor_id === null ? null : (names.get(actor_id) ?? null),
        targetType: target_type,
        targetId: target_id,
        about: about === null || !names.has(about) ? null : { userId: about, fullName: names.get(about)! },
      };
      return { view, cursor };
    });
  }

  private async namesOf(ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
    const wanted = [...new Set(ids.filter((id) => id !== null))];
    if (wanted.length === 0) return new Map();
    const people = await db(this.em)
      .selectFrom('users')
      .select(['id', fullNameOf('users').as('fullName')])
      .where(sql<SqlBool>`id = any(${wanted}::uuid[])`)
      .execute();
    return new Map(people.map(({ id, fullName }) => [id, fullName]));
  }
}

/** One condition, or several whose events together are the list. */
function conditionsOf(filter: AuditFilter, after?: EventCursor): Condition[] {
  const { about } = filter;
  if (about === undefined) return [(eb) => eb.and(narrowing(eb, filter, after))];
  return waysToEventsAbout(about).map((way) => (eb) => eb.and([way(eb), ...narrowing(eb, filter, after)]));
}

/**
 * The ways to the events about a user, each with its own index. Decisions refer to a submission and not to its member, so they are found by
 * the submissions that the log itself records. Admins submit nothing and have too many events to search.
 */
const waysToEventsAbout = (about: string): Condition[] => [
  (eb) => eb('e.actor_id', '=', about),
  (eb) => eb.and([eb('e.target_type', '=', 'user'), eb('e.target_id', '=', about)]),
  (eb) => eb.and([eb('e.action', '=', 'file.view'), eb(sql<string>`e.detail ->> 'userId'`, '=', about)]),
  () => sql<SqlBool>`(e.target_type, e.target_id) in (
    select o.target_type, o.target_id from audit_events o
    where o.actor_id = (select u.id from users u where u.id = ${about} and u.role <> 'admin')
      and o.action in (${sql.join(SUBMISSIONS.map((action) => sql.lit(action)))}) and o.target_id is not null)`,
];

function narrowing(eb: ExpressionBuilder<Joined, 'e'>, filter: AuditFilter, after?: EventCursor): Expression<SqlBool>[] {
  const { id, q, action, actorId, targetType, targetId, from, to } = filter;
  const conditions: (Expression<SqlBool> | false)[] = [
    id !== undefined && sql<SqlBool>`e.id = any(${id}::uuid[])`,
    action !== undefined && eb('e.action', '=', action),
    actorId !== undefined && eb('e.actor_id', '=', actorId),
    targetType !== undefined && eb('e.target_type', '=', targetType),
    targetId !== undefined && eb('e.target_id', '=', targetId),
    from !== undefined && sql<SqlBool>`e.at >= ${from}`,
    to !== undefined && sql<SqlBool>`e.at < ${to}`,
    q !== undefined && eb('e.action', 'like', startingWith(q)),
    after !== undefined &&
      sql<SqlBool>`(e.at, e.id) ${sql.raw(after.order === 'ASC' ? '>' : '<')} (${after.at}::timestamptz, ${after.id}::uuid)`,
  ];
  return conditions.filter((condition) => condition !== false);
}

/** Each part with its own order and limit. */
const union = (parts: readonly Expression<unknown>[]) =>
  sql<{ id: string; at: string }>`(${sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union `,
  )})`;

function aboutOf(row: { target_type: string | null; target_id: string | null; detail: Record<string, unknown> }): string | null {
  const id = row.target_type === 'user' ? row.target_id : row.detail['userId'];
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : null;
}
