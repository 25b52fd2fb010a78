import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Selectable } from 'kysely';
import type { Page, PageOf } from '../../platform/http/index.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { orderByColumns, readPage } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';

/**
 * `refused`: rejected by the mail server for good. `given-up`: retried for too long. `dropped`: given up, then dropped by an admin.
 * `suppressed`: not sent, because the recipient has unsubscribed or cannot be reached.
 */
export const mailStates = ['waiting', 'sent', 'refused', 'given-up', 'dropped', 'suppressed'] as const;
export type MailState = (typeof mailStates)[number];

/** An email to a user and its delivery, without its content. */
export interface ListedMail {
  id: string;
  userId: string;
  /** The template's name, or `broadcast`. */
  kind: string;
  /** Of a broadcast. */
  subject: string | null;
  /** Null: the user's address at the time of sending. */
  address: string | null;
  state: MailState;
  queuedAt: Date;
  sentAt: Date | null;
  attempts: number;
  /** The mail server's last reply. */
  lastAnswer: string | null;
}

export interface MailFilter {
  userId: string;
  state?: MailState | undefined;
}

interface MailRow extends Pick<Selectable<Database['mail_deliveries']>, 'id' | 'address' | 'sent_at' | 'attempts' | 'last_answer'> {
  user_id: string;
  kind: string;
  subject: string | null;
  state: MailState;
  queued_at: string;
}

/** Single emails and broadcasts, which have a table of deliveries each, as one table. */
const mails = sql<MailRow>`(
  select d.id, d.user_id, d.letter as kind, null as subject, d.address, d.created_at as queued_at, d.sent_at, d.attempts, d.last_answer,
    case when d.sent_at is not null then 'sent' when o.dropped_at is not null then 'dropped'
      when d.refused_at is not null then 'refused' when o.dead_at is not null then 'given-up' else 'waiting' end as state
  from mail_deliveries d join outbox o on o.id = d.outbox_id
  union all
  select r.id, r.user_id, 'broadcast', b.subject, null, b.created_at, r.sent_at, r.attempts, r.last_answer,
    case when r.status = 'sent' then 'sent' when r.status = 'failed_permanent' then 'refused'
      when r.status = 'suppressed' then 'suppressed' when b.state = 'cancelled' then 'dropped' else 'waiting' end
  from broadcast_deliveries r join broadcasts b on b.id = r.broadcast_id
)`.as<'m'>('m');

/** Reads the emails to a user. */
@Injectable()
export class UserMailRepository {
  constructor(private readonly em: EntityManager) {}

  /** Newest first by default. */
  async list({ userId, state }: MailFilter, page: Page, order: 'ASC' | 'DESC' = 'DESC'): Promise<PageOf<ListedMail>> {
    let matching = db(this.em).selectFrom(mails).where('m.user_id', '=', userId);
    if (state !== undefined) matching = matching.where('m.state', '=', state);
    const rows = matching.selectAll().$call(orderByColumns([sql.ref('m.queued_at'), sql.ref('m.id')], order));
    const found = await readPage(db(this.em), rows, matching, page);
    return {
      rows: found.rows.map(({ user_id, queued_at, sent_at, last_answer, ...row }) => ({
        ...row,
        userId: user_id,
        queuedAt: new Date(queued_at),
        sentAt: dateOrNull(sent_at),
        lastAnswer: last_answer,
      })),
      total: found.total,
    };
  }
}
