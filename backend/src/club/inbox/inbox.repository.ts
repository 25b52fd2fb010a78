import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import { rolesWith } from '../../platform/domain/index.js';
import type { Page, PageOf } from '../../platform/http/index.js';
import { COUNT_CAP, orderByColumns, readPage, type Query } from '../../platform/persistence/page.query.js';
import { isActiveInTeam } from '../../team.query.js';
import { waitingOf, type WaitingContext, type WaitingRow } from './inbox-waiting.query.js';
import { inboxPermissions, type Assignment, type InboxItem, type InboxKind, type InboxPerson } from './inbox.types.js';

export interface InboxList extends Page {
  kinds: readonly InboxKind[];
  order: 'ASC' | 'DESC';
  assigned: Assignment | undefined;
  /** Who reads the list, for `mine`. */
  readerId: string;
}

interface ItemRow extends WaitingRow {
  kind: InboxKind;
  assignee_id: string | null;
  assignee_name: string | null;
}

export interface ItemKey {
  kind: InboxKind;
  itemId: string;
}

/** More people than a team has. */
const MAX_PEOPLE = 200;
const MAX_SWEPT = 200;

/** Reads what waits. Every kind is read along its own index, and no further than the page. */
@Injectable()
export class InboxRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns a page of the kinds, by the time since which they wait. */
  async findPage({ kinds, order, assigned, readerId, offset, limit }: InboxList, context: WaitingContext): Promise<PageOf<InboxItem>> {
    if (kinds.length === 0) return { rows: [], total: 0 };
    const needed = Math.min(offset + limit, COUNT_CAP + limit);
    const ofKind = (kind: InboxKind) => this.items(this.em, kind, context).where(isAssigned(assigned, readerId));
    const pages = kinds.map((kind) =>
      ofKind(kind)
        .$call(orderByColumns(sortColumns('w'), order))
        .limit(needed),
    );
    const rows = this.together(pages).$call(orderByColumns([...sortColumns('x'), sql.ref('x.kind')], order));
    const counted = this.together(kinds.map((kind) => ofKind(kind).limit(COUNT_CAP + 1)));
    const found = await readPage(db(this.em), rows, counted.clearSelect(), { offset, limit });
    return { rows: found.rows.map(toItem), total: found.total };
  }

  /** Returns an item that waits, with the moment since when as the database wrote it; null where there is none. */
  async find(
    em: EntityManager,
    { kind, itemId }: ItemKey,
    context: WaitingContext,
  ): Promise<{ item: InboxItem; sinceText: string } | null> {
    const row = await this.items(em, kind, context).where('w.item_id', '=', itemId).executeTakeFirst();
    return row ? { item: toItem(row), sinceText: row.since } : null;
  }

  /** Returns the people who may decide items of a kind, by name. */
  async findPeople(em: EntityManager, kind: InboxKind): Promise<InboxPerson[]> {
    return this.people(em, kind).orderBy(fullNameOf('u')).orderBy('u.id').limit(MAX_PEOPLE).execute();
  }

  async isPerson(em: EntityManager, kind: InboxKind, adminId: string): Promise<boolean> {
    return (await this.people(em, kind).where('u.id', '=', adminId).executeTakeFirst()) !== undefined;
  }

  /** Serializes changes of one item's assignment until the end of the transaction. */
  async lock(tx: EntityManager, { kind, itemId }: ItemKey): Promise<void> {
    await tx.execute('select pg_advisory_xact_lock(hashtext(?))', [`inbox:${kind}:${itemId}`]);
  }

  /** `sinceText`: since when the item waits; the assignment is not older. */
  async assign(tx: EntityManager, { kind, itemId }: ItemKey, adminId: string, sinceText: string): Promise<void> {
    const assigned = { admin_id: adminId, assigned_at: sql<string>`greatest(now(), ${sinceText}::timestamptz)` };
    await db(tx)
      .insertInto('inbox_assignments')
      .values({ kind, item_id: itemId, ...assigned })
      .onConflict((conflict) => conflict.columns(['kind', 'item_id']).doUpdateSet(assigned))
      .execute();
  }

  async unassign(tx: EntityManager, { kind, itemId }: ItemKey): Promise<void> {
    await db(tx).deleteFrom('inbox_assignments').where('kind', '=', kind).where('item_id', '=', itemId).execute();
  }

  /** Deletes assignments of a kind whose items no longer wait, 200 at most, and does not wait for a concurrent sweep. */
  async removeEnded(tx: EntityManager, kind: InboxKind, context: WaitingContext): Promise<void> {
    const waiting = db(tx)
      .selectFrom(waitingOf[kind](db(tx), context).as('w'))
      .select('w.item_id');
    const ended = db(tx)
      .selectFrom('inbox_assignments as i')
      .select(sql`i.ctid`.as('ctid'))
      .where('i.kind', '=', kind)
      .where((eb) =>
        eb.not(eb.exists(waiting.whereRef('w.item_id', '=', 'i.item_id' as never).whereRef('w.since', '<=', 'i.assigned_at' as never))),
      )
      .limit(MAX_SWEPT)
      .forUpdate('i')
      .skipLocked();
    await db(tx)
      .deleteFrom('inbox_assignments')
      .where(sql<boolean>`ctid = any(array(${ended}))`)
      .execute();
  }

  /** Selects what waits of a kind, with who has it. Assignments of people who may not decide the kind (any more) do not count. */
  private items(em: EntityManager, kind: InboxKind, context: WaitingContext) {
    return db(em)
      .selectFrom(waitingOf[kind](db(em), context).as('w'))
      .leftJoin(
        (eb) =>
          eb
            .selectFrom('inbox_assignments as i')
            .innerJoin('users as u', 'u.id', 'i.admin_id')
            .select(['i.item_id', 'i.admin_id', 'i.assigned_at', fullNameOf('u').as('name')])
            .where('i.kind', '=', kind)
            .where(isActiveInTeam(rolesWith(inboxPermissions[kind])))
            .as('a'),
        (join) => join.onRef('a.item_id', '=', 'w.item_id').onRef('w.since', '<=', 'a.assigned_at'),
      )
      .select([sql<InboxKind>`${kind}::text`.as('kind'), 'w.item_id', 'w.target', 'w.title', 'w.detail', 'w.since', 'w.due_at', 'w.count'])
      .select(['w.opener_id', 'w.opener_name', 'a.admin_id as assignee_id', 'a.name as assignee_name']);
  }

  private together(queries: readonly Query<ItemRow>[]) {
    const [first, ...others] = queries.map((query, index) =>
      db(this.em)
        .selectFrom(query.as(`k${index}`))
        .selectAll(),
    );
    if (!first) throw new Error('an inbox has kinds');
    const all = others.reduce((union, other) => union.unionAll(other), first);
    return db(this.em).selectFrom(all.as('x')).selectAll('x');
  }

  private people(em: EntityManager, kind: InboxKind) {
    return db(em)
      .selectFrom('users as u')
      .select(['u.id', fullNameOf('u').as('fullName')])
      .where(isActiveInTeam(rolesWith(inboxPermissions[kind])));
  }
}

/** The only expressions that reach `order by`. */
const sortColumns = (alias: 'w' | 'x') => [sql.ref(`${alias}.since`), sql.ref(`${alias}.item_id`)];

function isAssigned(assigned: Assignment | undefined, readerId: string) {
  if (assigned === undefined) return sql<SqlBool>`true`;
  return assigned === 'mine' ? sql<SqlBool>`a.admin_id = ${readerId}` : sql<SqlBool>`a.admin_id is null`;
}

const personOrNull = (id: string | null, fullName: string | null): InboxPerson | null =>
  id === null || fullName === null ? null : { id, fullName };

function toItem(row: ItemRow): InboxItem {
  const { kind, item_id, target, title, detail, since, due_at, count } = row;
  return {
    kind,
    itemId: item_id,
    target,
    title,
    detail,
    since: new Date(since),
    dueAt: new Date(due_at),
    count,
    assignee: personOrNull(row.assignee_id, row.assignee_name),
    openedBy: personOrNull(row.opener_id, row.opener_name),
  };
}
