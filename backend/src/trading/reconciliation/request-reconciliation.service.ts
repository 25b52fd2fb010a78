import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import type { Actor } from '../../platform/http/index.js';
import { Outbox } from '../../platform/outbox/index.js';
import { NoExchangeKey, findCurrentAccountId } from '../exchange-accounts/index.js';

/** Outbox kind handled by StartReconciliation. */
export const START_RECONCILIATION = 'exchange.start-reconciliation';

/** Lets an admin request the reconciliation of a member's account from stored data, without a sync. */
@Injectable()
export class RequestReconciliationService {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly audit: AuditLog,
  ) {}

  /** Throws NotFound for an unknown user and NoExchangeKey (409) for a user without an account. */
  async request({ userId: adminId, role }: Actor, userId: string): Promise<void> {
    await this.em.transactional(async (tx) => {
      const accountId = await findCurrentAccountId(tx, userId, 'member');
      if (!accountId) throw new NoExchangeKey();
      await this.outbox.add(tx, {
        kind: START_RECONCILIATION,
        dedupeKey: `${START_RECONCILIATION}:${randomUUID()}`,
        payload: { v: 1, accountId },
      });
      await this.audit.record(tx, {
        action: 'exchange.reconcile',
        actorId: adminId,
        actorRole: role,
        targetType: 'user',
        targetId: userId,
        detail: { accountId },
      });
    });
  }
}
