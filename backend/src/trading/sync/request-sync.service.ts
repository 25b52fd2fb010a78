import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import type { Actor } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { AccountSync, NoExchangeKey, requireApproved, requireMember } from '../exchange-accounts/index.js';
import { RunEventsService } from './run-events.service.js';
import { findOpenRunOf } from './sync-run.repository.js';

/** Null: an operator at the command line. */
type Requester = Pick<Actor, 'userId' | 'role'> | null;

/** Starts syncs on request. While a run is open, its id is returned and nothing is started. */
@Injectable()
export class RequestSyncService {
  constructor(
    private readonly em: EntityManager,
    private readonly sync: AccountSync,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly events: RunEventsService,
  ) {}

  /**
   * Requests a sync for a member, as an admin or operator. Returns the id of the run. Throws NotFound for users who are no approved
   * members, NoExchangeKey, KeyNotUsable.
   */
  async ask(actor: Requester, userId: string): Promise<string> {
    await requireMember(this.em, userId);
    return this.request(actor, userId);
  }

  /** Requests a sync of the member's own account, a few times an hour. Throws NotVerified, TooMany, NoExchangeKey, KeyNotUsable. */
  async askOwn(actor: Actor): Promise<string> {
    const open = await findOpenRunOf(this.em, actor.userId);
    if (open) return open;
    await requireApproved(this.em, actor.userId);
    await this.limits.consume('syncMember', actor.userId);
    return this.request(actor, actor.userId);
  }

  private request(actor: Requester, userId: string): Promise<string> {
    return this.em.transactional(async (tx) => {
      const runId = await this.sync.request(tx, userId, 'demand');
      if (!runId) throw new NoExchangeKey();
      await this.audit.record(tx, {
        action: 'exchange.sync',
        actorId: actor?.userId ?? null,
        actorRole: actor?.role ?? null,
        targetType: 'user',
        targetId: userId,
        detail: { runId },
      });
      await this.events.publishStored(tx, runId);
      return runId;
    });
  }
}
