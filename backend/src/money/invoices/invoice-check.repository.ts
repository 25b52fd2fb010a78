import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import type { InvoiceStatus } from './invoice-status.rules.js';
import { outstanding } from './outstanding.query.js';

export interface CheckedInvoice {
  id: string;
  number: string | null;
  status: InvoiceStatus;
  total: string;
  lineCount: number;
  outstanding: string;
  posted: boolean;
  hasCreditNote: boolean;
  lines: { line: number; amount: string; text: string; sha256: string }[];
}

export interface CheckedSeries {
  series: string;
  year: number;
  last: number;
}

/** Reads what the verification of invoices compares. Methods take `tx`, one snapshot of the database. */
@Injectable()
export class InvoiceCheckRepository {
  /** Returns invoices after an id, with lines and postings. */
  async findAfter(tx: EntityManager, after: string | null, limit: number): Promise<CheckedInvoice[]> {
    const { rows } = await sql<CheckedInvoice>`
      select i.id, i.number, i.status, i.total::text, i.line_count as "lineCount",
        ${outstanding} as outstanding,
        exists (select 1 from ledger_transactions t where t.idempotency_key = 'invoice-issue:' || i.id) as posted,
        exists (select 1 from credit_notes n where n.invoice_id = i.id) as "hasCreditNote",
        coalesce((select json_agg(json_build_object('line', l.line, 'amount', l.amount::text, 'text', l.calculation, 'sha256', l.sha256)
          order by l.line) from invoice_lines l where l.invoice_id = i.id), '[]') as lines
      from invoices i where ${after}::uuid is null or i.id > ${after}::uuid order by i.id limit ${limit}`.execute(db(tx));
    return rows;
  }

  async findCounters(tx: EntityManager): Promise<CheckedSeries[]> {
    return db(tx).selectFrom('invoice_counters').select(['series', 'year', 'last']).orderBy('series').orderBy('year').execute();
  }

  /** Returns every number that was given, in order. */
  async findNumbers(tx: EntityManager): Promise<string[]> {
    const { rows } = await sql<{ number: string }>`
      select number from invoices where number is not null union all select number from credit_notes order by 1`.execute(db(tx));
    return rows.map(({ number }) => number);
  }
}
