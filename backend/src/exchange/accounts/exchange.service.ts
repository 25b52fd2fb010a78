import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { keyHint } from '../../common/crypto/index.js';
import type { Credentials, Venue } from '../port/index.js';
import { storedRights } from './account-keys.js';
import { KeyInUse } from './exchange.errors.js';
import type { KeyState, StoredKeyRights } from './exchange-account.entity.js';
import { KeyChecker, type KeyCheck } from './key-check.js';
import { KeyVault } from './key-vault.js';
import { SyncRequests } from '../sync/sync-requests.js';
import type { SyncTrigger } from '../sync/sync-run.entity.js';

export interface NewKey extends Credentials {
  userId: string;
  venue: Venue;
  /** What `checkKey` said of it. */
  check: KeyCheck;
}

/** What reviewers see of a key. */
export interface KeySummary {
  accountId: string;
  userId: string;
  venue: Venue;
  /** The last characters of the API key. */
  hint: string;
  state: KeyState;
  /** Rights beyond reading that were found. */
  rights: string[];
  restrictedByAddress: boolean;
  checkedAt: Date | null;
}

interface SummaryRecord {
  asked_id: string;
  id: string;
  user_id: string;
  venue: Venue;
  key_hint: string;
  key_state: KeyState;
  key_rights: StoredKeyRights | null;
  key_checked_at: string | null;
}

/** A key whose exchange was out of reach may turn out to read an account known before, and moves there: what is asked of the account follows it. */
const ASKED_ACCOUNTS = `exchange_accounts asked
  left join exchange_accounts held on held.user_id = asked.user_id and held.is_current
  join exchange_accounts a on a.id = case when asked.is_current then asked.id else coalesce(held.id, asked.id) end`;

/** Members' exchange accounts, as the other modules see them. */
@Injectable()
export class ExchangeService {
  constructor(
    private readonly em: EntityManager,
    private readonly checker: KeyChecker,
    private readonly vault: KeyVault,
    private readonly requests: SyncRequests,
  ) {}

  /** Shows a key to its exchange before anything is stored. Takes up to 15 s; never rejects for what the exchange does. */
  checkKey({ venue, ...credentials }: Credentials & { venue: Venue }): Promise<KeyCheck> {
    return this.checker.check(venue, { apiKey: credentials.apiKey, secretKey: credentials.secretKey });
  }

  /**
   * Makes this the member's key, sealed, in the transaction of `em`; a key given before is removed. A key of an account that was read
   * before goes on with its history. Throws KeyInUse (400 naming apiKey). Returns the account's id.
   */
  async attachKey(em: EntityManager, { userId, venue, apiKey, secretKey, check }: NewKey): Promise<string> {
    if (check.outcome !== 'ok' && check.outcome !== 'unreachable') throw new Error('a key that was found wanting is never stored');
    const fingerprint = this.vault.fingerprint(apiKey);
    const others = await em.execute<unknown[]>('select 1 from exchange_accounts where fingerprint = ? and is_current and user_id <> ?', [fingerprint, userId]);
    if (others.length > 0) throw new KeyInUse();

    const ok = check.outcome === 'ok' ? check : null;
    await this.removeKey(em, userId);
    const [known] = ok?.uid ? await em.execute<{ id: string }[]>('select id from exchange_accounts where user_id = ? and venue = ? and uid = ?', [userId, venue, ok.uid]) : [];
    const id = known?.id ?? randomUUID();
    const sealed = this.vault.seal(id, userId, { apiKey, secretKey });
    try {
      await em.execute(
        `insert into exchange_accounts (id, user_id, venue, uid, api_key, secret_key, key_hint, fingerprint, key_state, key_rights, key_checked_at, is_current, sync_enabled)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, true, false)
         on conflict (id) do update set api_key = excluded.api_key, secret_key = excluded.secret_key, key_hint = excluded.key_hint, fingerprint = excluded.fingerprint,
           key_state = excluded.key_state, key_rights = excluded.key_rights, key_checked_at = excluded.key_checked_at, key_refused_at = null, is_current = true,
           sync_enabled = false, next_sync_at = null, updated_at = now()`,
        [id, userId, venue, ok?.uid ?? null, sealed.apiKey, sealed.secretKey, keyHint(apiKey), fingerprint, ok ? 'valid' : 'unchecked', ok && storedRights(ok.rights), ok ? new Date() : null],
      );
    } catch (error) {
      // Two members sent one key at the same moment.
      if (error instanceof UniqueConstraintViolationException) throw new KeyInUse();
      throw error;
    }
    return id;
  }

  /** The key in clear, for the one who may see it (ruling D1), in the transaction of `em`; null where it was removed. Throws SealBroken. */
  async openKey(em: EntityManager, accountId: string): Promise<Credentials | null> {
    const [row] = await em.execute<{ id: string; user_id: string; api_key: Buffer | null; secret_key: Buffer | null }[]>(
      `select a.id, a.user_id, a.api_key, a.secret_key from ${ASKED_ACCOUNTS} where asked.id = ?`,
      [accountId],
    );
    return row?.api_key && row.secret_key ? this.vault.open(row.id, row.user_id, { apiKey: row.api_key, secretKey: row.secret_key }) : null;
  }

  /** Removes the member's key; what was read with it stays. In the transaction of `em`. */
  async removeKey(em: EntityManager, userId: string): Promise<void> {
    await em.execute(
      'update exchange_accounts set is_current = false, api_key = null, secret_key = null, sync_enabled = false, next_sync_at = null, updated_at = now() where user_id = ? and is_current',
      [userId],
    );
  }

  /**
   * Has the member's account read, once the transaction of `em` commits. Returns the run's id: the one that is open already, where there
   * is one. `approval` begins the regular syncs, and answers null where there is no usable key; `demand` throws NoExchangeKey or KeyNotUsable (409).
   */
  requestSync(em: EntityManager, userId: string, trigger: Exclude<SyncTrigger, 'schedule'>): Promise<string | null> {
    return this.requests.request(em, userId, trigger);
  }

  /** By account id; ids that name no account are left out. */
  async keySummaries(accountIds: readonly string[]): Promise<ReadonlyMap<string, KeySummary>> {
    if (accountIds.length === 0) return new Map();
    const rows = await this.em.execute<SummaryRecord[]>(
      `select asked.id as asked_id, a.id, a.user_id, a.venue, a.key_hint, a.key_state, a.key_rights, a.key_checked_at from ${ASKED_ACCOUNTS} where asked.id = any(?::uuid[])`,
      [`{${accountIds.join(',')}}`],
    );
    return new Map(rows.map((row) => [row.asked_id, summaryOf(row)]));
  }
}

function summaryOf(row: SummaryRecord): KeySummary {
  return {
    accountId: row.id,
    userId: row.user_id,
    venue: row.venue,
    hint: row.key_hint,
    state: row.key_state,
    rights: row.key_rights?.excessive ?? [],
    restrictedByAddress: row.key_rights?.restrictedByAddress ?? false,
    checkedAt: row.key_checked_at === null ? null : new Date(row.key_checked_at),
  };
}
