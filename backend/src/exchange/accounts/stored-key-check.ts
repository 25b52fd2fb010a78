import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AccountKeys, invalidProblem, tooPowerfulProblem, type KeyedAccount } from './account-keys.js';
import type { KeyState } from './exchange-account.entity.js';
import { KeyChecker, type Patience } from './key-check.js';
import { KeyConsequences } from './key-consequences.js';
import { KeyFindings, type Finding, type Settled } from './key-findings.js';

/** Shows stored keys to their exchanges again: the daily check, and the check that somebody asks for. */
@Injectable()
export class StoredKeyCheck {
  constructor(
    private readonly keys: AccountKeys,
    private readonly checker: KeyChecker,
    private readonly findings: KeyFindings,
    private readonly consequences: KeyConsequences,
  ) {}

  /** Does nothing where no check is due, as when the job comes twice: a key that was stopped is not shown to anybody. */
  async ifDue(em: EntityManager, accountId: string): Promise<void> {
    const account = await this.keys.load(em, accountId);
    if (account && isDue(account)) await this.show(em, account, 'nobody');
  }

  /** Whatever the key's state. 'no-key': there is none, or another one took its place meanwhile. */
  async now(em: EntityManager, userId: string): Promise<Settled | 'no-key' | 'unreachable'> {
    const account = await this.keys.loadOf(em, userId);
    return account ? this.show(em, account, 'person') : 'no-key';
  }

  private async show(em: EntityManager, account: KeyedAccount, who: Patience): Promise<Settled | 'no-key' | 'unreachable'> {
    const credentials = this.keys.open(account);
    if (!credentials) return 'no-key';
    const check = await this.checker.check(account.venue, credentials, who);
    if (check.outcome === 'unreachable') return 'unreachable';
    return (await this.findings.settle(em, account, check, (tx, settled) => this.follow(tx, settled, check))) ?? 'no-key';
  }

  /** A key that was stopped ends the runs that read with it; one that is good again goes on at once. */
  private async follow(tx: EntityManager, { accountId, userId, was, keyState }: Settled, finding: Finding): Promise<void> {
    if (stopped(keyState) && was !== keyState) await this.consequences.stopped(tx, accountId, problemOf(finding));
    if (stopped(was) && !stopped(keyState)) await this.consequences.restored(tx, { accountId, userId });
  }
}

function stopped(state: KeyState): boolean {
  return state === 'too_powerful' || state === 'invalid';
}

function isDue({ keyState, keyRefusedAt, refusalCounts, checkIsDue }: KeyedAccount): boolean {
  if (keyState === 'unchecked') return true;
  return keyState === 'valid' && (keyRefusedAt === null ? checkIsDue : refusalCounts);
}

function problemOf(finding: Finding): string {
  if (finding.outcome === 'refused') return invalidProblem(finding.reason);
  return finding.outcome === 'too-powerful' ? tooPowerfulProblem(finding.rights) : 'The key has rights that we do not understand.';
}
