import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';

/** Notes for the results of broadcasts which of them made somebody turn news off. */
@Injectable()
export class BroadcastUnsubscribeRepository {
  constructor(private readonly em: EntityManager) {}

  /** Idempotent. A delivery of somebody else stays as it is: the token says who unsubscribes, the link only from what. */
  async record(userId: string, deliveryId: string): Promise<void> {
    await db(this.em)
      .updateTable('broadcast_deliveries')
      .set({ unsubscribed_at: sql<string>`now()` })
      .where('id', '=', deliveryId)
      .where('user_id', '=', userId)
      .where('unsubscribed_at', 'is', null)
      .execute();
  }
}
