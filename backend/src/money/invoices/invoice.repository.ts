import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Seller } from '../../platform/config/index.js';
import { scaled } from '../../platform/domain/scaled.js';
import { DEFAULT_LANGUAGE, languageOf, type Language } from '../../platform/domain/index.js';
import { jsonb } from '../../platform/persistence/jsonb.js';
import { db } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import type { IncomeKind } from '../ledger/index.js';
import type { SealedCalculation } from './calculation.rules.js';
import type { Series } from './invoice-number.rules.js';
import { openStatuses, type InvoiceStatus } from './invoice-status.rules.js';

/** What changes of an invoice depend on. */
export interface InvoiceState {
  id: string;
  userId: string;
  kind: IncomeKind;
  status: InvoiceStatus;
  number: string;
  /** Scaled by 10^18. */
  total: bigint;
  dueAt: Date;
}

export interface DraftInvoice {
  id: string;
  userId: string;
  kind: IncomeKind;
  /** Decimal. */
  total: string;
  language: Language;
  at: Date;
  seller: Seller | null;
  recipient: Recipient;
  lines: readonly (SealedCalculation & { amount: string })[];
}

export interface NewCreditNote {
  invoiceId: string;
  number: string;
  at: Date;
  reason: string;
  seller: Seller | null;
}

export interface Recipient {
  name: string;
  country: string;
}

/** Changes of invoices. Methods take `tx`, the caller's transaction. */
@Injectable()
export class InvoiceRepository {
  /** Returns members by their ids. */
  async findMembers(tx: EntityManager, userIds: readonly string[]): Promise<Map<string, Recipient & { language: Language }>> {
    const rows = await db(tx)
      .selectFrom('users as u')
      .select(['u.id', fullNameOf('u').as('name'), 'u.country', 'u.language'])
      .where(sql<boolean>`u.id = any(${userIds}::uuid[])`)
      .execute();
    return new Map(rows.map(({ id, language, ...rest }) => [id, { ...rest, language: languageOf(language) ?? DEFAULT_LANGUAGE }]));
  }

  async insertDrafts(tx: EntityManager, invoices: readonly DraftInvoice[]): Promise<void> {
    if (invoices.length === 0) return;
    await db(tx)
      .insertInto('invoices')
      .values(
        invoices.map(({ id, userId, kind, total, language, at, seller, lines }) => ({
          id,
          user_id: userId,
          kind,
          status: 'draft' as const,
          total,
          line_count: lines.length,
          language,
          seller: seller && jsonb(seller),
          created_at: at,
        })),
      )
      .execute();
    await db(tx)
      .insertInto('invoice_lines')
      .values(
        invoices.flatMap(({ id, lines }) =>
          lines.map(({ amount, text, sha256 }, index) => ({ invoice_id: id, line: index + 1, amount, calculation: text, sha256 })),
        ),
      )
      .execute();
    await db(tx)
      .insertInto('invoice_recipients')
      .values(invoices.map(({ id, recipient }) => ({ invoice_id: id, ...recipient })))
      .execute();
  }

  /**
   * Counts a series on by `count` and returns the last number. The row stays locked until the transaction ends; a rollback takes the
   * numbers back.
   */
  async takeNumbers(tx: EntityManager, series: Series, year: number, count: number): Promise<number> {
    const { last } = await db(tx)
      .insertInto('invoice_counters')
      .values({ series, year, last: count })
      .onConflict((conflict) => conflict.columns(['series', 'year']).doUpdateSet({ last: sql<number>`invoice_counters.last + ${count}` }))
      .returning('last')
      .executeTakeFirstOrThrow();
    return last;
  }

  /** Issues drafts: `numbers` by their ids. */
  async setIssued(tx: EntityManager, numbers: ReadonlyMap<string, string>, { at, dueAt }: { at: Date; dueAt: Date }): Promise<void> {
    await sql`update invoices i set status = 'issued', number = n.number, issued_at = ${at}, due_at = ${dueAt}
      from unnest(${[...numbers.keys()]}::uuid[], ${[...numbers.values()]}::text[]) as n (id, number)
      where i.id = n.id and i.status = 'draft'`.execute(db(tx));
  }

  /**
   * Locks the member's row and then an issued invoice. Decisions about a subscription lock in the same order, so that no two transactions
   * wait for each other. Null: there is none, or it is a draft.
   */
  async lock(tx: EntityManager, id: string): Promise<InvoiceState | null> {
    await db(tx)
      .selectFrom('users')
      .select('id')
      .where('id', '=', (eb) => eb.selectFrom('invoices').select('user_id').where('id', '=', id))
      .forNoKeyUpdate()
      .execute();
    return toState(await states(tx).where('id', '=', id).forUpdate().executeTakeFirst());
  }

  /** Locks the member's open invoice of a kind; the oldest, where there are several. */
  async lockOpen(tx: EntityManager, userId: string, kind: IncomeKind): Promise<InvoiceState | null> {
    return toState(await openOf(tx, userId, kind).forUpdate().executeTakeFirst());
  }

  async findOpenId(em: EntityManager, userId: string, kind: IncomeKind): Promise<string | null> {
    return (await openOf(em, userId, kind).executeTakeFirst())?.id ?? null;
  }

  async setStatus(tx: EntityManager, id: string, status: InvoiceStatus, at: Date): Promise<void> {
    await db(tx)
      .updateTable('invoices')
      .set({ status, paid_at: status === 'paid' ? at : null, voided_at: status === 'void' ? at : null })
      .where('id', '=', id)
      .execute();
  }

  async insertCreditNote(tx: EntityManager, { invoiceId, number, at, reason, seller }: NewCreditNote): Promise<void> {
    await db(tx)
      .insertInto('credit_notes')
      .values({ invoice_id: invoiceId, number, issued_at: at, reason, seller: seller && jsonb(seller) })
      .execute();
  }
}

const states = (tx: EntityManager) =>
  db(tx)
    .selectFrom('invoices')
    .select(['id', 'user_id as userId', 'kind', 'status', 'number', 'total', 'due_at as dueAt'])
    .where('number', 'is not', null);

const openOf = (em: EntityManager, userId: string, kind: IncomeKind) =>
  states(em)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('status', 'in', openStatuses)
    .orderBy('issued_at')
    .orderBy('id')
    .limit(1);

type StateRow = Awaited<ReturnType<ReturnType<typeof states>['executeTakeFirstOrThrow']>>;

const toState = (row: StateRow | undefined): InvoiceState | null =>
  row?.number != null && row.dueAt !== null ? { ...row, number: row.number, total: scaled(row.total), dueAt: new Date(row.dueAt) } : null;
