import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { keyHint } from '../../platform/crypto/index.js';
import { violatesUnique } from '../../platform/persistence/database.errors.js';
import type { Credentials, KeyRights, Venue } from '../venues/index.js';
import { KeyInUse } from './exchange-account.errors.js';
import { ExchangeAccountRepository, type NewKeyRow } from './exchange-account.repository.js';
import type { StoredKeyRights } from './exchange-account.entity.js';
import type { KeyCheck } from './key-checker.service.js';
import { KeyVaultService } from './key-vault.service.js';
import { lockMember } from './member.query.js';

export interface NewKey extends Credentials {
  userId: string;
  venue: Venue;
  /** The result of `checkKey`. */
  check: KeyCheck;
}

/** A key with its state and its credentials in clear. */
export type OpenedKey = Omit<NewKeyRow, 'sealed' | 'hint' | 'fingerprint'> & { credentials: Credentials };

/** Decides which row of exchange_accounts holds a member's key. Every method works in the transaction of `em`. */
@Injectable()
export class KeyStorageService {
  constructor(
    private readonly vault: KeyVaultService,
    private readonly accounts: ExchangeAccountRepository,
  ) {}

  /**
   * Makes this the member's key; a key given before is removed. A key of an account that was read before continues its ledger. One of
   * another account, or of an account that is not known yet, starts a new ledger. Throws KeyInUse. Returns the account's id.
   */
  async attach(em: EntityManager, { userId, venue, check, ...credentials }: NewKey): Promise<string> {
    if (check.outcome !== 'ok' && check.outcome !== 'unreachable') throw new Error('a key that failed its check is never stored');
    await lockMember(em, userId);
    const fingerprint = this.vault.fingerprint(credentials.apiKey);
    if (await this.accounts.isUsedByOther(em, fingerprint, userId)) throw new KeyInUse();
    const ok = check.outcome === 'ok' ? check : null;
    const uid = ok?.uid ?? null;
    const known = await this.accounts.findKnown(em, { userId, venue, uid, fingerprint });
    await this.removeAccount(em, userId);
    const id = known ?? randomUUID();
    await this.place(em, id, {
      userId,
      venue,
      uid,
      credentials,
      state: ok ? 'valid' : 'unchecked',
      rights: ok && toStoredRights(ok.rights),
      checked: ok !== null,
      futuresAvailable: ok?.futures ?? null,
      syncEnabled: false,
      nextSyncAt: null,
    });
    return id;
  }

  /** Puts a key into the row `id`, which may be new; its uid does not change. Throws KeyInUse. */
  async place(em: EntityManager, id: string, { credentials, ...key }: OpenedKey): Promise<void> {
    const sealed = this.vault.seal(id, key.userId, credentials);
    const fingerprint = this.vault.fingerprint(credentials.apiKey);
    try {
      await this.accounts.putKey(em, id, { ...key, sealed, fingerprint, hint: keyHint(credentials.apiKey) });
    } catch (error) {
      // Two members sent the same key at the same moment.
      if (violatesUnique(error, 'exchange_accounts_fingerprint_unique')) throw new KeyInUse();
      throw error;
    }
  }

  /** Takes the member's account out of use: its key is removed, and what was read with it is no longer shown. */
  async removeAccount(em: EntityManager, userId: string): Promise<void> {
    await lockMember(em, userId);
    await this.accounts.retireCurrentOf(em, userId);
  }

  /**
   * Removes the key alone: the account stays the one that is shown, with everything that was read, but is read no further. Nothing is left
   * that identifies the key. Returns the account's id, or null where there was no key.
   */
  async removeKey(em: EntityManager, userId: string): Promise<string | null> {
    await lockMember(em, userId);
    return this.accounts.removeKey(em, userId, randomBytes(32));
  }
}

export function toStoredRights({ excessive, restrictedByAddress, expiresAt }: KeyRights): StoredKeyRights {
  return { excessive, restrictedByAddress, expiresAt: expiresAt?.toISOString() ?? null };
}
