import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { scaled, toDecimal } from '../../platform/domain/scaled.js';
import { db } from '../../database.js';
import { accountOf, type Account } from './accounts.rules.js';
import type { TransactionKind } from './ledger.entities.js';
import type { Currency, Posting } from './postings.rules.js';

export interface TransactionHead {
  id: string;
  kind: TransactionKind;
  reference: string;
  idempotencyKey: string;
  at: Date;
  reverses: string | null;
}

export interface StoredTransaction extends TransactionHead {
  postings: Posting[];
}

/** What a payment about a record credited to an account; `amount` is a positive decimal. */
export interface PaymentAbout {
  reference: string;
  at: Date;
  amount: string;
}

/** A payment that was made from an account; `amount`: what it took, scaled. */
export interface PaymentFrom {
  id: string;
  reference: string;
  idempotencyKey: string;
  amount: bigint;
  isReversed: boolean;
}

/** Payments from one account that are read at once; a member's credit pays a few invoices a year. */
const MAX_PAYMENTS_FROM = 500;

/** Every statement about the tables `ledger_transactions` and `ledger_postings`. Methods take `tx`, the caller's transaction. */
@Injectable()
export class LedgerRepository {
  /**
   * Inserts transactions. Returns the ids of those whose idempotency key was free: `on conflict do nothing` waits for a concurrent insert
   * of the same key and inserts after its rollback.
   */
  async insertAll(tx: EntityManager, transactions: readonly StoredTransaction[]): Promise<Set<string>> {
    if (transactions.length === 0) return new Set();
    const inserted = await db(tx)
      .insertInto('ledger_transactions')
      .values(
        transactions.map(({ id, kind, reference, idempotencyKey, at, reverses, postings }) => ({
          id,
          kind,
          reference,
          idempotency_key: idempotencyKey,
          at,
          reverses_id: reverses,
          posting_count: postings.length,
        })),
      )
      .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
      .returning('id')
      .execute();
    const ids = new Set(inserted.map(({ id }) => id));
    const postings = transactions.filter(({ id }) => ids.has(id)).flatMap(postingRows);
    if (postings.length > 0) await db(tx).insertInto('ledger_postings').values(postings).execute();
    return ids;
  }

  async findByKey(em: EntityManager, idempotencyKey: string): Promise<StoredTransaction | null> {
    return this.read(em, (rows) => rows.where('idempotency_key', '=', idempotencyKey));
  }

  async findById(em: EntityManager, id: string): Promise<StoredTransaction | null> {
    return this.read(em, (rows) => rows.where('id', '=', id));
  }

  /** Returns the sums of accounts in one currency, scaled; accounts without postings are left out. */
  async sumsOf(em: EntityManager, of: readonly Account[], currency: Currency): Promise<Map<Account, bigint>> {
    const rows = await db(em)
      .selectFrom('ledger_postings')
      .select(['account', sql<string>`sum(amount)::text`.as('sum')])
      .where(sql<boolean>`account = any(${of}::text[])`)
      .where('currency', '=', currency)
      .groupBy('account')
      .execute();
    return new Map(rows.map(({ account, sum }) => [accountOf(account), scaled(sum)]));
  }

  /** Returns by how much payments about records that have not been reversed credited some accounts, oldest first. */
  async findPayments(
    em: EntityManager,
    references: readonly string[],
    of: readonly Account[],
    currency: Currency,
  ): Promise<PaymentAbout[]> {
    if (references.length === 0) return [];
    const rows = await db(em)
      .selectFrom('ledger_transactions as t')
      .innerJoin('ledger_postings as p', 'p.transaction_id', 't.id')
      .select(['t.reference', 't.at', sql<string>`trim_scale(-p.amount)::text`.as('amount')])
      .where(sql<boolean>`t.reference = any(${references})`)
      .where('t.kind', '=', 'payment')
      .where(sql<boolean>`p.account = any(${of}::text[])`)
      .where('p.currency', '=', currency)
      .where('p.amount', '<', '0')
      .where((eb) => eb.not(eb.exists(eb.selectFrom('ledger_transactions as r').select('r.id').whereRef('r.reverses_id', '=', 't.id'))))
      .orderBy('t.at')
      .orderBy('t.id')
      .execute();
    return rows.map(({ reference, at, amount }) => ({ reference, at: new Date(at), amount }));
  }

  /** Returns the payments that debited an account, oldest first; of very many, the newest. */
  async findPaymentsFrom(em: EntityManager, account: Account, currency: Currency): Promise<PaymentFrom[]> {
    const rows = await db(em)
      .selectFrom('ledger_transactions as t')
      .innerJoin('ledger_postings as p', 'p.transaction_id', 't.id')
      .select(['t.id', 't.reference', 't.idempotency_key as idempotencyKey', sql<string>`p.amount::text`.as('amount')])
      .select((eb) =>
        eb.exists(eb.selectFrom('ledger_transactions as r').select('r.id').whereRef('r.reverses_id', '=', 't.id')).as('isReversed'),
      )
      .where('t.kind', '=', 'payment')
      .where('p.account', '=', account)
      .where('p.currency', '=', currency)
      .where('p.amount', '>', '0')
      .orderBy('t.at', 'desc')
      .orderBy('t.id', 'desc')
      .limit(MAX_PAYMENTS_FROM)
      .execute();
    return rows.map((row) => ({ ...row, amount: scaled(row.amount), isReversed: Boolean(row.isReversed) })).toReversed();
  }

  /** Returns the sums of an account over transactions about `reference`, reversals included, by currency. */
  async sumsAbout(em: EntityManager, reference: string, account: Account): Promise<Map<Currency, bigint>> {
    const rows = await db(em)
      .selectFrom('ledger_postings as p')
      .innerJoin('ledger_transactions as t', 't.id', 'p.transaction_id')
      .select(['p.currency', sql<string>`sum(p.amount)::text`.as('sum')])
      .where('t.reference', '=', reference)
      .where('p.account', '=', account)
      .groupBy('p.currency')
      .execute();
    return new Map(rows.map(({ currency, sum }) => [currency, scaled(sum)]));
  }

  /** Returns the transactions about a record, oldest first. */
  async findAbout(em: EntityManager, reference: string): Promise<StoredTransaction[]> {
    const about = await heads(em).where('reference', '=', reference).orderBy('id').execute();
    if (about.length === 0) return [];
    const postings = await db(em)
      .selectFrom('ledger_postings')
      .select(['transaction_id', 'account', 'currency', 'amount'])
      .where(
        'transaction_id',
        'in',
        about.map(({ id }) => id),
      )
      .orderBy('transaction_id')
      .orderBy('line')
      .execute();
    return about.map((head) => ({
      ...head,
      at: new Date(head.at),
      postings: postings.filter(({ transaction_id }) => transaction_id === head.id).map(toPosting),
    }));
  }

  /** Returns the balance of every account that has postings, by account and currency. */
  async balances(em: EntityManager): Promise<Posting[]> {
    const rows = await db(em)
      .selectFrom('ledger_postings')
      .select(['account', 'currency', sql<string>`sum(amount)::text`.as('sum')])
      .groupBy(['account', 'currency'])
      .orderBy('account')
      .orderBy('currency')
      .execute();
    return rows.map(({ account, currency, sum }) => ({ account: accountOf(account), currency, amount: scaled(sum) }));
  }

  /** Returns the ids of transactions that do not add up to zero in a currency, or miss postings; 100 at most. */
  async findUnbalanced(em: EntityManager): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select t.id from ledger_transactions t
      where t.posting_count <> (select count(*) from ledger_postings p where p.transaction_id = t.id)
        or exists (select 1 from ledger_postings p where p.transaction_id = t.id group by p.currency having sum(p.amount) <> 0)
      order by t.id limit 100`.execute(db(em));
    return rows.map(({ id }) => id);
  }

  private async read(
    em: EntityManager,
    by: (rows: ReturnType<typeof heads>) => ReturnType<typeof heads>,
  ): Promise<StoredTransaction | null> {
    const head = await by(heads(em)).executeTakeFirst();
    if (!head) return null;
    const postings = await db(em)
      .selectFrom('ledger_postings')
      .select(['account', 'currency', 'amount'])
      .where('transaction_id', '=', head.id)
      .orderBy('line')
      .execute();
    return { ...head, at: new Date(head.at), postings: postings.map(toPosting) };
  }
}

const postingRows = ({ id, postings }: StoredTransaction) =>
  postings.map(({ account, currency, amount }, index) => ({
    transaction_id: id,
    line: index + 1,
    account,
    currency,
    amount: toDecimal(amount),
  }));

const toPosting = ({ account, currency, amount }: { account: string; currency: Currency; amount: string }): Posting => ({
  account: accountOf(account),
  currency,
  amount: scaled(amount),
});

const heads = (em: EntityManager) =>
  db(em)
    .selectFrom('ledger_transactions')
    .select(['id', 'kind', 'reference', 'idempotency_key as idempotencyKey', 'at', 'reverses_id as reverses']);
