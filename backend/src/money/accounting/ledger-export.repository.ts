import { Injectable } from '@nestjs/common';
import { EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { scaled } from '../../platform/domain/scaled.js';
import { db } from '../../database.js';
import type { Account, Currency, LedgerTransaction } from '../ledger/index.js';
import type { InvoiceNumbers } from './journal-entry.rules.js';

/** An account's balances in one currency at both ends of a period, scaled. */
export interface PeriodBalance {
  account: string;
  currency: Currency;
  opening: bigint;
  closing: bigint;
  /** Something was posted in the period. */
  moved: boolean;
}

/** `end` is not included. */
export interface Range {
  start: Date;
  end: Date;
}

/** A client that stops reading for this long loses its download, and the snapshot is released. */
const MAX_IDLE = '60s';
const INVOICE = /^invoice:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Reads the ledger for accountants. Methods take `tx`, the snapshot of one file. */
@Injectable()
export class LedgerExportRepository {
  constructor(private readonly em: EntityManager) {}

  /** Yields what `read` yields, all of it from one snapshot of the database. The snapshot ends with the generator. */
  async *onSnapshot<T>(read: (tx: EntityManager) => AsyncGenerator<T>): AsyncGenerator<T> {
    const tx = this.em.fork();
    await tx.begin({ isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
    try {
      await sql`select set_config('idle_in_transaction_session_timeout', ${MAX_IDLE}, true)`.execute(db(tx));
      yield* read(tx);
    } finally {
      await tx.rollback();
    }
  }

  /** Yields accounts that have a balance at the start or were posted to in the period, by name. */
  async *balances(tx: EntityManager, { start, end }: Range, batch: number): AsyncGenerator<PeriodBalance[]> {
    let [account, currency] = ['', ''];
    for (;;) {
      const { rows } = await sql<{ account: string; currency: Currency; opening: string; closing: string; moved: boolean }>`
        select p.account, p.currency, coalesce(sum(p.amount) filter (where t.at < ${start.toISOString()}), 0)::text as opening,
          sum(p.amount)::text as closing, bool_or(t.at >= ${start.toISOString()}) as moved
        from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
        where t.at < ${end.toISOString()} and (p.account, p.currency) > (${account}, ${currency})
        group by p.account, p.currency order by p.account, p.currency limit ${batch}`.execute(db(tx));
      const found = rows.map((row) => ({ ...row, opening: scaled(row.opening), closing: scaled(row.closing) }));
      const shown = found.filter(({ opening, moved }) => moved || opening !== 0n);
      if (shown.length > 0) yield shown;
      if (rows.length < batch) return;
      ({ account, currency } = rows.at(-1)!);
    }
  }

  /** Yields the transactions of the period with their postings, oldest first. */
  async *transactions(tx: EntityManager, { start, end }: Range, batch: number): AsyncGenerator<LedgerTransaction[]> {
    let after: { cursor: string; id: string } | undefined;
    for (;;) {
      const heads = await db(tx)
        .selectFrom('ledger_transactions')
        .select(['id', 'kind', 'reference', 'idempotency_key as idempotencyKey', 'at', 'reverses_id as reverses'])
        // As text: a Date has no microseconds.
        .select(sql<string>`at::text`.as('cursor'))
        .where('at', '>=', start.toISOString())
        .where('at', '<', end.toISOString())
        .$if(after !== undefined, (query) => query.where(sql<SqlBool>`(at, id) > (${after!.cursor}::timestamptz, ${after!.id}::uuid)`))
        .orderBy('at')
        .orderBy('id')
        .limit(batch)
        .execute();
      if (heads.length > 0) yield await this.withPostings(tx, heads);
      if (heads.length < batch) return;
      after = heads.at(-1);
    }
  }

  /** Returns the numbers of invoices and credit notes by the reference of the ledger. */
  async numbers(tx: EntityManager, references: readonly string[]): Promise<Map<string, InvoiceNumbers>> {
    const ids = [...new Set(references.flatMap((reference) => INVOICE.exec(reference)?.[1] ?? []))];
    if (ids.length === 0) return new Map();
    const rows = await db(tx)
      .selectFrom('invoices as i')
      .leftJoin('credit_notes as n', 'n.invoice_id', 'i.id')
      .select(['i.id', 'i.number as invoice', 'n.number as creditNote'])
      .where('i.id', 'in', ids)
      .execute();
    return new Map(rows.map(({ id, ...numbers }) => [`invoice:${id}`, numbers]));
  }

  private async withPostings(
    tx: EntityManager,
    heads: readonly (Omit<LedgerTransaction, 'postings' | 'at'> & { at: Date | string })[],
  ): Promise<LedgerTransaction[]> {
    const ids = heads.map(({ id }) => id);
    const rows = await db(tx)
      .selectFrom('ledger_postings')
      .select(['transaction_id', 'account', 'currency', 'amount'])
      .where('transaction_id', 'in', ids)
      .orderBy('transaction_id')
      .orderBy('line')
      .execute();
    const postings = new Map<string, LedgerTransaction['postings']>(ids.map((id) => [id, []]));
    for (const { transaction_id: id, account, currency, amount } of rows)
      postings.get(id)!.push({ account: account as Account, currency, amount: scaled(amount) });
    return heads.map(({ id, kind, reference, idempotencyKey, at, reverses }) => ({
      id,
      kind,
      reference,
      idempotencyKey,
      at: new Date(at),
      reverses,
      postings: postings.get(id)!,
    }));
  }
}
