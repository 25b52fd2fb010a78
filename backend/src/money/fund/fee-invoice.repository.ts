import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { db } from '../../database.js';
import type { InvoiceStatus } from '../invoices/index.js';
import type { FundFeeKind } from './fund.entities.js';

/** The invoice of a fee, as its client sees it. */
export interface FeeInvoice {
  kind: FundFeeKind;
  period: string;
  id: string;
  number: string;
  status: InvoiceStatus;
  paidAt: Date | null;
}

/** Reads the invoices that fees were charged with. */
@Injectable()
export class FeeInvoiceRepository {
  async find(em: EntityManager, mandateId: string): Promise<FeeInvoice[]> {
    const rows = await db(em)
      .selectFrom('fund_invoices as f')
      .innerJoin('invoices as i', 'i.id', 'f.invoice_id')
      .select(['f.kind', 'f.period', 'i.id', 'i.number', 'i.status', 'i.paid_at'])
      .where('f.mandate_id', '=', mandateId)
      .orderBy('f.period', 'desc')
      .orderBy('f.kind')
      .execute();
    return rows.map(({ number, paid_at, ...row }) => ({ ...row, number: number!, paidAt: dateOrNull(paid_at) }));
  }

  /** Id of the mandate whose fee the client's invoice charges; null where it charges none, or is another's. */
  async findMandateId(em: EntityManager, userId: string, invoiceId: string): Promise<string | null> {
    const row = await db(em)
      .selectFrom('fund_invoices as f')
      .innerJoin('fund_mandates as m', 'm.id', 'f.mandate_id')
      .select('f.mandate_id')
      .where('f.invoice_id', '=', invoiceId)
      .where('m.user_id', '=', userId)
      .executeTakeFirst();
    return row?.mandate_id ?? null;
  }
}
