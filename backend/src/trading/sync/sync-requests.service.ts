import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Outbox } from '../../platform/outbox/index.js';
import { AccountSync, ExchangeAccountRepository, KeyNotUsable, NoExchangeKey } from '../exchange-accounts/index.js';
import { RunEventsService } from './run-events.service.js';
import { failOpenRuns, moveOpenRun, openRun } from './sync-run.repository.js';

/** The outbox kind that StartSync handles. */
export const START_SYNC = 'exchange.start-sync';

@Injectable()
export class SyncRequestsService extends AccountSync {
  constructor(
    private readonly accounts: ExchangeAccountRepository,
    private readonly outbox: Outbox,
    private readonly events: RunEventsService,
  ) {
    super();
  }

  async request(em: EntityManager, userId: string, trigger: 'approval' | 'demand'): Promise<string | null> {
    const account = await this.accounts.lockCurrentOf(em, userId);
    if (!account?.held || account.keyState === 'invalid' || account.keyState === 'too_powerful') {
      if (trigger === 'approval') return null;
      throw account?.held ? new KeyNotUsable(account.keyState as 'invalid' | 'too_powerful') : new NoExchangeKey();
    }
    if (trigger === 'approval') await this.accounts.enableSync(em, account.id);
    const runId = await openRun(em, { accountId: account.id, userId, trigger });
    await this.outbox.add(em, { kind: START_SYNC, dedupeKey: `${START_SYNC}:${runId}`, payload: { v: 1, runId } });
    return runId;
  }

  async start(em: EntityManager, userId: string): Promise<void> {
    const runId = await this.request(em, userId, 'demand');
    if (runId) await this.events.publishStored(em, runId);
  }

  async stop(em: EntityManager, accountId: string, reason: string): Promise<void> {
    for (const id of await failOpenRuns(em, accountId, reason)) await this.events.publishStored(em, id);
  }

  moveOpenRun(em: EntityManager, from: string, to: string): Promise<void> {
    return moveOpenRun(em, from, to);
  }
}
