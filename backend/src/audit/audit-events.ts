import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, type Role } from '../common/domain/index.js';
import type { ListQuery, Page, PageOf } from '../common/http/index.js';
import { Conditions, orderBy, readList } from '../common/persistence/list-reader.js';

/** An audit event as admins read it. */
export interface AuditView {
  id: string;
  at: Date;
  actorId: string | null;
  actorRole: Role | null;
  network: string | null;
  action: string;
  targetType: string | null;
  targetId: string | null;
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

export interface AuditFilter {
  id?: string[];
  /** The beginning of an action: `kyc.`. */
  q?: string;
  action?: string;
  actorId?: string;
  targetType?: string;
  targetId?: string;
  /** Inclusive. */
  from?: Date;
  /** Exclusive. */
  to?: Date;
}

interface Row {
  id: string;
  at: string;
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

const columns = `e.id, e.at, e.actor_id, e.actor_role, e.network, e.action, e.target_type, e.target_id, e.detail, s.seq, encode(s.hash, 'hex') as hash`;
const source = 'audit_events e left join audit_seals s on s.event_id = e.id';

/** Reads of the audit log. */
@Injectable()
export class AuditEvents {
  constructor(private readonly em: EntityManager) {}

  list({ order, offset, limit, filter }: ListQuery<(typeof auditSorts)[number], AuditFilter>): Promise<PageOf<AuditView>> {
    return this.page(conditions(filter), order, { offset, limit });
  }

  /** Throws NotFound. */
  async one(id: string): Promise<AuditView> {
    const { rows } = await this.page(new Conditions().add('e.id = ?', id), 'DESC', { offset: 0, limit: 1 });
    const [event] = rows;
    if (!event) throw new NotFound('audit event');
    return event;
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

  private async page(where: Conditions, order: 'ASC' | 'DESC', { offset, limit }: Page): Promise<PageOf<AuditView>> {
    const { rows, total } = await readList<Row>(this.em, { select: columns, from: source, countFrom: 'audit_events e', where, orderBy: `e.at ${order}, e.id ${order}`, offset, limit });
    return { rows: rows.map(viewOf), total };
  }
}

function conditions({ id, q, action, actorId, targetType, targetId, from, to }: AuditFilter): Conditions {
  const where = new Conditions().ids('e.id', id).given('e.action = ?', action).given('e.actor_id = ?', actorId);
  where.given('e.target_type = ?', targetType).given('e.target_id = ?', targetId).given('e.at >= ?', from).given('e.at < ?', to);
  return q ? where.add('e.action like ?', `${q.replaceAll(/[\\%_]/g, '\\$&')}%`) : where;
}

function viewOf({ id, at, actor_id, actor_role, network, action, target_type, target_id, detail, seq, hash }: Row): AuditView {
  return { id, at: new Date(at), actorId: actor_id, actorRole: actor_role, network, action, targetType: target_type, targetId: target_id, detail, seq, hash };
}
