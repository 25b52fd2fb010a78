import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Seller } from '../../platform/config/index.js';
import type { Language } from '../../platform/domain/index.js';
import type { ListQuery, Page, PageOf } from '../../platform/http/index.js';
import { containing, orderByColumns, readPage, type SortColumn } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import { memberMatches } from '../../club/users/index.js';
import type { IncomeKind } from '../ledger/index.js';
import { parseCalculation, type Calculation } from './calculation.rules.js';
import type { InvoiceStatus } from './invoice-status.rules.js';
import type { Recipient } from './invoice.repository.js';
import { outstanding } from './outstanding.query.js';
import { period } from './period.query.js';

export interface InvoiceRow {
  id: string;
  userId: string;
  fullName: string;
  kind: IncomeKind;
  /** What it charges for, as its formula names it; null: a subscription. All lines of an invoice have the same. */
  period: string | null;
  status: InvoiceStatus;
  number: string;
  /** Decimal dollars, as stored. */
  total: string;
  /** What is due: the sum of its postings on the member's receivable account. */
  outstanding: string;
  issuedAt: Date;
  dueAt: Date;
  paidAt: Date | null;
  voidedAt: Date | null;
  /** Set for a void invoice. */
  creditNote: CreditNote | null;
}

/** Voids an invoice. */
export interface CreditNote {
  number: string;
  issuedAt: Date;
  reason: string;
}

export interface CreditNoteDetail extends CreditNote {
  /** As it was when the credit note was issued. */
  seller: Seller | null;
}

export interface InvoiceLine {
  line: number;
  amount: string;
  calculation: Calculation;
  sha256: string;
}

export interface InvoiceDetail extends InvoiceRow {
  language: Language;
  /** As it was when the invoice was issued; null: it was issued without one. */
  seller: Seller | null;
  creditNote: CreditNoteDetail | null;
  /** Null: deleted, because the legal period is over. */
  recipient: Recipient | null;
  lines: InvoiceLine[];
}

export const invoiceSorts = ['issuedAt', 'dueAt', 'number', 'total', 'status'] as const;
export type InvoiceSort = (typeof invoiceSorts)[number];

export interface InvoiceFilter {
  id?: string[];
  /** A part of the number or of the member's name. */
  q?: string;
  status?: InvoiceStatus;
  kind?: IncomeKind;
  userId?: string;
  /** Issued on this UTC day or later; and on this day or earlier. */
  from?: string;
  to?: string;
}

type Joined = Database & { i: Database['invoices']; u: Database['users'] };
type Condition = ExpressionBuilder<Joined, 'i' | 'u'>;

/** Reads issued invoices. */
@Injectable()
export class InvoiceReaderRepository {
  constructor(private readonly em: EntityManager) {}

  /** The member's invoices, newest first. */
  async findPageOf(userId: string, page: Page): Promise<PageOf<InvoiceRow>> {
    const rows = this.rows().where('i.user_id', '=', userId).orderBy('i.issued_at', 'desc').orderBy('i.id', 'desc');
    return this.read(readPage(db(this.em), rows, this.matching().where('i.user_id', '=', userId), page));
  }

  async findPage({ sort, order, filter, ...page }: ListQuery<InvoiceSort, InvoiceFilter>): Promise<PageOf<InvoiceRow>> {
    const rows = this.rows()
      .where((eb) => matches(eb, filter))
      .$call(orderByColumns([...sortColumns[sort], sql.ref('i.id')], order));
    return this.read(
      readPage(
        db(this.em),
        rows,
        this.matching().where((eb) => matches(eb, filter)),
        page,
      ),
    );
  }

  /** Yields every matching invoice by its number's series, oldest first. */
  async *findAll(filter: InvoiceFilter, batch: number): AsyncGenerator<InvoiceRow[]> {
    let after: InvoiceRow | undefined;
    for (;;) {
      const rows = await this.rows()
        .where((eb) => matches(eb, filter))
        .$if(after !== undefined, (query) =>
          query.where(sql<SqlBool>`(i.issued_at, i.id) > (${after!.issuedAt.toISOString()}::timestamptz, ${after!.id}::uuid)`),
        )
        .orderBy('i.issued_at')
        .orderBy('i.id')
        .limit(batch)
        .execute();
      if (rows.length > 0) yield rows.map(toInvoice);
      if (rows.length < batch) return;
      after = toInvoice(rows.at(-1)!);
    }
  }

  /** Returns an invoice of the member without its lines. */
  async findOf(userId: string, id: string): Promise<InvoiceRow | null> {
    const row = await this.rows().where('i.id', '=', id).where('i.user_id', '=', userId).executeTakeFirst();
    return row ? toInvoice(row) : null;
  }

  async findByNumber(number: string): Promise<InvoiceRow | null> {
    const row = await this.rows().where('i.number', '=', number).executeTakeFirst();
    return row ? toInvoice(row) : null;
  }

  /** Returns an invoice with its lines. `userId`: of this member only. */
  async findDetail(id: string, userId?: string): Promise<InvoiceDetail | null> {
    const row = await this.rows()
      .leftJoin('invoice_recipients as r', 'r.invoice_id', 'i.id')
      .select(['i.language', 'r.name as recipientName', 'r.country as recipientCountry'])
      .select([sql<Seller | null>`i.seller`.as('seller'), sql<Seller | null>`n.seller`.as('noteSeller')])
      .where('i.id', '=', id)
      .where((eb) => (userId === undefined ? eb.and([]) : eb('i.user_id', '=', userId)))
      .executeTakeFirst();
    if (!row) return null;
    const { recipientName, recipientCountry, language, seller, noteSeller } = row;
    const invoice = toInvoice(row);
    return {
      ...invoice,
      language,
      seller,
      creditNote: invoice.creditNote && { ...invoice.creditNote, seller: noteSeller },
      recipient: recipientName === null || recipientCountry === null ? null : { name: recipientName, country: recipientCountry },
      lines: await this.findLines(id),
    };
  }

  private async findLines(id: string): Promise<InvoiceLine[]> {
    const lines = await db(this.em)
      .selectFrom('invoice_lines')
      .select(['line', 'amount', 'calculation', 'sha256'])
      .where('invoice_id', '=', id)
      .orderBy('line')
      .execute();
    return lines.map(({ calculation, ...line }) => ({ ...line, calculation: parseCalculation(calculation) }));
  }

  private matching() {
    return db(this.em).selectFrom('invoices as i').innerJoin('users as u', 'u.id', 'i.user_id').where('i.status', '<>', 'draft');
  }

  private rows() {
    return this.matching()
      .leftJoin('credit_notes as n', 'n.invoice_id', 'i.id')
      .select([
        'i.id',
        'i.user_id',
        fullNameOf('u').as('full_name'),
        'i.kind',
        period.as('period'),
        'i.status',
        'i.number',
        'i.total',
        outstanding.as('outstanding'),
        'i.issued_at',
        'i.due_at',
        'i.paid_at',
        'i.voided_at',
        'n.number as note_number',
        'n.issued_at as note_issued_at',
        'n.reason as note_reason',
      ]);
  }

  private async read(page: Promise<PageOf<StoredRow>>): Promise<PageOf<InvoiceRow>> {
    const { rows, total } = await page;
    return { rows: rows.map(toInvoice), total };
  }
}

type StoredRow = Awaited<ReturnType<ReturnType<InvoiceReaderRepository['rows']>['executeTakeFirstOrThrow']>>;

function toInvoice(row: StoredRow): InvoiceRow {
  const { id, kind, status, total } = row;
  if (row.number === null || row.issued_at === null || row.due_at === null) throw new Error(`invoice ${id} is a draft`);
  return {
    id,
    userId: row.user_id,
    fullName: row.full_name,
    kind,
    period: row.period,
    status,
    number: row.number,
    total,
    outstanding: row.outstanding,
    issuedAt: new Date(row.issued_at),
    dueAt: new Date(row.due_at),
    paidAt: row.paid_at === null ? null : new Date(row.paid_at),
    voidedAt: row.voided_at === null ? null : new Date(row.voided_at),
    creditNote: toCreditNote(row),
  };
}

function toCreditNote({ note_number: number, note_issued_at: issuedAt, note_reason: reason }: StoredRow): CreditNote | null {
  return number === null || issuedAt === null || reason === null ? null : { number, issuedAt: new Date(issuedAt), reason };
}

function matches(eb: Condition, { id, q, status, kind, userId, from, to }: InvoiceFilter) {
  return eb.and([
    ...(id ? [sql<SqlBool>`i.id = any(${id}::uuid[])`] : []),
    ...(status ? [eb('i.status', '=', status)] : []),
    ...(kind ? [eb('i.kind', '=', kind)] : []),
    ...(userId ? [eb('i.user_id', '=', userId)] : []),
    ...(from ? [sql<SqlBool>`i.issued_at >= ${from}::date at time zone 'UTC'`] : []),
    ...(to ? [sql<SqlBool>`i.issued_at < (${to}::date + 1) at time zone 'UTC'`] : []),
    ...(q ? [eb.or([eb('i.number', 'ilike', containing(q)), memberMatches(q)])] : []),
  ]);
}

/** The only expressions that reach `order by`. Each has an index. */
const sortColumns: Record<InvoiceSort, readonly SortColumn[]> = {
  issuedAt: [sql.ref('i.issued_at')],
  dueAt: [sql.ref('i.due_at')],
  number: [sql.ref('i.number')],
  total: [sql.ref('i.total')],
  status: [sql.ref('i.status'), sql.ref('i.due_at')],
};
