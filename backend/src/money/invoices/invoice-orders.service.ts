import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, lastMidnight, uuidv7, type Role } from '../../platform/domain/index.js';
import { scaled } from '../../platform/domain/scaled.js';
import { Outbox } from '../../platform/outbox/index.js';
import { AuditLog } from '../../operations/audit/index.js';
import { DryRunChanged, IssuingRuns } from './invoice-run-admin.errors.js';
import type { InvoiceRuns } from './invoice-run.repository.js';

/** Invoices that a dry run showed, or shows now. */
export interface DryRunSum {
  count: number;
  /** Dollars with two decimal places. */
  total: string;
}

/** The orders of one kind of invoices. */
export interface OrderKind {
  runs: InvoiceRuns;
  /** The audit log's names for the act and for its target. */
  action: string;
  targetType: string;
  /** The outbox message that starts an order. */
  message: string;
  /** What a dry run shows now, of periods that ended by `through`. */
  sum: (tx: EntityManager, through: Date) => Promise<DryRunSum>;
}

/** Takes admins' orders to issue what a dry run showed. Jobs then issue it. */
@Injectable()
export class InvoiceOrders {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Orders every invoice of the dry run. Throws DryRunChanged where `seen` is no longer it, and IssuingRuns (409). */
  async place(
    { runs, action, targetType, message, sum }: OrderKind,
    seen: DryRunSum,
    { adminId, role }: { adminId: string; role: Role },
  ): Promise<void> {
    await this.em.transactional(async (tx) => {
      await runs.lockOrders(tx);
      if (await runs.findOpen(tx)) throw new IssuingRuns();
      const at = this.clock.now();
      const throughAt = lastMidnight(at);
      const { count, total } = await sum(tx, throughAt);
      if (count === 0 || count !== seen.count || scaled(total) !== scaled(seen.total)) throw new DryRunChanged();
      const id = uuidv7();
      await runs.insert(tx, { id, requestedBy: adminId, requestedAt: at, throughAt, invoiceCount: count, total });
      await this.audit.record(tx, {
        action,
        actorId: adminId,
        actorRole: role,
        targetType,
        targetId: id,
        detail: { count, total, through: throughAt.toISOString() },
      });
      await this.outbox.add(tx, { kind: message, dedupeKey: `${message}:${id}`, payload: { v: 1 } });
    });
  }
}
