import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type Selectable } from 'kysely';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { jsonb } from '../../platform/persistence/jsonb.js';
import { db, type Database } from '../../database.js';
import type { Venue } from '../venues/index.js';
import type { KeyState, StoredKeyRights } from './exchange-account.entity.js';
import { toSealed, type SealedKey } from './key-vault.service.js';

/** An account with its key still sealed. */
export interface KeyedAccount {
  id: string;
  userId: string;
  venue: Venue;
  uid: string | null;
  /** Null once the key was removed. */
  sealed: SealedKey | null;
  /** Identifies the key: another key in the same row has another fingerprint. */
  fingerprint: Buffer;
  keyState: KeyState;
  keyRefusedAt: Date | null;
  /** The last check is a day old, or there was none. */
  checkIsDue: boolean;
  /** It was refused long enough ago for a second refusal to count. */
  refusalCounts: boolean;
}

/** A key with its state, as it is written into a row. */
export interface NewKeyRow {
  userId: string;
  venue: Venue;
  uid: string | null;
  sealed: SealedKey;
  hint: string;
  fingerprint: Buffer;
  state: KeyState;
  rights: StoredKeyRights | null;
  /** The key has just been checked with its exchange. */
  checked: boolean;
  futuresAvailable: boolean | null;
  syncEnabled: boolean;
  nextSyncAt: string | null;
}

type Settings = Pick<Selectable<Database['exchange_accounts']>, 'key_rights' | 'futures_available' | 'sync_enabled' | 'next_sync_at'>;

const column = expressionBuilder<Database, 'exchange_accounts'>();
const now = sql<Date>`now()`;
const noKey = { api_key: null, secret_key: null, passphrase: null };

const checkedAt = column.ref('key_checked_at');
/** A member can widen a key's rights at any time, so each key is checked daily. */
export const checkIsDue = sql<boolean>`(${checkedAt} is null or ${checkedAt} < now() - interval '24 hours')`;
/** A refusal may be temporary: it counts when repeated ten minutes later, with a minute of tolerance for a punctual check. */
export const refusalCounts = sql<boolean>`coalesce(${column.ref('key_refused_at')} < now() - interval '9 minutes', false)`;

/** Every statement about keys in the table `exchange_accounts`; those about sync state are in account-state.repository.ts. */
@Injectable()
export class ExchangeAccountRepository {
  async findCurrent(em: EntityManager, accountId: string): Promise<KeyedAccount | null> {
    const row = await this.keyed(em).where('id', '=', accountId).executeTakeFirst();
    return row ? toKeyed(row) : null;
  }

  async findCurrentOf(em: EntityManager, userId: string): Promise<KeyedAccount | null> {
    const row = await this.keyed(em).where('user_id', '=', userId).executeTakeFirst();
    return row ? toKeyed(row) : null;
  }

  /** Locks the account, provided that it still holds the key with this fingerprint. */
  async lockHolding(tx: EntityManager, { id, fingerprint }: Pick<KeyedAccount, 'id' | 'fingerprint'>): Promise<KeyedAccount | null> {
    const query = this.keyed(tx).where('id', '=', id).where('api_key', 'is not', null).where('fingerprint', '=', fingerprint);
    const row = await query.forUpdate().executeTakeFirst();
    return row ? toKeyed(row) : null;
  }

  /** Locks the member's current account. */
  async lockCurrentOf(tx: EntityManager, userId: string) {
    const row = await db(tx)
      .selectFrom('exchange_accounts')
      .select((eb) => ['id', 'venue', 'key_state as keyState', eb('api_key', 'is not', null).as('held')])
      .where('user_id', '=', userId)
      .where('is_current', '=', true)
      .forUpdate()
      .executeTakeFirst();
    return row ? { ...row, held: row.held === true } : null;
  }

  /** Locks another account of the member with this uid. */
  async lockOther(tx: EntityManager, { id, userId, venue }: KeyedAccount, uid: string): Promise<string | null> {
    const row = await db(tx)
      .selectFrom('exchange_accounts')
      .select('id')
      .where('user_id', '=', userId)
      .where('venue', '=', venue)
      .where('uid', '=', uid)
      .where('id', '<>', id)
      .forUpdate()
      .executeTakeFirst();
    return row?.id ?? null;
  }

  async isUsedByOther(tx: EntityManager, fingerprint: Buffer, userId: string): Promise<boolean> {
    const row = await db(tx)
      .selectFrom('exchange_accounts')
      .select('id')
      .where('fingerprint', '=', fingerprint)
      .where('is_current', '=', true)
      .where('user_id', '<>', userId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Returns the member's account that a key reads: the one with its uid, or the one that held the same key where either uid is unknown. A
   * venue never moves a key from one account to another.
   */
  async findKnown(
    tx: EntityManager,
    { userId, venue, uid, fingerprint }: Pick<NewKeyRow, 'userId' | 'venue' | 'uid' | 'fingerprint'>,
  ): Promise<string | null> {
    const row = await db(tx)
      .selectFrom('exchange_accounts')
      .select('id')
      .where('user_id', '=', userId)
      .where('venue', '=', venue)
      .where((eb) => {
        const sameKey = eb('fingerprint', '=', fingerprint);
        return uid === null ? sameKey : eb.or([eb('uid', '=', uid), eb.and([sameKey, eb('uid', 'is', null)])]);
      })
      .orderBy((eb) => eb('uid', 'is', null))
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? null;
  }

  /**
   * Writes a key into the row `id`, new or not; an account keeps its uid. Violates exchange_accounts_fingerprint_unique where another
   * member has the key.
   */
  async putKey(tx: EntityManager, id: string, { sealed, rights, ...key }: NewKeyRow): Promise<void> {
    const replaced = {
      api_key: sealed.apiKey,
      secret_key: sealed.secretKey,
      passphrase: sealed.passphrase,
      key_hint: key.hint,
      fingerprint: key.fingerprint,
      key_state: key.state,
      key_rights: rights && jsonb(rights),
      key_checked_at: key.checked ? now : null,
      futures_available: key.futuresAvailable,
      is_current: true,
      sync_enabled: key.syncEnabled,
      next_sync_at: key.nextSyncAt,
    };
    await db(tx)
      .insertInto('exchange_accounts')
      .values({ id, user_id: key.userId, venue: key.venue, uid: key.uid, ...replaced })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          ...replaced,
          uid: eb.fn.coalesce('exchange_accounts.uid', 'excluded.uid'),
          key_refused_at: null,
          updated_at: now,
        })),
      )
      .execute();
  }

  /** Takes the key out of the row and the row out of use; returns what goes on with the key. */
  async retire(tx: EntityManager, accountId: string): Promise<Settings | null> {
    const row = await db(tx)
      .updateTable('exchange_accounts')
      .set({ is_current: false, ...noKey, updated_at: now })
      .where('id', '=', accountId)
      .returning(['key_rights', 'futures_available', 'sync_enabled', 'next_sync_at'])
      .executeTakeFirst();
    return row ?? null;
  }

  /** Takes the member's account out of use: its key is removed, and what was read with it is no longer shown. */
  async retireCurrentOf(tx: EntityManager, userId: string): Promise<void> {
    await db(tx)
      .updateTable('exchange_accounts')
      .set({ is_current: false, ...noKey, sync_enabled: false, next_sync_at: null, updated_at: now })
      .where('user_id', '=', userId)
      .where('is_current', '=', true)
      .execute();
  }

  /**
   * Removes the key alone; `fingerprint` replaces the one that could identify it. Returns the account's id, or null where there was no key.
   */
  async removeKey(tx: EntityManager, userId: string, fingerprint: Buffer): Promise<string | null> {
    const row = await db(tx)
      .updateTable('exchange_accounts')
      .set({ ...noKey, key_hint: '', fingerprint, key_state: 'invalid', key_rights: null, key_refused_at: null })
      .set({ sync_enabled: false, next_sync_at: null, updated_at: now })
      .where('user_id', '=', userId)
      .where('is_current', '=', true)
      .where('api_key', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    return row?.id ?? null;
  }

  async setUid(tx: EntityManager, accountId: string, uid: string): Promise<void> {
    await db(tx).updateTable('exchange_accounts').set({ uid, updated_at: now }).where('id', '=', accountId).execute();
  }

  /** Marks the key as valid. An account whose key had been stopped is due at once. */
  async accept(tx: EntityManager, accountId: string, rights: StoredKeyRights, futures: boolean | null): Promise<void> {
    await db(tx)
      .updateTable('exchange_accounts')
      .set((eb) => ({
        next_sync_at: eb.case().when('key_state', 'in', ['too_powerful', 'invalid']).then(now).else(eb.ref('next_sync_at')).end(),
        key_state: 'valid',
        key_rights: jsonb(rights),
        key_checked_at: now,
        key_refused_at: null,
        ...(futures !== null && { futures_available: futures }),
        updated_at: now,
      }))
      .where('id', '=', accountId)
      .execute();
  }

  /** Stops the key. Returns false where it was in that state already. */
  async stop(tx: EntityManager, accountId: string, state: 'too_powerful' | 'invalid', rights: StoredKeyRights | null): Promise<boolean> {
    const stopped = await db(tx)
      .updateTable('exchange_accounts')
      .set({ key_state: state, ...(rights && { key_rights: jsonb(rights) }), key_checked_at: now, next_sync_at: null, updated_at: now })
      .where('id', '=', accountId)
      .where('key_state', '<>', state)
      .returning('id')
      .executeTakeFirst();
    return stopped !== undefined;
  }

  /** Stores when the key was first refused. */
  async noteRefusal(tx: EntityManager, accountId: string): Promise<void> {
    await db(tx)
      .updateTable('exchange_accounts')
      .set((eb) => ({ key_refused_at: eb.fn.coalesce('key_refused_at', now), updated_at: now }))
      .where('id', '=', accountId)
      .execute();
  }

  /** Starts the regular syncs. Returns when the account was last synced. */
  async enableSync(tx: EntityManager, accountId: string): Promise<string | null> {
    const row = await db(tx)
      .updateTable('exchange_accounts')
      .set({ sync_enabled: true, updated_at: now })
      .where('id', '=', accountId)
      .returning('last_synced_at')
      .executeTakeFirst();
    return row?.last_synced_at ?? null;
  }

  /** As enableSync, if the member is approved. Returns whether that is so. */
  async enableSyncIfApproved(tx: EntityManager, accountId: string): Promise<boolean> {
    const row = await db(tx)
      .updateTable('exchange_accounts as a')
      .from('users as u')
      .set({ sync_enabled: true, updated_at: now })
      .where('a.id', '=', accountId)
      .whereRef('u.id', '=', 'a.user_id')
      .where('u.kyc_status', '=', 'approved')
      .returning('a.id')
      .executeTakeFirst();
    return row !== undefined;
  }

  private keyed(em: EntityManager) {
    return db(em)
      .selectFrom('exchange_accounts')
      .select(['id', 'user_id', 'venue', 'uid', 'api_key', 'secret_key', 'passphrase', 'fingerprint'])
      .select(['key_state', 'key_refused_at'])
      .select([checkIsDue.as('check_is_due'), refusalCounts.as('refusal_counts')])
      .where('is_current', '=', true);
  }
}

type KeyedRow = Awaited<ReturnType<ReturnType<ExchangeAccountRepository['keyed']>['executeTakeFirstOrThrow']>>;

function toKeyed(row: KeyedRow): KeyedAccount {
  return {
    id: row.id,
    userId: row.user_id,
    venue: row.venue,
    uid: row.uid,
    sealed: toSealed(row),
    fingerprint: row.fingerprint,
    keyState: row.key_state,
    keyRefusedAt: dateOrNull(row.key_refused_at),
    checkIsDue: row.check_is_due,
    refusalCounts: row.refusal_counts,
  };
}
