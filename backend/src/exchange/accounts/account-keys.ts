import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../audit/index.js';
import { uuidv7 } from '../../common/domain/index.js';
import { MailOutbox } from '../../mail/index.js';
import type { Credentials, KeyRights, Venue } from '../port/index.js';
import type { KeyState, StoredKeyRights } from './exchange-account.entity.js';
import { KeySlots, storedRights } from './key-slots.js';
import { KeyVault, type SealedKey } from './key-vault.js';
import { lockMember } from './lock-member.js';

/** An account with its key still sealed. */
export interface KeyedAccount {
  id: string;
  userId: string;
  venue: Venue;
  uid: string | null;
  /** Null once the key was removed. */
  sealed: SealedKey | null;
  /** Tells this key from one that takes its place in the row. */
  fingerprint: Buffer;
  keyState: KeyState;
  keyCheckedAt: Date | null;
  keyRefusedAt: Date | null;
  /** The last check is a day old, or there was none. */
  checkIsDue: boolean;
  /** It was refused once, long enough ago for a second refusal to count. */
  refusalCounts: boolean;
  verifiedAt: Date | null;
}

interface AccountRecord {
  id: string;
  user_id: string;
  venue: Venue;
  uid: string | null;
  api_key: Buffer | null;
  secret_key: Buffer | null;
  passphrase: Buffer | null;
  fingerprint: Buffer;
  key_state: KeyState;
  key_checked_at: string | null;
  key_refused_at: string | null;
  check_is_due: boolean;
  refusal_counts: boolean;
  verified_at: string | null;
}

/** A member can widen a key at any time, so it is looked at every day. */
export const CHECK_IS_DUE = `(key_checked_at is null or key_checked_at < now() - interval '24 hours')`;
/** A refusal may be a passing fault: it counts when it is repeated ten minutes later. A minute less, so that whoever asks on time is not early. */
export const REFUSAL_COUNTS = `coalesce(key_refused_at < now() - interval '9 minutes', false)`;

const columns = `id, user_id, venue, uid, api_key, secret_key, passphrase, fingerprint, key_state, key_checked_at, key_refused_at, verified_at,
  ${CHECK_IS_DUE} as check_is_due, ${REFUSAL_COUNTS} as refusal_counts`;

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

/** What becomes of a key after it was shown to its exchange. Every method works in the transaction of `em`. */
@Injectable()
export class AccountKeys {
  constructor(
    private readonly vault: KeyVault,
    private readonly slots: KeySlots,
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
  ) {}

  /** Null where the account is not in use any more. */
  async load(em: EntityManager, accountId: string): Promise<KeyedAccount | null> {
    const [row] = await em.execute<AccountRecord[]>(`select ${columns} from exchange_accounts where id = ? and is_current`, [accountId]);
    return row ? accountOf(row) : null;
  }

  /** The account of a member; null where there is none. */
  async loadOf(em: EntityManager, userId: string): Promise<KeyedAccount | null> {
    const [row] = await em.execute<AccountRecord[]>(`select ${columns} from exchange_accounts where user_id = ? and is_current`, [userId]);
    return row ? accountOf(row) : null;
  }

  /** The account as it is now, kept from others to the end of the transaction; null where it does not hold the key any more that `shown` had. */
  async lock(em: EntityManager, shown: KeyedAccount): Promise<KeyedAccount | null> {
    await lockMember(em, shown.userId);
    const [row] = await em.execute<AccountRecord[]>(
      `select ${columns} from exchange_accounts where id = ? and is_current and api_key is not null and fingerprint = ? for update`,
      [shown.id, shown.fingerprint],
    );
    return row ? accountOf(row) : null;
  }

  /** Null where the key was removed. */
  open({ id, userId, sealed }: KeyedAccount): Credentials | null {
    return sealed && this.vault.open(id, userId, sealed);
  }

  /** The key reads and does no more. Where it was stopped, the account is due at once. `futures`: whether it reaches futures data, where that was tried. */
  async accepted(em: EntityManager, accountId: string, rights: KeyRights, futures: boolean | null = null): Promise<void> {
    await em.execute('select 1 from users u join exchange_accounts a on a.user_id = u.id where a.id = ? for no key update of u', [
      accountId,
    ]);
    await em.execute(
      `update exchange_accounts set next_sync_at = case when key_state in ('too_powerful', 'invalid') then now() else next_sync_at end,
         key_state = 'valid', key_rights = ?::jsonb, key_checked_at = now(), key_refused_at = null, futures_available = coalesce(?::boolean, futures_available), updated_at = now() where id = ?`,
      [JSON.stringify(storedRights(rights)), futures, accountId],
    );
  }

  /** The key may do more than read: it is not used any more, and its member is told. */
  async tooPowerful(em: EntityManager, account: KeyedAccount, rights: string[]): Promise<void> {
    await this.stop(em, account, 'too_powerful', { excessive: rights, restrictedByAddress: false }, tooPowerfulProblem(rights));
  }

  /** The exchange refuses the key for good. */
  async invalid(em: EntityManager, account: KeyedAccount, reason: string): Promise<void> {
    await this.stop(em, account, 'invalid', null, invalidProblem(reason));
  }

  /** A first refusal of a key that worked before: it may be a passing fault, so it is asked once more later. */
  async doubted(em: EntityManager, accountId: string): Promise<void> {
    await em.execute('update exchange_accounts set key_refused_at = coalesce(key_refused_at, now()), updated_at = now() where id = ?', [
      accountId,
    ]);
  }

  /**
   * Writes down which account of the venue the key reads. Where the member had a key of that account before, the new key takes the old one's
   * place, so that the account keeps one ledger; a row that belongs to another account is left as it is. Returns the id of the account that
   * holds the key now.
   */
  async settleUid(em: EntityManager, account: KeyedAccount, uid: string): Promise<string> {
    if (account.uid === uid) return account.id;
    await lockMember(em, account.userId);
    const { id, userId, venue } = account;
    const [older] = await em.execute<{ id: string }[]>(
      'select id from exchange_accounts where user_id = ? and venue = ? and uid = ? and id <> ? for update',
      [userId, venue, uid, id],
    );
    if (!older && account.uid === null) {
      await em.execute('update exchange_accounts set uid = ?, updated_at = now() where id = ?', [uid, id]);
      return id;
    }
    const credentials = this.open(account);
    if (!credentials) return id;
    const [left] = await em.execute<
      { key_rights: StoredKeyRights | null; futures_available: boolean | null; sync_enabled: boolean; next_sync_at: string | null }[]
    >(
      `update exchange_accounts set is_current = false, api_key = null, secret_key = null, passphrase = null, updated_at = now() where id = ?
       returning key_rights, futures_available, sync_enabled, next_sync_at`,
      [id],
    );
    if (!left) throw new Error('the account is gone');
    const holder = older?.id ?? randomUUID();
    await this.slots.place(em, holder, {
      userId,
      venue,
      uid,
      credentials,
      state: account.keyState,
      rights: left.key_rights,
      checked: true,
      futuresAvailable: left.futures_available,
      syncEnabled: left.sync_enabled,
      nextSyncAt: left.next_sync_at,
    });
    // What waits to be read with this key waits for the account that holds it now.
    await em.execute(
      `update sync_runs set account_id = ? where account_id = ? and state in ('queued', 'running')
         and not exists (select 1 from sync_runs o where o.account_id = ? and o.state in ('queued', 'running'))`,
      [holder, id, holder],
    );
    return holder;
  }

  private async stop(
    em: EntityManager,
    account: KeyedAccount,
    state: 'too_powerful' | 'invalid',
    rights: StoredKeyRights | null,
    problem: string,
  ): Promise<void> {
    await lockMember(em, account.userId);
    const stopped = await em.execute<unknown[]>(
      `update exchange_accounts set key_state = ?, key_rights = coalesce(?::jsonb, key_rights), key_checked_at = now(), next_sync_at = null, updated_at = now()
       where id = ? and key_state <> ? returning id`,
      [state, rights && JSON.stringify(rights), account.id, state],
    );
    if (stopped.length === 0) return;
    await this.audit.record(em, {
      action: `exchange.key-${state === 'invalid' ? 'invalid' : 'too-powerful'}`,
      actorId: null,
      actorRole: null,
      targetType: 'user',
      targetId: account.userId,
      detail: { accountId: account.id, rights: rights?.excessive ?? [] },
    });
    // One letter a change of state: the same key may be found wrong once by the daily check and once by a sync.
    await this.mail.queue(em, {
      letter: 'key-problem',
      to: account.userId,
      data: { problem },
      dedupeKey: `key-problem:${account.id}:${uuidv7()}`,
    });
  }
}

export function tooPowerfulProblem(rights: readonly string[]): string {
  return `The key may do more than read: ${rights.join(', ')}.`;
}

export function invalidProblem(reason: string): string {
  return `The exchange does not accept the key: ${reason}.`;
}

function accountOf(row: AccountRecord): KeyedAccount {
  return {
    id: row.id,
    userId: row.user_id,
    venue: row.venue,
    uid: row.uid,
    sealed: row.api_key && row.secret_key ? { apiKey: row.api_key, secretKey: row.secret_key, passphrase: row.passphrase } : null,
    fingerprint: row.fingerprint,
    keyState: row.key_state,
    keyCheckedAt: dateOf(row.key_checked_at),
    keyRefusedAt: dateOf(row.key_refused_at),
    checkIsDue: row.check_is_due,
    refusalCounts: row.refusal_counts,
    verifiedAt: dateOf(row.verified_at),
  };
}
