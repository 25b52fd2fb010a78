import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AccountKeys } from './account-keys.js';
import { KeyChecker } from './key-check.js';

/** Checks a key that the exchange could not be asked about when it was given. */
@Injectable()
export class StoredKeyCheck {
  constructor(
    private readonly keys: AccountKeys,
    private readonly checker: KeyChecker,
  ) {}

  /** Changes nothing where the key is checked already, removed, or the exchange still out of reach. */
  async check(em: EntityManager, accountId: string): Promise<void> {
    const account = await this.keys.load(em, accountId);
    const credentials = account?.keyState === 'unchecked' ? this.keys.open(account) : null;
    if (!account || !credentials) return;
    const check = await this.checker.check(account.venue, credentials);
    if (check.outcome === 'unreachable') return;
    await em.transactional(async (tx) => {
      if (check.outcome === 'refused') return this.keys.invalid(tx, account, check.reason);
      if (check.outcome === 'too-powerful') return this.keys.tooPowerful(tx, account, check.rights);
      await this.keys.accepted(tx, account.id, check.rights);
      if (check.uid !== null && check.uid !== account.uid) await this.keys.settleUid(tx, { ...account, keyState: 'valid' }, check.uid);
    });
  }
}
