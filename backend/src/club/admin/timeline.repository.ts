import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { db } from '../../database.js';
import type { TimelineAction } from './timeline.rules.js';

export interface TimelineEvent {
  id: string;
  at: Date;
  /** With microseconds, as a cursor has it. */
  position: string;
  action: TimelineAction;
  by: 'user' | 'team' | 'system';
  /** The case that the event is about. */
  caseOf: 'kyc' | 'payment' | null;
  caseId: string | null;
}

/** Reading continues with what is older than this event. */
export interface TimelineCursor {
  at: string;
  id: string;
}

type Row = Omit<TimelineEvent, 'at'> & { at: string };

/** What members do themselves with a record of its own: decisions about it name the record, not the member. */
const OWN_RECORDS = ['kyc.submit', 'payment.submit', 'fund.sign', 'fund.request-redemption'];

/** Reads what happened to a user: the audit log, and what only other tables have. */
@Injectable()
export class TimelineRepository {
  constructor(private readonly em: EntityManager) {}

  /** Newest first. Each part is read by an index and bounded by itself. */
  async findPage(userId: string, actions: readonly string[], before: TimelineCursor | null, limit: number): Promise<TimelineEvent[]> {
    const part = (select: RawBuilder<unknown>, at: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`(${select}
      ${before === null ? sql`` : sql`and (${at}, ${id}) < (${before.at}::timestamptz, ${before.id}::uuid)`}
      order by ${at} desc, ${id} desc limit ${sql.lit(limit)})`;
    const ofLog = (way: RawBuilder<unknown>) =>
      part(
        sql`select e.id, e.at, e.action, e.actor_id, e.actor_role, e.target_type, e.target_id from audit_events e
          where ${way} and e.action = any(${actions}::text[])`,
        sql`e.at`,
        sql`e.id`,
      );
    const ofTable = (action: TimelineAction, table: RawBuilder<unknown>, at: RawBuilder<unknown>, owner: RawBuilder<unknown>) =>
      part(
        sql`select t.id, ${at}, ${sql.lit(action)}, null::uuid, null::text, null::text, null::text from ${table} t
          where ${owner} = ${userId} and ${at} is not null`,
        at,
        sql`t.id`,
      );
    const own = sql`select o.target_type, o.target_id from audit_events o
      where o.actor_id = ${userId} and o.action = any(${OWN_RECORDS}::text[]) and o.target_id is not null`;
    const { rows } = await sql<Row>`
      select id, at, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position, action,
        case when actor_id = ${userId} then 'user' when actor_role = 'admin' then 'team'
          when action in ('user.sign-up', 'user.confirm-email') then 'user' else 'system' end as by,
        case when target_type in ('kyc', 'payment') then target_type end as "caseOf",
        case when target_type in ('kyc', 'payment') then target_id end as "caseId"
      from (
        ${ofLog(sql`e.actor_id = ${userId} and e.action = any(${OWN_RECORDS}::text[])`)}
        union ${ofLog(sql`e.target_type = 'user' and e.target_id = ${userId}::text`)}
        union ${ofLog(sql`(e.target_type, e.target_id) in (${own})`)}
        union ${ofTable('user.sign-up', sql`users`, sql`t.created_at`, sql`t.id`)}
        union ${ofTable('user.confirm-email', sql`users`, sql`t.email_confirmed_at`, sql`t.id`)}
        union ${ofTable('mail.refused', sql`mail_deliveries`, sql`t.refused_at`, sql`t.user_id`)}
      ) as found
      order by at desc, id desc limit ${sql.lit(limit)}`.execute(db(this.em));
    return rows.map((row) => ({ ...row, at: new Date(row.at) }));
  }
}
