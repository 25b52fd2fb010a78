import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { uuidv7 } from '../../platform/domain/index.js';
import { MailOutbox, type LetterData } from '../../messaging/mail/index.js';
import { keyRefusals, type Credentials, type KeyRefusal, type KeyRights } from '../venues/index.js';
import { AccountSync } from './account-sync.port.js';
import { ExchangeAccountRepository, type KeyedAccount } from './exchange-account.repository.js';
import type { StoredKeyRights } from './exchange-account.entity.js';
import { KeyStorageService, toStoredRights } from './key-storage.service.js';
import { KeyVaultService } from './key-vault.service.js';
import { lockMember, lockMemberOf } from './member.query.js';

/** Stores what an exchange answered about a key. Every method works in the transaction of `em`. */
@Injectable()
export class AccountKeysService {
  constructor(
    private readonly vault: KeyVaultService,
    private readonly storage: KeyStorageService,
    private readonly accounts: ExchangeAccountRepository,
    private readonly sync: AccountSync,
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
  ) {}

  /** Returns null where the account is not in use any more. */
  load(em: EntityManager, accountId: string): Promise<KeyedAccount | null> {
    return this.accounts.findCurrent(em, accountId);
  }

  /** Returns the account of a member; null where there is none. */
  loadOf(em: EntityManager, userId: string): Promise<KeyedAccount | null> {
    return this.accounts.findCurrentOf(em, userId);
  }

  /** Locks the account to the end of the transaction; returns null where it no longer holds the key that `shown` had. */
  async lock(em: EntityManager, shown: KeyedAccount): Promise<KeyedAccount | null> {
    await lockMember(em, shown.userId);
    return this.accounts.lockHolding(em, shown);
  }

  /** Returns null where the key was removed. */
  open({ id, userId, sealed }: KeyedAccount): Credentials | null {
    return sealed && this.vault.open(id, userId, sealed);
  }

  /** Marks a key as valid that can read and do nothing else. `futures`: whether it reaches futures data, where that was tried. */
  async accepted(em: EntityManager, accountId: string, rights: KeyRights, futures: boolean | null = null): Promise<void> {
    await lockMemberOf(em, accountId);
    await this.accounts.accept(em, accountId, toStoredRights(rights), futures);
  }

  /** Stops a key that may do more than read, and notifies its member. */
  async tooPowerful(em: EntityManager, account: KeyedAccount, rights: string[]): Promise<void> {
    await this.stop(em, account, 'too_powerful', rights, { problem: tooPowerfulProblem(rights), code: 'too-powerful', rights });
  }

  /** Stops a key whose rights we do not understand, and notifies its member. */
  async unclear(em: EntityManager, account: KeyedAccount): Promise<void> {
    await this.stop(em, account, 'too_powerful', ['rights that we do not understand'], { problem: UNCLEAR_PROBLEM, code: 'unclear' });
  }

  /** Stops a key that the exchange refuses permanently. */
  async invalid(em: EntityManager, account: KeyedAccount, reason: KeyRefusal): Promise<void> {
    await this.stop(em, account, 'invalid', null, { problem: invalidProblem(reason), code: keyRefusals[reason] });
  }

  /** Records the first refusal of a key that worked before. It may be temporary, so the key is checked again later. */
  async doubted(em: EntityManager, accountId: string): Promise<void> {
    await this.accounts.noteRefusal(em, accountId);
  }

  /**
   * Stores which account of the venue the key reads. Where the member had a key of that account before, the new key goes into the old row,
   * so that the account keeps one ledger; a row of another account is not touched. Returns the id of the account that holds the key now.
   */
  async settleUid(em: EntityManager, account: KeyedAccount, uid: string): Promise<string> {
    if (account.uid === uid) return account.id;
    await lockMember(em, account.userId);
    const { id, userId, venue } = account;
    const older = await this.accounts.lockOther(em, account, uid);
    if (older === null && account.uid === null) {
      await this.accounts.setUid(em, id, uid);
      return id;
    }
    const credentials = this.open(account);
    if (!credentials) return id;
    const left = await this.accounts.retire(em, id);
    if (!left) throw new Error('the account is gone');
    const holder = older ?? randomUUID();
    await this.storage.place(em, holder, {
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
    await this.sync.moveOpenRun(em, id, holder);
    return holder;
  }

  private async stop(
    em: EntityManager,
    account: KeyedAccount,
    state: 'too_powerful' | 'invalid',
    excessive: string[] | null,
    data: LetterData<'key-problem'>,
  ): Promise<void> {
    const rights: StoredKeyRights | null = excessive && { excessive, restrictedByAddress: false };
    await lockMember(em, account.userId);
    if (!(await this.accounts.stop(em, account.id, state, rights))) return;
    await this.audit.record(em, {
      action: `exchange.key-${state === 'invalid' ? 'invalid' : 'too-powerful'}`,
      actorId: null,
      actorRole: null,
      targetType: 'user',
      targetId: account.userId,
      detail: { accountId: account.id, rights: excessive ?? [] },
    });
    // One email for each change of state: the daily check and a sync may both find the same key wrong.
    await this.mail.queue(em, {
      letter: 'key-problem',
      to: account.userId,
      data,
      dedupeKey: `key-problem:${account.id}:${uuidv7()}`,
    });
  }
}

export const UNCLEAR_PROBLEM = 'The key has rights that we do not understand.';

export function tooPowerfulProblem(rights: readonly string[]): string {
  return `The key may do more than read: ${rights.join(', ')}.`;
}

export function invalidProblem(reason: string): string {
  return `The exchange does not accept the key: ${reason}.`;
}
