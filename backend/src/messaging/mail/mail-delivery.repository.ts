import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import type { LetterName } from './letters/letters.js';
import { answerLine } from './mail-bounce.repository.js';

export type WaitingDelivery = NonNullable<Awaited<ReturnType<MailDeliveryRepository['findWaiting']>>>;

/** Every statement about the table `mail_deliveries`. */
@Injectable()
export class MailDeliveryRepository {
  constructor(private readonly em: EntityManager) {}

  /**
   * Finds a delivery. Letters to one person leave in the order they were written: `behindMs` says in how many milliseconds an earlier one
   * is tried (below zero: it is due); null where there is none.
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
      ])
      .where('d.id', '=', id)
      .executeTakeFirst();
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

  /** Adds the delivery of an outbox message. Stores nothing if the outbox dropped the message as a duplicate. */
  async insert(
    tx: EntityManager,
    {
      id,
      outboxId,
      letter,
      address,
      userId,
    }: { id: string; outboxId: string; letter: LetterName; address: string | null; userId: string | null },
  ): Promise<void> {
    await db(tx)
      .insertInto('mail_deliveries')
      .columns(['id', 'outbox_id', 'letter', 'address', 'user_id'])
      .expression((eb) =>
        eb
          .selectFrom('outbox')
          .select([
            sql<string>`${id}::uuid`.as('id'),
            'outbox.id as outbox_id',
            sql<string>`${letter}::text`.as('letter'),
            sql<string | null>`${address}::text`.as('address'),
            sql<string | null>`${userId}::uuid`.as('user_id'),
          ])
          .where('outbox.id', '=', outboxId),
      )
      .execute();
  }

  /** Lets a refused letter be sent again. */
  async clearRefusal(tx: EntityManager, outboxId: string): Promise<void> {
    await db(tx).updateTable('mail_deliveries').set({ refused_at: null }).where('outbox_id', '=', outboxId).execute();
  }
}
