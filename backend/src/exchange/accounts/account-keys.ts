import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../audit/index.js';
import { MailOutbox } from '../../mail/index.js';
import type { Credentials, KeyRights, Venue } from '../port/index.js';
import type { KeyState, StoredKeyRights } from './exchange-account.entity.js';
import { KeyVault } from './key-vault.js';

/** An account with its key still sealed. */
export interface KeyedAccount {
  id: string;
  userId: string;
  venue: Venue;
  uid: string | null;
  sealed: { apiKey: Buffer; secretKey: Buffer } | null;
  keyState: KeyState;
  keyCheckedAt: Date | null;
  keyRefusedAt: Date | null;
  verifiedAt: Date | null;
}

interface AccountRecord {
  id: string;
  user_id: string;
  venue: Venue;
  uid: string | null;
  api_key: Buffer | null;
  secret_key: Buffer | null;
  key_state: KeyState;
  key_checked_at: string | null;
  key_refused_at: string | null;
  verified_at: string | null;
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

/** What becomes of a key after it was shown to its exchange. Every method works in the transaction of `em`. */
@Injectable()
export class AccountKeys {
  constructor(
    private readonly vault: KeyVault,
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
  ) {}

  async load(em: EntityManager, accountId: string): Promise<KeyedAccount | null> {
    const [row] = await em.execute<AccountRecord[]>(
      'select id, user_id, venue, uid, api_key, secret_key, key_state, key_checked_at, key_refused_at, verified_at from exchange_accounts where id = ? and is_current',
      [accountId],
    );
    if (!row) return null;
    return {
      id: row.id,
      userId: row.user_id,
      venue: row.venue,
      uid: row.uid,
      sealed: row.api_key && row.secret_key ? { apiKey: row.api_key, secretKey: row.secret_key } : null,
      keyState: row.key_state,
      keyCheckedAt: dateOf(row.key_checked_at),
      keyRefusedAt: dateOf(row.key_refused_at),
      verifiedAt: dateOf(row.verified_at),
    };
  }

  /** Null where the key was removed. */
  open({ id, userId, sealed }: KeyedAccount): Credentials | null {
    return sealed && this.vault.open(id, userId, sealed);
  }

  /** The key reads and does no more. */
  async accepted(em: EntityManager, accountId: string, rights: KeyRights): Promise<void> {
    await em.execute(`update exchange_accounts set key_state = 'valid', key_rights = ?::jsonb, key_checked_at = now(), key_refused_at = null, updated_at = now() where id = ?`, [
      storedRights(rights),
      accountId,
    ]);
  }

  /** The key may do more than read: it is not used any more, and its member is told. */
  async tooPowerful(em: EntityManager, account: KeyedAccount, rights: string[]): Promise<void> {
    await this.stop(em, account, 'too_powerful', { excessive: rights, restrictedByAddress: false }, `The key may do more than read: ${rights.join(', ')}.`);
  }

  /** The exchange refuses the key for good. */
  async invalid(em: EntityManager, account: KeyedAccount, reason: string): Promise<void> {
    await this.stop(em, account, 'invalid', null, `The exchange does not accept the key: ${reason}.`);
  }

  /** A first refusal of a key that worked before: it may be a passing fault, so it is asked once more later. */
  async doubted(em: EntityManager, accountId: string): Promise<void> {
    await em.execute('update exchange_accounts set key_refused_at = coalesce(key_refused_at, now()), updated_at = now() where id = ?', [accountId]);
  }

  /**
   * Writes down which account of the venue the key reads. Where the member had a key of that account before, the new key takes the old one's
   * place, so that the account keeps one ledger. Returns the id of the account that holds the key now.
   */
  async settleUid(em: EntityManager, account: KeyedAccount, uid: string): Promise<string> {
    const [older] = await em.execute<{ id: string }[]>('select id from exchange_accounts where user_id = ? and venue = ? and uid = ? and id <> ? for update', [
      account.userId,
      account.venue,
      uid,
      account.id,
    ]);
    const credentials = this.open(account);
    if (!older || !credentials) {
      await em.execute('update exchange_accounts set uid = ?, updated_at = now() where id = ?', [uid, account.id]);
      return account.id;
    }
    const { apiKey, secretKey } = this.vault.seal(older.id, account.userId, credentials);
    const [moved] = await em.execute<{ key_hint: string; fingerprint: Buffer; sync_enabled: boolean; next_sync_at: string | null }[]>(
      `update exchange_accounts set is_current = false, api_key = null, secret_key = null, updated_at = now() where id = ? returning key_hint, fingerprint, sync_enabled, next_sync_at`,
      [account.id],
    );
    if (!moved) throw new Error('the account is gone');
    await em.execute(
      `update exchange_accounts set is_current = true, api_key = ?, secret_key = ?, key_hint = ?, fingerprint = ?, sync_enabled = ?, next_sync_at = ?, key_state = ?, key_refused_at = null, updated_at = now() where id = ?`,
      [apiKey, secretKey, moved.key_hint, moved.fingerprint, moved.sync_enabled, moved.next_sync_at, account.keyState, older.id],
    );
    return older.id;
  }

  private async stop(em: EntityManager, account: KeyedAccount, state: 'too_powerful' | 'invalid', rights: StoredKeyRights | null, problem: string): Promise<void> {
    const stopped = await em.execute<unknown[]>(
      `update exchange_accounts set key_state = ?, key_rights = coalesce(?::jsonb, key_rights), key_checked_at = now(), next_sync_at = null, updated_at = now()
       where id = ? and key_state <> ? returning id`,
      [state, rights && JSON.stringify(rights), account.id, state],
    );
    if (stopped.length === 0) return;
    await this.audit.record(em, { action: `exchange.key-${state === 'invalid' ? 'invalid' : 'too-powerful'}`, actorId: null, actorRole: null, targetType: 'user', targetId: account.userId, detail: { accountId: account.id, rights: rights?.excessive ?? [] } });
    // One letter a finding: the same key may be found wrong once by the daily check and once by a sync.
    await this.mail.queue(em, { letter: 'key-problem', to: account.userId, data: { problem }, dedupeKey: `key-problem:${account.id}:${state}:${(account.keyCheckedAt ?? new Date(0)).getTime()}` });
  }
}

export function storedRights({ excessive, restrictedByAddress }: KeyRights): string {
  return JSON.stringify({ excessive, restrictedByAddress } satisfies StoredKeyRights);
}
