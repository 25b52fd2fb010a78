import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { isUuid, NotFound, type Role } from '../common/domain/index.js';
import type { ListQuery, Page, PageOf } from '../common/http/index.js';
import { Conditions, orderBy, readList } from '../common/persistence/list-reader.js';
import { actionsOf, countEvents, readPage, waysTo, type AuditFilter, type Order, type Since } from './audit-query.js';

/** Somebody whom an event names: by id in the log, by name only for whoever reads it now. */
export interface NamedPerson {
  userId: string;
  fullName: string;
}

/** An audit event as admins read it. */
export interface AuditView {
  id: string;
  at: Date;
  actorId: string | null;
  actorRole: Role | null;
  /** Null: nobody, or somebody whom no account is left of. */
  actorName: string | null;
  network: string | null;
  action: string;
  targetType: string | null;
  targetId: string | null;
  /** The person that the event is about, where it names one. */
  about: NamedPerson | null;
  detail: Record<string, unknown>;
  /** Null until it is sealed. */
  seq: string | null;
  hash: string | null;
}

/** A view of a member's file by staff. */
export interface FileView {
  viewedAt: Date;
  purpose: string;
}

/** By time alone: whatever else a table of this size were sorted by would read all of it. */
export const auditSorts = ['at'] as const;

interface Row {
  id: string;
  at: string;
  place: string;
  actor_id: string | null;
  actor_role: Role | null;
  network: string | null;
  action: string;
  target_type: string | null;
  target_id: string | null;
  detail: Record<string, unknown>;
  seq: string | null;
  hash: string | null;
}

interface PersonRow {
  id: string;
  surname: string;
  other_name: string;
}

/** Reads of the audit log. */
@Injectable()
export class AuditEvents {
  constructor(private readonly em: EntityManager) {}

  async list({ order, offset, limit, filter }: ListQuery<(typeof auditSorts)[number], AuditFilter>): Promise<PageOf<AuditView>> {
    const ways = waysTo(filter);
    const rows = await this.named(await readPage<Row>(this.em, ways, order, { offset, limit }));
    const isWhole = rows.length < limit && (rows.length > 0 || offset === 0);
    return { rows, total: isWhole ? offset + rows.length : await countEvents(this.em, ways) };
  }

  /** Throws NotFound. */
  async one(id: string): Promise<AuditView> {
    const [event] = await this.named(await readPage<Row>(this.em, waysTo({ id: [id] }), 'DESC', { offset: 0, limit: 1 }));
    if (!event) throw new NotFound('audit event');
    return event;
  }

  /** Every event of a choice, in pieces: whoever takes them decides the pace, and no connection is held meanwhile. */
  async *all(filter: AuditFilter, order: Order, piece: number): AsyncGenerator<AuditView[]> {
    let since: Since | undefined;
    for (;;) {
      const rows = await readPage<Row>(this.em, waysTo(filter, since), order, { offset: 0, limit: piece });
      if (rows.length > 0) yield await this.named(rows);
      const last = rows.at(-1);
      if (!last || rows.length < piece) return;
      since = { id: last.id, at: last.place, order };
    }
  }

  /** Exact up to `cap`, one more beyond. */
  count(filter: AuditFilter, cap: number): Promise<number> {
    return countEvents(this.em, waysTo(filter), cap);
  }

  /** What there is to filter by. */
  actions(): Promise<string[]> {
    return actionsOf(this.em);
  }

  /** When staff looked at files of a member; not who it was. */
  async fileViewsOf(userId: string, { offset, limit }: Page): Promise<PageOf<FileView>> {
    const { rows, total } = await readList<{ at: string; purpose: string }>(this.em, {
      select: `e.at, e.detail ->> 'purpose' as purpose`,
      from: 'audit_events e',
      where: new Conditions(`e.action = 'file.view'`).add(`e.detail ->> 'userId' = ?`, userId),
      orderBy: orderBy(['e.at'], 'DESC', 'e.id'),
      offset,
      limit,
    });
    return { rows: rows.map(({ at, purpose }) => ({ viewedAt: new Date(at), purpose })), total };
  }

  /** The names of those whom a page names, in one statement. */
  private async named(rows: readonly Row[]): Promise<AuditView[]> {
    const ids = [...new Set(rows.flatMap((row) => [row.actor_id, aboutOf(row)]).filter((id) => id !== null))];
    const people =
      ids.length === 0
        ? []
        : await this.em
            .getConnection()
            .execute<PersonRow[]>('select id, surname, other_name from users where id = any(?::uuid[])', [`{${ids.join(',')}}`]);
    const names = new Map(people.map(({ id, surname, other_name }) => [id, `${other_name} ${surname}`]));
    return rows.map((row) => viewOf(row, names));
  }
}

function aboutOf({ target_type, target_id, detail }: Row): string | null {
  const id = target_type === 'user' ? target_id : detail['userId'];
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : null;
}

function viewOf(row: Row, names: ReadonlyMap<string, string>): AuditView {
  const userId = aboutOf(row);
  return {
    id: row.id,
    at: new Date(row.at),
    actorId: row.actor_id,
    actorRole: row.actor_role,
    actorName: row.actor_id === null ? null : (names.get(row.actor_id) ?? null),
    network: row.network,
    action: row.action,
    targetType: row.target_type,
    targetId: row.target_id,
    about: userId === null || !names.has(userId) ? null : { userId, fullName: names.get(userId)! },
    detail: row.detail,
    seq: row.seq,
    hash: row.hash,
  };
}
