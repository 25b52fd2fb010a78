import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../database.js';
import type { Channel, DisabledReason } from './channel.types.js';

const now = sql<string>`now()`;
const isAnyOf = (ids: readonly string[]) => sql<SqlBool>`id = any(${ids}::uuid[])`;

/** What failures of an address have come to. */
export interface Failing {
  /** Since the first failure after the last success. */
  seconds: number;
  failures: number;
  isWarned: boolean;
  isActive: boolean;
}

/** Statements about whether an address takes anything. */
@Injectable()
export class AddressHealthRepository {
  constructor(private readonly em: EntityManager) {}

  /** Keeps others from changing or deleting addresses until the transaction ends. */
  async lock(tx: EntityManager, ids: readonly string[]): Promise<void> {
    await db(tx).selectFrom('channel_addresses').select('id').where(isAnyOf(ids)).orderBy('id').forNoKeyUpdate().execute();
  }

  async succeeded(tx: EntityManager, ids: readonly string[]): Promise<void> {
    await db(tx)
      .updateTable('channel_addresses')
      .set({ failing_since: null, failures: 0, warned_at: null, last_ok_at: now })
      .where(isAnyOf(ids))
      .execute();
  }

  /** Counts a failed try. Returns null if the address is gone. */
  async failed(tx: EntityManager, addressId: string): Promise<Failing | null> {
    const row = await db(tx)
      .updateTable('channel_addresses')
      .set((eb) => ({ failing_since: eb.fn.coalesce('failing_since', now), failures: eb('failures', '+', 1) }))
      .where('id', '=', addressId)
      .returning((eb) => [
        sql<number>`extract(epoch from now() - failing_since)::float8`.as('seconds'),
        'failures',
        eb('warned_at', 'is not', null).$castTo<boolean>().as('isWarned'),
        eb('state', '=', 'active').$castTo<boolean>().as('isActive'),
      ])
      .executeTakeFirst();
    return row ?? null;
  }

  async markWarned(tx: EntityManager, addressId: string): Promise<void> {
    await db(tx).updateTable('channel_addresses').set({ warned_at: now }).where('id', '=', addressId).execute();
  }

  async disable(tx: EntityManager, addressId: string, reason: DisabledReason): Promise<void> {
    await db(tx).updateTable('channel_addresses').set({ state: 'disabled', reason }).where('id', '=', addressId).execute();
  }

  /** Whether a member has an active address on a channel. */
  async hasActive(tx: EntityManager, userId: string, channel: Channel): Promise<boolean> {
    const row = await db(tx)
      .selectFrom('channel_addresses')
      .select('id')
      .where('user_id', '=', userId)
      .where('channel', '=', channel)
      .where('state', '=', 'active')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Deletes secrets whose time after a rotation is over. */
  async dropPreviousSecrets(): Promise<void> {
    await db(this.em)
      .updateTable('channel_addresses')
      .set({ previous_secret: null, previous_secret_until: null })
      .where('previous_secret_until', '<=', now)
      .execute();
  }
}
