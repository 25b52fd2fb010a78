import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Credentials, Venue } from '../port/index.js';
import { SyncRequests } from '../sync/sync-requests.js';
import type { SyncTrigger } from '../sync/sync-run.entity.js';
import { KeyMayDoMore, KeyRefused, KeyRightsUnknown } from './exchange.errors.js';
import type { KeyState, StoredKeyRights } from './exchange-account.entity.js';
import { KeyChecker, type KeyCheck } from './key-check.js';
import { KeySlots, type NewKey } from './key-slots.js';
import { KeyVault } from './key-vault.js';

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
    private readonly slots: KeySlots,
    private readonly requests: SyncRequests,
  ) {}

  /** Shows a key to its exchange before anything is stored. Takes up to 15 s; never rejects for what the exchange does. */
  checkKey({ venue, ...credentials }: Credentials & { venue: Venue }): Promise<KeyCheck> {
    return this.checker.check(venue, credentials);
  }

  /**
   * Makes this the member's key, sealed, in the transaction of `em`; a key given before is removed. A key of an account that was read
   * before goes on with its history. Throws KeyInUse (400 naming apiKey). Returns the account's id.
   */
  attachKey(em: EntityManager, key: NewKey): Promise<string> {
    return this.slots.attach(em, key);
  }

  /** The key in clear, for the one who may see it (ruling D1), in the transaction of `em`; null where it was removed. Throws SealBroken. */
  async openKey(em: EntityManager, accountId: string): Promise<Credentials | null> {
    const [row] = await em.execute<
      { id: string; user_id: string; api_key: Buffer | null; secret_key: Buffer | null; passphrase: Buffer | null }[]
    >(`select a.id, a.user_id, a.api_key, a.secret_key, a.passphrase from ${ASKED_ACCOUNTS} where asked.id = ?`, [accountId]);
    return row?.api_key && row.secret_key
      ? this.vault.open(row.id, row.user_id, { apiKey: row.api_key, secretKey: row.secret_key, passphrase: row.passphrase })
      : null;
  }

  /** Removes the member's key; what was read with it stays. In the transaction of `em`. */
  removeKey(em: EntityManager, userId: string): Promise<void> {
    return this.slots.leave(em, userId);
  }

  /**
   * Has the member's account read, once the transaction of `em` commits. Returns the run's id: the one that is open already, where there
   * is one. `approval` begins the regular syncs, and answers null where there is no usable key; `demand` throws NoExchangeKey or KeyNotUsable (409).
   */
  requestSync(em: EntityManager, userId: string, trigger: Exclude<SyncTrigger, 'schedule'>): Promise<string | null> {
    return this.requests.request(em, userId, trigger);
  }

  /** By account id; ids that name no account with a key are left out. */
  async keySummaries(accountIds: readonly string[]): Promise<ReadonlyMap<string, KeySummary>> {
    if (accountIds.length === 0) return new Map();
    const rows = await this.em.execute<SummaryRecord[]>(
      `select asked.id as asked_id, a.id, a.user_id, a.venue, a.key_hint, a.key_state, a.key_rights, a.key_checked_at from ${ASKED_ACCOUNTS}
       where asked.id = any(?::uuid[]) and a.api_key is not null`,
      [`{${accountIds.join(',')}}`],
    );
    return new Map(rows.map((row) => [row.asked_id, summaryOf(row)]));
  }
}

/** Throws KeyRefused, KeyMayDoMore or KeyRightsUnknown (each 400 naming apiKey) for a key that must not be stored. */
export function refuseUnfit(check: KeyCheck): Extract<KeyCheck, { outcome: 'ok' | 'unreachable' }> {
  if (check.outcome === 'refused') throw new KeyRefused(check.reason);
  if (check.outcome === 'too-powerful') throw new KeyMayDoMore(check.rights);
  if (check.outcome === 'unclear') throw new KeyRightsUnknown();
  return check;
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
