import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import type { LetterName } from './letters/letters.js';
import { answerLine } from './mail-bounce.repository.js';

export type WaitingDelivery = NonNullable<Awaited<ReturnType<MailDeliveryRepository['findWaiting']>>>;

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

  /**
   * Finds a delivery. Letters to one person leave in the order they were written: `behindMs` says in how many milliseconds an earlier one
   * is tried (below zero: it is due); null where there is none. `hasBounced`: an earlier mail to the address did.
   */
  findWaiting(id: string) {
    return db(this.em)
      .selectFrom('mail_deliveries as d')
      .leftJoin('users as u', 'u.id', 'd.user_id')
      .select((eb) => [
        'd.id',
        eb.fn.coalesce('d.address', 'u.email').as('to'),
        'd.user_id as userId',
        'u.role',
        'u.language',
        eb('d.sent_at', 'is not', null).as('sent'),
        eb('d.refused_at', 'is not', null).as('refused'),
        'd.last_answer as lastAnswer',
        eb
          .selectFrom('mail_deliveries as e')
          .innerJoin('outbox as o', 'o.id', 'e.outbox_id')
          .select(sql<number | null>`(extract(epoch from max(o.available_at) - now()) * 1000)::float8`.as('ms'))
          .where((same) => same.or([same('e.user_id', '=', same.ref('d.user_id')), same('e.address', '=', same.ref('d.address'))]))
          .whereRef('e.id', '<', 'd.id')
          .where('e.sent_at', 'is', null)
          .where('e.refused_at', 'is', null)
          .where('o.dead_at', 'is', null)
          .where('o.sent_at', 'is', null)
          .as('behindMs'),
        eb
          .exists(
            eb
              .selectFrom('mail_bounces as b')
              .select('b.id')
              .whereRef('b.user_id', '=', 'd.user_id')
              .where('b.address', '=', (same) => same.fn.coalesce('d.address', 'u.email')),
          )
          .as('hasBounced'),
      ])
      .where('d.id', '=', id)
      .executeTakeFirst();
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
    const now = sql<string>`now()`;
    await db(this.em)
      .updateTable('mail_deliveries')
      .set((eb) => ({
        ...(result === 'sent' && { sent_at: now }),
        ...(result === 'refused' && { refused_at: now }),
        attempts: eb('attempts', '+', 1),
        last_answer: answerLine(answer),
      }))
      .where('id', '=', id)
      .execute();
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

  /** Lets a refused letter be sent again. */
  async clearRefusal(tx: EntityManager, outboxId: string): Promise<void> {
    await db(tx).updateTable('mail_deliveries').set({ refused_at: null }).where('outbox_id', '=', outboxId).execute();
  }
}
