import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../database.js';
import { isRestricted } from '../../open-erasure.query.js';
import { openStatuses } from './invoice-status.rules.js';

/** Open invoices, and the reminders that were sent about them. Methods take `tx`, the caller's transaction. */
@Injectable()
export class InvoiceReminderRepository {
  /** Marks open invoices as overdue whose due date has passed at `at`; `limit` at most. Returns how many. */
  async markOverdue(tx: EntityManager, at: Date, limit: number): Promise<number> {
    const due = db(tx)
      .selectFrom('invoices')
      .select('id')
      .where('status', 'in', ['issued', 'partially_paid'])
      .where('due_at', '<', at.toISOString())
      .orderBy('due_at')
      .limit(limit)
      .forUpdate()
      .skipLocked();
    const marked = await db(tx).updateTable('invoices').set({ status: 'overdue' }).where('id', 'in', due).returning('id').execute();
    return marked.length;
  }

  /**
   * Locks open invoices that were due before `dueBefore` and have no reminder of this stage; `limit` at most. Left out: members who cannot
   * pay now (deactivated, deleted, asking for erasure), and those whose proof of payment is under review.
   */
  async lockDue(tx: EntityManager, stage: number, dueBefore: Date, limit: number) {
    const rows = await db(tx)
      .selectFrom('invoices as i')
      .innerJoin('users as u', 'u.id', 'i.user_id')
      .select(['i.id', 'i.user_id as userId', 'i.kind', 'i.number', 'i.due_at as dueAt'])
      .where('i.status', 'in', openStatuses)
      .where('i.due_at', '<=', dueBefore.toISOString())
      .where('u.status', '=', 'active')
      .where('u.rejected_at', 'is', null)
      .where(sql<SqlBool>`u.payment_status is distinct from 'pending'`)
      .where((eb) => eb.not(isRestricted))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb.selectFrom('invoice_reminders as r').select('r.stage').whereRef('r.invoice_id', '=', 'i.id').where('r.stage', '>=', stage),
          ),
        ),
      )
      .orderBy('i.due_at')
      .orderBy('i.id')
      .limit(limit)
      .forUpdate('i')
      .skipLocked()
      .execute();
    return rows.map(({ number, dueAt, ...row }) => ({ ...row, number: number!, dueAt: new Date(dueAt!) }));
  }

  /** Stores a reminder. Returns false where it is stored already. */
  async insert(tx: EntityManager, reminder: { invoiceId: string; stage: number; at: Date; sent: boolean }): Promise<boolean> {
    const { invoiceId, stage, at, sent } = reminder;
    const inserted = await db(tx)
      .insertInto('invoice_reminders')
      .values({ invoice_id: invoiceId, stage, at, sent })
      .onConflict((conflict) => conflict.doNothing())
      .returning('stage')
      .executeTakeFirst();
    return inserted !== undefined;
  }
}
