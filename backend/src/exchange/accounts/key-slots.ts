import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UniqueConstraintViolationException, type EntityManager } from '@mikro-orm/postgresql';
import { keyHint } from '../../common/crypto/index.js';
import type { Credentials, KeyRights, Venue } from '../port/index.js';
import { KeyInUse } from './exchange.errors.js';
import type { KeyState, StoredKeyRights } from './exchange-account.entity.js';
import type { KeyCheck } from './key-check.js';
import { KeyVault } from './key-vault.js';
import { lockMember } from './lock-member.js';

export interface NewKey extends Credentials {
  userId: string;
  venue: Venue;
  /** What `checkKey` said of it. */
  check: KeyCheck;
}

/** A key and all that belongs to it, on its way into a row. */
export interface HeldKey {
  userId: string;
  venue: Venue;
  uid: string | null;
  credentials: Credentials;
  state: KeyState;
  rights: StoredKeyRights | null;
  /** It was shown to its exchange a moment ago. */
  checked: boolean;
  futuresAvailable: boolean | null;
  syncEnabled: boolean;
  /** As the database wrote it. */
  nextSyncAt: string | null;
}

const ONE_KEY_ONE_MEMBER = 'exchange_accounts_fingerprint_unique';

/** Which row of exchange_accounts holds a member's key. Every method works in the transaction of `em`. */
@Injectable()
export class KeySlots {
  constructor(private readonly vault: KeyVault) {}

  /**
   * Makes this the member's key; a key given before is removed. A key of an account that was read before goes on with its ledger, one of
   * another account begins a ledger of its own, and so does one whose account is not known yet. Throws KeyInUse. Returns the account's id.
   */
  async attach(em: EntityManager, { userId, venue, check, ...credentials }: NewKey): Promise<string> {
    if (check.outcome !== 'ok' && check.outcome !== 'unreachable') throw new Error('a key that was found wanting is never stored');
    await lockMember(em, userId);
    const fingerprint = this.vault.fingerprint(credentials.apiKey);
    const others = await em.execute<unknown[]>('select 1 from exchange_accounts where fingerprint = ? and is_current and user_id <> ?', [
      fingerprint,
      userId,
    ]);
    if (others.length > 0) throw new KeyInUse();

    const ok = check.outcome === 'ok' ? check : null;
    const uid = ok?.uid ?? null;
    // A venue never moves a key from one account to another: the same key reads the same account, also where nobody could ask.
    const [known] = await em.execute<{ id: string }[]>(
      `select id from exchange_accounts where user_id = ? and venue = ? and (uid = ?::text or (fingerprint = ? and (uid is null or ?::text is null))) order by uid is null limit 1`,
      [userId, venue, uid, fingerprint, uid],
    );
    await this.leave(em, userId);
    const id = known?.id ?? randomUUID();
    await this.place(em, id, {
      userId,
      venue,
      uid,
      credentials,
      state: ok ? 'valid' : 'unchecked',
      rights: ok && storedRights(ok.rights),
      checked: ok !== null,
      futuresAvailable: ok?.futures ?? null,
      syncEnabled: false,
      nextSyncAt: null,
    });
    return id;
  }

  /** Puts a key into the row `id`, which may be new; its account stays the one it was. Throws KeyInUse. */
  async place(
    em: EntityManager,
    id: string,
    { userId, venue, uid, credentials, state, rights, checked, futuresAvailable, syncEnabled, nextSyncAt }: HeldKey,
  ): Promise<void> {
    const { apiKey, secretKey, passphrase } = this.vault.seal(id, userId, credentials);
    try {
      await em.execute(
        `insert into exchange_accounts (id, user_id, venue, uid, api_key, secret_key, passphrase, key_hint, fingerprint, key_state, key_rights, key_checked_at, futures_available, is_current, sync_enabled, next_sync_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, case when ?::boolean then now() end, ?, true, ?, ?::timestamptz)
         on conflict (id) do update set uid = coalesce(exchange_accounts.uid, excluded.uid), api_key = excluded.api_key, secret_key = excluded.secret_key, passphrase = excluded.passphrase,
           key_hint = excluded.key_hint, fingerprint = excluded.fingerprint, key_state = excluded.key_state, key_rights = excluded.key_rights, key_checked_at = excluded.key_checked_at,
           key_refused_at = null, futures_available = excluded.futures_available, is_current = true, sync_enabled = excluded.sync_enabled, next_sync_at = excluded.next_sync_at, updated_at = now()`,
        [
          id,
          userId,
          venue,
          uid,
          apiKey,
          secretKey,
          passphrase,
          keyHint(credentials.apiKey),
          this.vault.fingerprint(credentials.apiKey),
          state,
          rights && JSON.stringify(rights),
          checked,
          futuresAvailable,
          syncEnabled,
          nextSyncAt,
        ],
      );
    } catch (error) {
      // Two members sent one key at the same moment.
      if (error instanceof UniqueConstraintViolationException && error.message.includes(ONE_KEY_ONE_MEMBER)) throw new KeyInUse();
      throw error;
    }
  }

  /** The member has no account in use any more: the key is gone, and what was read with it stays out of sight. */
  async leave(em: EntityManager, userId: string): Promise<void> {
    await lockMember(em, userId);
    await em.execute(
      `update exchange_accounts set is_current = false, api_key = null, secret_key = null, passphrase = null, sync_enabled = false, next_sync_at = null, updated_at = now()
       where user_id = ? and is_current`,
      [userId],
    );
  }

  /**
   * Removes the key alone: the account stays the one that is shown, with all that was read, and is read no further. Nothing is left to
   * recognise the key by. Returns the account's id, or null where there was no key.
   */
  async empty(em: EntityManager, userId: string): Promise<string | null> {
    await lockMember(em, userId);
    const [row] = await em.execute<{ id: string }[]>(
      `update exchange_accounts set api_key = null, secret_key = null, passphrase = null, key_hint = '', fingerprint = ?, key_state = 'invalid', key_rights = null, key_refused_at = null,
         sync_enabled = false, next_sync_at = null, updated_at = now()
       where user_id = ? and is_current and api_key is not null returning id`,
      [randomBytes(32), userId],
    );
    return row?.id ?? null;
  }
}

export function storedRights({ excessive, restrictedByAddress, expiresAt }: KeyRights): StoredKeyRights {
  return { excessive, restrictedByAddress, expiresAt: expiresAt?.toISOString() ?? null };
}
