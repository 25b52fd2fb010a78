import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../audit/index.js';
import { accountChanged, LiveEvents } from '../../common/live/index.js';
import type { KeyRights } from '../port/index.js';
import { AccountKeys, type KeyedAccount } from './account-keys.js';
import type { KeyState } from './exchange-account.entity.js';

/** What an exchange made of a stored key: the answer to a check, or the refusal of a call. `futures`: whether it reaches futures data, where that was tried. */
export type Finding =
  | { outcome: 'ok'; uid: string | null; rights: KeyRights; futures?: boolean | null }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'too-powerful'; rights: string[] }
  | { outcome: 'unclear' };

export interface Settled {
  userId: string;
  /** The account that holds the key now: another one where the key turned out to read an account known before. */
  accountId: string;
  was: KeyState;
  keyState: KeyState;
}

/** Done in the same transaction. */
export type Consequence = (tx: EntityManager, settled: Settled) => Promise<void>;

/**
 * The one place that decides what a finding means for a stored key (exchange.md sections 2 and 3): for whoever checks keys, and for whoever
 * reads with them. A refusal of a key that worked counts when it is repeated ten minutes later, and so do rights that nobody understands;
 * too many rights count at once.
 */
@Injectable()
export class KeyFindings {
  constructor(
    private readonly keys: AccountKeys,
    private readonly audit: AuditLog,
    private readonly live: LiveEvents,
  ) {}

  /**
   * `shown`: the account as it was when its key was shown to the exchange. Null, and nothing is changed, where the key was replaced or removed
   * meanwhile: an old key's end says nothing about its successor. Runs in a transaction of its own.
   */
  settle(em: EntityManager, shown: KeyedAccount, finding: Finding, also?: Consequence): Promise<Settled | null> {
    return em.fork().transactional(async (tx) => {
      const account = await this.keys.lock(tx, shown);
      if (!account) return null;
      const settled = finding.outcome === 'ok' ? await this.fine(tx, account, finding) : await this.wrong(tx, account, finding);
      await also?.(tx, settled);
      if (settled.was !== settled.keyState)
        await this.live.publish(tx, accountChanged(settled.userId, { changed: 'exchange-key', state: settled.keyState }));
      return settled;
    });
  }

  private async fine(
    tx: EntityManager,
    account: KeyedAccount,
    { uid, rights, futures = null }: Extract<Finding, { outcome: 'ok' }>,
  ): Promise<Settled> {
    await this.keys.accepted(tx, account.id, rights, futures);
    const accountId = uid === null ? account.id : await this.keys.settleUid(tx, { ...account, keyState: 'valid' }, uid);
    if (account.keyState === 'too_powerful' || account.keyState === 'invalid') {
      await this.audit.record(tx, {
        action: 'exchange.key-restored',
        actorId: null,
        actorRole: null,
        targetType: 'user',
        targetId: account.userId,
        detail: { accountId, was: account.keyState },
      });
    }
    return { ...summary(account), accountId, keyState: 'valid' };
  }

  private async wrong(tx: EntityManager, account: KeyedAccount, finding: Exclude<Finding, { outcome: 'ok' }>): Promise<Settled> {
    const counts = finding.outcome === 'too-powerful' || account.keyState !== 'valid' || account.refusalCounts;
    if (!counts) {
      await this.keys.doubted(tx, account.id);
      return summary(account);
    }
    if (finding.outcome === 'refused') {
      await this.keys.invalid(tx, account, finding.reason);
      return { ...summary(account), keyState: 'invalid' };
    }
    await this.keys.tooPowerful(tx, account, finding.outcome === 'unclear' ? ['rights that we do not understand'] : finding.rights);
    return { ...summary(account), keyState: 'too_powerful' };
  }
}

function summary({ id, userId, keyState }: KeyedAccount): Settled {
  return { userId, accountId: id, was: keyState, keyState };
}
