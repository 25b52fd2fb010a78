import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AccountKeysService, invalidProblem, tooPowerfulProblem, UNCLEAR_PROBLEM } from './account-keys.service.js';
import type { KeyedAccount } from './exchange-account.repository.js';
import type { KeyState } from './exchange-account.entity.js';
import { KeyChangeEffectsService } from './key-change-effects.service.js';
import { KeyCheckerService, type Waiter } from './key-checker.service.js';
import { KeyFindingsService, type Finding, type Settled } from './key-findings.service.js';

/** Checks stored keys with their exchanges: daily, and on request. */
@Injectable()
export class StoredKeyCheckService {
  constructor(
    private readonly keys: AccountKeysService,
    private readonly checker: KeyCheckerService,
    private readonly findings: KeyFindingsService,
    private readonly effects: KeyChangeEffectsService,
  ) {}

  /** Checks the key if a check is due. Stopped keys are not checked; a job that runs twice finds nothing due. */
  async ifDue(em: EntityManager, accountId: string): Promise<void> {
    const account = await this.keys.load(em, accountId);
    if (account && isDue(account)) await this.show(em, account, 'nobody');
  }

  /** Checks the key whatever its state. 'no-key': there is none, or it was replaced meanwhile. */
  async now(em: EntityManager, userId: string): Promise<Settled | 'no-key' | 'unreachable'> {
    const account = await this.keys.loadOf(em, userId);
    return account ? this.show(em, account, 'person') : 'no-key';
  }

  private async show(em: EntityManager, account: KeyedAccount, waiter: Waiter): Promise<Settled | 'no-key' | 'unreachable'> {
    const credentials = this.keys.open(account);
    if (!credentials) return 'no-key';
    const check = await this.checker.check(account.venue, credentials, waiter);
    if (check.outcome === 'unreachable') return 'unreachable';
    return (await this.findings.settle(em, account, check, (tx, settled) => this.follow(tx, settled, check))) ?? 'no-key';
  }

  /** Ends the runs of a key that was stopped; starts one for a key that is valid again. */
  private async follow(tx: EntityManager, { accountId, userId, was, keyState }: Settled, finding: Finding): Promise<void> {
    if (stopped(keyState) && was !== keyState) await this.effects.stopped(tx, accountId, problemOf(finding));
    if (stopped(was) && !stopped(keyState)) await this.effects.restored(tx, { accountId, userId });
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
  return finding.outcome === 'too-powerful' ? tooPowerfulProblem(finding.rights) : UNCLEAR_PROBLEM;
}
