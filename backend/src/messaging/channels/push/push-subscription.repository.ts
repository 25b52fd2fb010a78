import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';
import { memberId } from '../member-address.sql.js';

const now = sql<string>`now()`;

export interface StoredSubscription {
  id: string;
  userId: string;
  address: Buffer;
  createdAt: Date;
  renewedAt: Date;
}

export interface SubscriptionValues {
  address: Buffer;
  secret: Buffer;
  hash: Buffer;
  service: string;
}

/** Statements about browsers that members subscribed. */
@Injectable()
export class PushSubscriptionRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns the active ones, the oldest first. A member has at most ten. */
  async findOwn(userId: string, em: EntityManager = this.em): Promise<StoredSubscription[]> {
    const rows = await db(em)
      .selectFrom('channel_addresses')
      .select(['id', memberId, 'address', 'created_at as createdAt', 'renewed_at as renewedAt'])
      .where('channel', '=', 'push')
      .where('user_id', '=', userId)
      .where('state', '=', 'active')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(({ createdAt, renewedAt, ...row }) => ({
      ...row,
      createdAt: new Date(createdAt),
      renewedAt: new Date(renewedAt ?? createdAt),
    }));
  }

  /** Locks the member, so that of two browsers that are added the second counts the first. */
  async lockMember(tx: EntityManager, userId: string): Promise<void> {
    await db(tx).selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  }

  /** Locks and returns the active subscription with this hash, whoever has it; null if there is none. */
  async lockByHash(tx: EntityManager, hash: Buffer): Promise<{ id: string; userId: string } | null> {
    const row = await db(tx)
      .selectFrom('channel_addresses')
      .select(['id', memberId])
      .where('channel', '=', 'push')
      .where('hash', '=', hash)
      .where('state', '=', 'active')
      .forUpdate()
      .executeTakeFirst();
    return row ?? null;
  }

  async insert(tx: EntityManager, id: string, userId: string, values: SubscriptionValues): Promise<void> {
    await db(tx)
      .insertInto('channel_addresses')
      .values({ id, user_id: userId, channel: 'push', ...values, renewed_at: now })
      .execute();
  }

  /** Stores that the browser still has the subscription, and its endpoint and keys. A new endpoint has taken nothing yet. */
  async renew(tx: EntityManager, id: string, values: SubscriptionValues): Promise<void> {
    await db(tx)
      .updateTable('channel_addresses')
      .set((eb) => ({
        ...values,
        renewed_at: now,
        last_ok_at: eb.case().when('hash', '=', values.hash).then(eb.ref('last_ok_at')).else(null).end(),
      }))
      .where('id', '=', id)
      .execute();
  }

  /** Deletes a subscription with what it was sent. */
  async delete(tx: EntityManager, id: string): Promise<void> {
    await db(tx).deleteFrom('channel_addresses').where('id', '=', id).execute();
  }

  /** Deletes the member's own. Returns false if there is none with this id. */
  async deleteOwn(tx: EntityManager, userId: string, id: string): Promise<boolean> {
    const row = await db(tx)
      .deleteFrom('channel_addresses')
      .where('channel', '=', 'push')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Deletes those of the member that have ended. */
  async deleteEnded(tx: EntityManager, userId: string): Promise<void> {
    await db(tx)
      .deleteFrom('channel_addresses')
      .where('channel', '=', 'push')
      .where('user_id', '=', userId)
      .where('state', '=', 'disabled')
      .execute();
  }

  /** Deletes those that no browser has renewed for so many days: some services accept messages for browsers that are gone. */
  async deleteForgotten(days: number): Promise<void> {
    await db(this.em)
      .deleteFrom('channel_addresses')
      .where('channel', '=', 'push')
      .where('renewed_at', '<', sql<string>`now() - make_interval(days => ${days})`)
      .execute();
  }

  /** Deletes those of members who were deactivated or rejected. They subscribe again if they return. */
  async deleteOfClosed(): Promise<void> {
    await db(this.em)
      .deleteFrom('channel_addresses as a')
      .using('users as u')
      .whereRef('u.id', '=', 'a.user_id')
      .where('a.channel', '=', 'push')
      .where((eb) => eb.or([eb('u.status', '<>', 'active'), eb('u.rejected_at', 'is not', null)]))
      .execute();
  }
}
