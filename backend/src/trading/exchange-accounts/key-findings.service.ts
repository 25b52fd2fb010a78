import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { accountChanged, LiveEvents } from '../../messaging/live/index.js';
import type { KeyRefusal, KeyRights } from '../venues/index.js';
import { AccountKeysService } from './account-keys.service.js';
import type { KeyedAccount } from './exchange-account.repository.js';
import type { KeyState } from './exchange-account.entity.js';

/** What a check or a refused call showed about a stored key. `futures`: whether it reaches futures data, where that was tried. */
export type Finding =
  | { outcome: 'ok'; uid: string | null; rights: KeyRights; futures?: boolean | null }
  | { outcome: 'refused'; reason: KeyRefusal }
  | { outcome: 'too-powerful'; rights: string[] }
  | { outcome: 'unclear' };

export interface Settled {
  userId: string;
  /** The account that holds the key now: another one where the key turned out to read an account known before. */
  accountId: string;
  was: KeyState;
  keyState: KeyState;
}

/** Runs in the same transaction. */
export type Consequence = (tx: EntityManager, settled: Settled) => Promise<void>;

/**
 * Decides what a finding means for a stored key (exchange.md sections 2 and 3), for checks and for syncs. A refusal of a key that worked,
 * or rights that are not understood, count when they are repeated ten minutes later; too many rights count at once.
 */
@Injectable()
export class KeyFindingsService {
  constructor(
    private readonly keys: AccountKeysService,
    private readonly audit: AuditLog,
    private readonly live: LiveEvents,
  ) {}

  /**
   * Applies a finding in a transaction of its own. `shown`: the account as it was when its key was used. Returns null and changes nothing
   * where the key was replaced or removed meanwhile: a finding about an old key does not apply to its successor.
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
    if (finding.outcome === 'unclear') await this.keys.unclear(tx, account);
    else await this.keys.tooPowerful(tx, account, finding.rights);
    return { ...summary(account), keyState: 'too_powerful' };
  }
}

function summary({ id, userId, keyState }: KeyedAccount): Settled {
  return { userId, accountId: id, was: keyState, keyState };
}
