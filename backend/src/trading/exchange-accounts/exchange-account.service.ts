import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import type { Credentials, Venue } from '../venues/index.js';
import { KeyMayDoMore, KeyRefused, KeyRightsUnknown } from './exchange-account.errors.js';
import type { KeyState } from './exchange-account.entity.js';
import { KeyCheckerService, type KeyCheck } from './key-checker.service.js';
import { KeyStorageService, type NewKey } from './key-storage.service.js';
import { KeyVaultService, toSealed } from './key-vault.service.js';
import { findKeySummaries, findSealedKey } from './key-view.query.js';

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

/** Facade of members' exchange accounts for other modules. */
@Injectable()
export class ExchangeAccountService {
  constructor(
    private readonly em: EntityManager,
    private readonly checker: KeyCheckerService,
    private readonly vault: KeyVaultService,
    private readonly storage: KeyStorageService,
  ) {}

  /** Checks a key with its exchange before anything is stored. Takes up to 15 s; never rejects for what the exchange does. */
  checkKey({ venue, ...credentials }: Credentials & { venue: Venue }): Promise<KeyCheck> {
    return this.checker.check(venue, credentials);
  }

  /**
   * Makes this the member's key, sealed, in the transaction of `em`; a key given before is removed. A key of an account that was read
   * before continues its history. Throws KeyInUse (400 naming apiKey). Returns the account's id.
   */
  attachKey(em: EntityManager, key: NewKey): Promise<string> {
    return this.storage.attach(em, key);
  }

  /**
   * Returns the key in clear, for admins who may see it (ruling D1), in the transaction of `em`; null where it was removed. Throws
   * SealBroken.
   */
  async openKey(em: EntityManager, accountId: string): Promise<Credentials | null> {
    const row = await findSealedKey(em, accountId);
    const sealed = row && toSealed(row);
    return sealed ? this.vault.open(row.id, row.user_id, sealed) : null;
  }

  /** Removes the member's key and keeps what was read with it. In the transaction of `em`. */
  removeKey(em: EntityManager, userId: string): Promise<void> {
    return this.storage.removeAccount(em, userId);
  }

  /** Returns summaries by account id; ids without a key are left out. */
  async keySummaries(accountIds: readonly string[]): Promise<ReadonlyMap<string, KeySummary>> {
    if (accountIds.length === 0) return new Map();
    const rows = await findKeySummaries(this.em, accountIds);
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

function summaryOf(row: Awaited<ReturnType<typeof findKeySummaries>>[number]): KeySummary {
  return {
    accountId: row.id,
    userId: row.user_id,
    venue: row.venue,
    hint: row.key_hint,
    state: row.key_state,
    rights: row.key_rights?.excessive ?? [],
    restrictedByAddress: row.key_rights?.restrictedByAddress ?? false,
    checkedAt: dateOrNull(row.key_checked_at),
  };
}
