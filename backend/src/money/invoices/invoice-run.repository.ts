import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { db } from '../../database.js';
import type { InvoiceRunKind } from './invoice-run.entity.js';

/** An admin's order to issue the invoices that a dry run showed. */
export interface InvoiceRun {
  id: string;
  requestedBy: string | null;
  requestedAt: Date;
  throughAt: Date;
  invoiceCount: number;
  /** Decimal, two places. */
  total: string;
  finishedAt: Date | null;
}

/** The orders of one kind. Each kind has a provider of its own. */
export abstract class InvoiceRuns {
  protected constructor(private readonly kind: InvoiceRunKind) {}

  /** Locks the orders, so that one is placed at a time. */
  async lockOrders(tx: EntityManager): Promise<void> {
    await tx.execute('select pg_advisory_xact_lock(hashtext(?))', [`${this.kind}-invoice-runs`]);
  }

  async insert(tx: EntityManager, run: Omit<InvoiceRun, 'finishedAt'>): Promise<void> {
    await db(tx)
      .insertInto('invoice_runs')
      .values({
        id: run.id,
        kind: this.kind,
        requested_by: run.requestedBy,
        requested_at: run.requestedAt,
        through_at: run.throughAt,
        invoice_count: run.invoiceCount,
        total: run.total,
      })
      .execute();
  }

  async find(em: EntityManager, id: string): Promise<InvoiceRun | null> {
    return toRun(await this.all(em).where('id', '=', id).executeTakeFirst());
  }

  async findOpen(em: EntityManager): Promise<InvoiceRun | null> {
    return toRun(await this.all(em).where('finished_at', 'is', null).limit(1).executeTakeFirst());
  }

  async findLast(em: EntityManager): Promise<InvoiceRun | null> {
    return toRun(await this.all(em).orderBy('requested_at', 'desc').limit(1).executeTakeFirst());
  }

  /** Records that nothing of an order is left. */
  async finish(em: EntityManager, id: string, at: Date): Promise<void> {
    await db(em).updateTable('invoice_runs').set({ finished_at: at }).where('id', '=', id).where('finished_at', 'is', null).execute();
  }

  private all(em: EntityManager) {
    return db(em)
      .selectFrom('invoice_runs')
      .select(['id', 'requested_by', 'requested_at', 'through_at', 'invoice_count', 'total', 'finished_at'])
      .where('kind', '=', this.kind);
  }
}

function toRun(
  row:
    | {
        id: string;
        requested_by: string | null;
        requested_at: string;
        through_at: string;
        invoice_count: number;
        total: string;
        finished_at: string | null;
      }
    | undefined,
): InvoiceRun | null {
  if (!row) return null;
  return {
    id: row.id,
    requestedBy: row.requested_by,
    requestedAt: new Date(row.requested_at),
    throughAt: new Date(row.through_at),
    invoiceCount: row.invoice_count,
    total: row.total,
    finishedAt: dateOrNull(row.finished_at),
  };
}
