import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { PreparedStatement } from '../../platform/persistence/prepared-statement.js';
import { db } from '../../database.js';
import type { LetterName } from './letters/letters.js';
import { answerLine } from './mail-bounce.repository.js';

export interface WaitingDelivery {
  id: string;
  /** Null: the user is gone. */
  to: string | null;
  userId: string | null;
  role: string | null;
  language: string | null;
  sent: boolean;
  refused: boolean;
  lastAnswer: string | null;
  /**
   * Letters to one person leave in the order they were written, but for those that quiet hours hold. In how many milliseconds an
   * earlier one is tried, below zero: it is due;
   * null: there is none.
   */
  behindMs: number | null;
  /** An earlier mail to the address did. */
  hasBounced: boolean;
}

// Prepared: both run for every email, and planning them takes longer than running them.
const waitingDelivery = new PreparedStatement<{ [Column in keyof WaitingDelivery]: WaitingDelivery[Column] }>(
  'mail-waiting-delivery',
  `select d.id, coalesce(d.address, u.email) as "to", d.user_id as "userId", u.role, u.language, d.sent_at is not null as sent,
     d.refused_at is not null as refused, d.last_answer as "lastAnswer",
     (select (extract(epoch from max(o.available_at) - now()) * 1000)::float8
        from mail_deliveries e join outbox o on o.id = e.outbox_id
        where (e.user_id = d.user_id or e.address = d.address) and e.id < d.id and e.sent_at is null and e.refused_at is null
          and o.dead_at is null and o.sent_at is null and (e.held_until is null or e.held_until <= now())) as "behindMs",
     exists (select from mail_bounces b where b.user_id = d.user_id and b.address = coalesce(d.address, u.email)) as "hasBounced"
   from mail_deliveries d left join users u on u.id = d.user_id where d.id = $1`,
);

const attempt = new PreparedStatement<Record<string, never>>(
  'mail-attempt',
  `update mail_deliveries set attempts = attempts + 1, last_answer = $3,
     sent_at = case when $2 = 'sent' then now() else sent_at end, refused_at = case when $2 = 'refused' then now() else refused_at end
   where id = $1`,
);

export interface NewDelivery {
  id: string;
  outboxId: string;
  letter: LetterName;
  /** Null: the user's address of the moment it leaves. */
  address: string | null;
  userId: string | null;
}

/** Every statement about the table `mail_deliveries`. */
@Injectable()
export class MailDeliveryRepository {
  constructor(private readonly em: EntityManager) {}

  /** Finds a delivery. */
  findWaiting(id: string): Promise<WaitingDelivery | null> {
    return waitingDelivery.first(this.em, [id]);
  }

  /** Returns the recipients of outbox messages, by the messages' ids: a user's id, or an address without a user. */
  async findRecipients(outboxIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await db(this.em)
      .selectFrom('mail_deliveries')
      .select(['outbox_id', sql<string>`coalesce(user_id::text, address)`.as('recipient')])
      .where(sql<boolean>`outbox_id = any(${outboxIds}::uuid[])`)
      .execute();
    return new Map(rows.map(({ outbox_id, recipient }) => [outbox_id, recipient]));
  }

  /** Stores what came of one try. */
  async recordAttempt(id: string, result: 'sent' | 'refused' | 'failed', answer: string): Promise<void> {
    await attempt.rows(this.em, [id, result, answerLine(answer)]);
  }

  /** Stores until when quiet hours hold a letter: others do not wait for it. */
  async hold(id: string, until: Date): Promise<void> {
    await db(this.em).updateTable('mail_deliveries').set({ held_until: until.toISOString() }).where('id', '=', id).execute();
  }

  /** Adds the deliveries of outbox messages, but those whose message the outbox dropped as a duplicate. */
  async insertAll(tx: EntityManager, deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    const column = <K extends keyof NewDelivery>(name: K) => deliveries.map((delivery) => delivery[name]);
    await sql`insert into mail_deliveries (id, outbox_id, letter, address, user_id)
      select d.* from unnest(${column('id')}::uuid[], ${column('outboxId')}::uuid[], ${column('letter')}::text[],
        ${column('address')}::text[], ${column('userId')}::uuid[]) as d (id, outbox_id, letter, address, user_id)
      join outbox o on o.id = d.outbox_id`.execute(db(tx));
  }

  /** Settles the delivery of an outbox message that was cancelled. */
  async withdraw(tx: EntityManager, outboxId: string, answer: string): Promise<void> {
    await db(tx)
      .updateTable('mail_deliveries')
      .set({ refused_at: sql<string>`now()`, last_answer: answer })
      .where('outbox_id', '=', outboxId)
      .execute();
  }

  /** Lets a refused letter be sent again. */
  async clearRefusal(tx: EntityManager, outboxId: string): Promise<void> {
    await db(tx).updateTable('mail_deliveries').set({ refused_at: null }).where('outbox_id', '=', outboxId).execute();
  }
}
