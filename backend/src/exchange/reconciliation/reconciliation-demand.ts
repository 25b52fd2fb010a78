import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../audit/index.js';
import { NotFound } from '../../common/domain/index.js';
import type { Actor } from '../../common/http/index.js';
import { Outbox } from '../../common/outbox/index.js';
import { NoExchangeKey } from '../accounts/exchange.errors.js';

/** The outbox kind that StartReconciliation serves. */
export const START_RECONCILIATION = 'exchange.start-reconciliation';

/** An admin asks for a member's balances to be counted again, from what is stored: no exchange is asked. */
@Injectable()
export class ReconciliationDemand {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly audit: AuditLog,
  ) {}

  /** Throws NotFound for an unknown user and NoExchangeKey (409) where there is no account to count. */
  async ask({ userId: adminId, role }: Actor, userId: string): Promise<void> {
    await this.em.transactional(async (tx) => {
      const [row] = await tx.execute<{ id: string | null }[]>(
        'select a.id from users u left join exchange_accounts a on a.user_id = u.id and a.is_current where u.id = ?',
        [userId],
      );
      if (!row) throw new NotFound('member');
      if (!row.id) throw new NoExchangeKey();
      await this.outbox.add(tx, {
        kind: START_RECONCILIATION,
        dedupeKey: `${START_RECONCILIATION}:${randomUUID()}`,
        payload: { v: 1, accountId: row.id },
      });
      await this.audit.record(tx, {
        action: 'exchange.reconcile',
        actorId: adminId,
        actorRole: role,
        targetType: 'user',
        targetId: userId,
        detail: { accountId: row.id },
      });
    });
  }
}
