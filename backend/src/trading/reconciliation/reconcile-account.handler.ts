import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { AccountLocksService } from '../exchange-accounts/index.js';
import { reconcileAccount } from './reconciliation.jobs.js';
import { ReconciliationService } from './reconciliation.service.js';

/** Reconciles an account with the balances read last. */
@Injectable()
@HandlesJob(reconcileAccount)
export class ReconcileAccountHandler implements JobHandler<{ v: 1; accountId: string }> {
  constructor(
    private readonly em: EntityManager,
    private readonly locks: AccountLocksService,
    private readonly reconciliation: ReconciliationService,
  ) {}

  async handle({ accountId }: { accountId: string }): Promise<void> {
    const lock = await this.locks.tryLock(accountId);
    // A running sync holds the lock and reconciles at its end.
    if (!lock) return;
    try {
      await this.reconciliation.reconcile(this.em, accountId);
    } finally {
      await lock.release();
    }
  }
}
