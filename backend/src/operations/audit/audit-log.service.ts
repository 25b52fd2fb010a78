import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Counter } from 'prom-client';
import { uuidv7, type Role } from '../../platform/domain/index.js';
import { metricsRegistry } from '../../platform/observability/metrics.js';
import { currentTrace } from '../../platform/observability/trace.js';
import { insertAuditEvents } from './audit-chain.repository.js';
import { networkOf } from './network.js';

export interface AuditRecord {
  /** `subject.verb`: `kyc.approve`, `auth.sign-in`. */
  action: string;
  /** Null: nobody who is signed in, or the system itself. */
  actorId: string | null;
  actorRole: Role | null;
  targetType?: string | null;
  targetId?: string | null;
  /** Ids, states and reasons; never a secret, a name or an address. */
  detail?: Record<string, unknown>;
}

const recorded = new Counter({
  name: 'tidemark_audit_events_total',
  help: 'Events written to the audit log, also where their transaction did not commit',
  labelNames: ['action'],
  registers: [metricsRegistry],
});
// There from the start: the first of them is an increase.
for (const action of ['auth.refuse-sign-in', 'kyc.reveal', 'file.view']) recorded.inc({ action }, 0);

@Injectable()
export class AuditLog {
  /**
   * Writes the record in the transaction of `em`, so that the action and its record commit together. Network and request id come from the
   * current request; a job has the id of the request that enqueued it and no network.
   */
  record(em: EntityManager, record: AuditRecord): Promise<void> {
    return this.recordAll(em, [record]);
  }

  /** As `record`, in one statement. */
  async recordAll(em: EntityManager, records: readonly AuditRecord[]): Promise<void> {
    const trace = currentTrace();
    const network = networkOf(trace?.ip ?? undefined);
    await insertAuditEvents(
      em,
      records.map(({ action, actorId, actorRole, targetType = null, targetId = null, detail = {} }) => ({
        id: uuidv7(),
        actor_id: actorId,
        actor_role: actorRole,
        network,
        request_id: trace?.requestId ?? null,
        action,
        target_type: targetType,
        target_id: targetId,
        detail,
      })),
    );
    for (const { action } of records) recorded.inc({ action });
  }
}
