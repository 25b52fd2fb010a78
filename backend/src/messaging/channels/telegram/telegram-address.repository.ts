import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';
import { memberId } from '../member-address.sql.js';
import { isMailable } from '../../mail/index.js';
import type { AddressState, DisabledReason } from '../channel.types.js';

export interface StoredTelegram {
  id: string;
  userId: string;
  address: Buffer;
  state: AddressState;
  reason: DisabledReason | null;
  createdAt: Date;
}

/** Statements about members' Telegram accounts. */
@Injectable()
export class TelegramAddressRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns null if the member has connected none. */
  async findOwn(userId: string, em: EntityManager = this.em): Promise<StoredTelegram | null> {
    const row = await this.addresses(em).where('user_id', '=', userId).executeTakeFirst();
    return row ? { ...row, createdAt: new Date(row.createdAt) } : null;
  }

  /** Locks and returns the address with this hash; null if no member has it. `isOpen`: the member's account is active. */
  async lockByHash(
    tx: EntityManager,
    hash: Buffer,
  ): Promise<{ id: string; userId: string; state: AddressState; reason: DisabledReason | null; isOpen: boolean } | null> {
    const row = await db(tx)
      .selectFrom('channel_addresses as a')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .select(['a.id', memberId, 'a.state', 'a.reason', isMailable.$castTo<boolean>().as('isOpen')])
      .where('a.channel', '=', 'telegram')
      .where('a.hash', '=', hash)
      .forUpdate('a')
      .executeTakeFirst();
    return row ?? null;
  }

  async insert(tx: EntityManager, row: { id: string; userId: string; address: Buffer; hash: Buffer }): Promise<void> {
    const { id, userId, address, hash } = row;
    await db(tx).insertInto('channel_addresses').values({ id, user_id: userId, channel: 'telegram', address, hash }).execute();
  }

  async disable(tx: EntityManager, id: string): Promise<void> {
    await db(tx).updateTable('channel_addresses').set({ state: 'disabled', reason: 'blocked' }).where('id', '=', id).execute();
  }

  async enable(tx: EntityManager, id: string): Promise<void> {
    await db(tx)
      .updateTable('channel_addresses')
      .set({ state: 'active', reason: null, failing_since: null, failures: 0 })
      .where('id', '=', id)
      .execute();
  }

  /** The chat has another number from now on. */
  async move(id: string, { address, hash }: { address: Buffer; hash: Buffer }): Promise<void> {
    await db(this.em).updateTable('channel_addresses').set({ address, hash }).where('id', '=', id).execute();
  }

  /** Deletes the member's account with what it was sent. Returns its id; null if there is none. */
  async deleteOwn(tx: EntityManager, userId: string): Promise<string | null> {
    const row = await db(tx)
      .deleteFrom('channel_addresses')
      .where('channel', '=', 'telegram')
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    return row?.id ?? null;
  }

  /** Deletes the addresses of members who were deactivated or rejected. They connect again if they return. */
  async deleteOfClosed(): Promise<void> {
    await db(this.em)
      .deleteFrom('channel_addresses as a')
      .using('users as u')
      .whereRef('u.id', '=', 'a.user_id')
      .where('a.channel', '=', 'telegram')
      .where((eb) => eb.or([eb('u.status', '<>', 'active'), eb('u.rejected_at', 'is not', null)]))
      .execute();
  }

  private addresses(em: EntityManager) {
    return db(em)
      .selectFrom('channel_addresses')
      .select(['id', memberId, 'address', 'state', 'reason', sql<string>`created_at`.as('createdAt')])
      .where('channel', '=', 'telegram');
  }
}
