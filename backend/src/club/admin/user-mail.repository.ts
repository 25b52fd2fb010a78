import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Page, PageOf } from '../../platform/http/index.js';
import { Conditions, readList } from '../../platform/persistence/list-reader.js';

/**
 * `refused`: the mail server will never take it. `given-up`: tried for too long. `dropped`: given up, and thrown away by an admin.
 * `suppressed`: not sent, because its reader wants or can get none.
 */
export const mailStates = ['waiting', 'sent', 'refused', 'given-up', 'dropped', 'suppressed'] as const;
export type MailState = (typeof mailStates)[number];

/** A letter to somebody: that it was written and what became of it, never what it says. */
export interface ListedMail {
  id: string;
  userId: string;
  /** The letter's name, or `broadcast`. */
  kind: string;
  /** Of a broadcast, which everybody in its audience could read. */
  subject: string | null;
  /** Null: whatever the user's address is when it leaves. */
  address: string | null;
  state: MailState;
  queuedAt: Date;
  sentAt: Date | null;
  attempts: number;
  /** What the mail server said last. */
  lastAnswer: string | null;
}

interface Row {
  id: string;
  user_id: string;
  kind: string;
  subject: string | null;
  address: string | null;
  state: MailState;
  queued_at: string;
  sent_at: string | null;
  attempts: number;
  last_answer: string | null;
}

/** Letters and broadcasts are kept in two ledgers; somebody's page shows both in one. */
const source = `(
  select d.id, d.user_id, d.letter as kind, null as subject, d.address, d.created_at as queued_at, d.sent_at, d.attempts, d.last_answer,
    case when d.sent_at is not null then 'sent' when o.dropped_at is not null then 'dropped' when d.refused_at is not null then 'refused' when o.dead_at is not null then 'given-up' else 'waiting' end as state
  from mail_deliveries d join outbox o on o.id = d.outbox_id
  union all
  select r.id, r.user_id, 'broadcast', b.subject, null, b.created_at, r.sent_at, r.attempts, r.last_answer,
    case when r.status = 'sent' then 'sent' when r.status = 'failed_permanent' then 'refused' when r.status = 'suppressed' then 'suppressed' when b.state = 'cancelled' then 'dropped' else 'waiting' end
  from broadcast_deliveries r join broadcasts b on b.id = r.broadcast_id
) m`;

export interface MailFilter {
  userId: string;
  state?: MailState | undefined;
}

@Injectable()
export class UserMailRepository {
  constructor(private readonly em: EntityManager) {}

  /** The letters to one user, the newest first unless told. */
  async list({ userId, state }: MailFilter, { offset, limit }: Page, order: 'ASC' | 'DESC' = 'DESC'): Promise<PageOf<ListedMail>> {
    const { rows, total } = await readList<Row>(this.em, {
      select: 'm.*',
      from: source,
      where: new Conditions().add('m.user_id = ?', userId).given('m.state = ?', state),
      orderBy: `m.queued_at ${order}, m.id ${order}`,
      offset,
      limit,
    });
    return {
      rows: rows.map(({ user_id, queued_at, sent_at, last_answer, ...row }) => ({
        ...row,
        userId: user_id,
        queuedAt: new Date(queued_at),
        sentAt: sent_at === null ? null : new Date(sent_at),
        lastAnswer: last_answer,
      })),
      total,
    };
  }
}
