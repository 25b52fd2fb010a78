import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { PreparedStatement } from '../../../platform/persistence/prepared-statement.js';
import { db } from '../../../database.js';
import { isMailable } from '../../mail/index.js';
import type { NoticeFacts } from '../../notices/index.js';
import { memberPreferencesOf, preferenceColumns, type MemberPreferences } from '../../preferences/index.js';
import type { Channel } from '../channel.types.js';

/** Channels that carry notices about an account. */
const ACCOUNT_CHANNELS = ['telegram', 'push'] as const satisfies readonly Channel[];

// Prepared: each worker asks it twice a second.
const hasWaiting = new PreparedStatement<{ waiting: boolean }>(
  'notices-has-waiting',
  'select exists (select from notices where fanned_out_at is null) as waiting',
);

/** A notice that has not been offered to any channel. */
export interface WaitingNotice {
  id: string;
  userId: string;
  kind: string;
  facts: NoticeFacts;
  createdAt: Date;
}

/** An active address of a member whose account is in order. */
export interface AccountAddress {
  id: string;
  userId: string;
  channel: Channel;
  preferences: MemberPreferences;
}

/** Statements that bring notices to the channels. */
@Injectable()
export class NoticeFanOutRepository {
  async hasWaiting(em: EntityManager): Promise<boolean> {
    return (await hasWaiting.first(em, []))!.waiting;
  }

  /** Locks the oldest notices that wait and that no other worker has. */
  async lockWaiting(tx: EntityManager, limit: number): Promise<WaitingNotice[]> {
    const rows = await db(tx)
      .selectFrom('notices')
      .select(['id', 'user_id as userId', 'kind', 'facts', 'created_at as createdAt'])
      .where('fanned_out_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
  }

  /** Returns the addresses of these members, whether or not they may see signals. */
  async findAddresses(tx: EntityManager, userIds: readonly string[]): Promise<AccountAddress[]> {
    const rows = await db(tx)
      .selectFrom('channel_addresses as a')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .select(['a.id', 'u.id as userId', 'a.channel'])
      .select(preferenceColumns)
      .where(sql<SqlBool>`a.user_id = any(${userIds}::uuid[])`)
      .where('a.channel', 'in', ACCOUNT_CHANNELS)
      .where('a.state', '=', 'active')
      .where(isMailable)
      .orderBy('a.id')
      .execute();
    return rows.map(({ id, userId, channel, ...row }) => ({ id, userId, channel, preferences: memberPreferencesOf(row) }));
  }

  async markFannedOut(tx: EntityManager, ids: readonly string[]): Promise<void> {
    await db(tx)
      .updateTable('notices')
      .set({ fanned_out_at: sql<string>`now()` })
      .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
      .execute();
  }
}
