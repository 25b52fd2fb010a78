import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock, uuidv7 } from '../../platform/domain/index.js';
import { violatesUnique } from '../../platform/persistence/database.errors.js';
import type { Account } from './accounts.rules.js';
import { ONE_REVERSAL, type TransactionKind } from './ledger.entities.js';
import { CannotReverse, IdempotencyKeyReused } from './ledger.errors.js';
import { LedgerRepository, type PaymentAbout, type PaymentFrom, type StoredTransaction } from './ledger.repository.js';
import { assertBalanced, reversed, samePostings, type Currency, type Posting } from './postings.rules.js';

export interface NewTransaction {
  kind: Exclude<TransactionKind, 'reversal'>;
  /** The record it is about, such as `invoice:{id}`. */
  reference: string;
  /** A second call with this key posts nothing. */
  idempotencyKey: string;
  postings: readonly Posting[];
}

/** `isNew`: false where the key was posted before. */
export interface PostResult {
  id: string;
  isNew: boolean;
}

/**
 * The double-entry ledger. Rows are only added: a correction is a reversal, a balance is a sum. Methods take `tx`, the transaction that
 * also changes the record a posting is about.
 */
@Injectable()
export class LedgerService {
  constructor(
    private readonly rows: LedgerRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Posts a transaction once per idempotency key, whichever process comes first. Throws UnbalancedTransaction, and IdempotencyKeyReused
   * where the key belongs to a transaction with other contents.
   */
  async post(tx: EntityManager, transaction: NewTransaction): Promise<PostResult> {
    const [result] = await this.postAll(tx, [transaction]);
    return result!;
  }

  /** As `post`, in two statements where no key was posted before. Returns the results in order. */
  postAll(tx: EntityManager, transactions: readonly NewTransaction[]): Promise<PostResult[]> {
    return this.insertAll(
      tx,
      transactions.map(({ kind, reference, idempotencyKey, postings }) => ({
        kind,
        reference,
        idempotencyKey,
        reverses: null,
        postings: [...postings],
      })),
    );
  }

  /**
   * Posts the opposite of a transaction, about the same record. Throws CannotReverse for a reversal and for a transaction that was reversed
   * under another key.
   */
  async reverse(tx: EntityManager, transactionId: string, idempotencyKey: string): Promise<PostResult> {
    const original = await this.rows.findById(tx, transactionId);
    if (!original) throw new CannotReverse(transactionId, 'unknown');
    if (original.reverses !== null) throw new CannotReverse(transactionId, 'is a reversal');
    const { reference, postings } = original;
    try {
      // A savepoint: the violation must not end the caller's transaction before it can tell why.
      const reversal = { kind: 'reversal' as const, reference, idempotencyKey, reverses: transactionId, postings: reversed(postings) };
      const [result] = await tx.transactional((inner) => this.insertAll(inner, [reversal]));
      return result!;
    } catch (error) {
      throw violatesUnique(error, ONE_REVERSAL) ? new CannotReverse(transactionId, 'already reversed') : error;
    }
  }

  /** Returns the id of the transaction that was posted with a key. Throws where there is none. */
  async idOf(em: EntityManager, idempotencyKey: string): Promise<string> {
    const posted = await this.rows.findByKey(em, idempotencyKey);
    if (!posted) throw new CannotReverse(idempotencyKey, 'unknown');
    return posted.id;
  }

  /** Returns whether a transaction about this record was posted with the key. */
  async isPosted(em: EntityManager, idempotencyKey: string, reference: string): Promise<boolean> {
    return (await this.rows.findByKey(em, idempotencyKey))?.reference === reference;
  }

  /** Returns the transactions about one record with their postings, oldest first. */
  about(em: EntityManager, reference: string): Promise<StoredTransaction[]> {
    return this.rows.findAbout(em, reference);
  }

  /** Returns an account's balance in a currency, scaled by 10^18; debits are positive. */
  async balanceOf(em: EntityManager, account: Account, currency: Currency): Promise<bigint> {
    return (await this.balancesOf(em, [account], currency)).get(account) ?? 0n;
  }

  /** As `balanceOf`, of several accounts; those without postings are left out. */
  balancesOf(em: EntityManager, of: readonly Account[], currency: Currency): Promise<Map<Account, bigint>> {
    return this.rows.sumsOf(em, of, currency);
  }

  /** Returns what transactions about one record moved on an account, scaled by 10^18. */
  async movedBy(em: EntityManager, reference: string, account: Account, currency: Currency): Promise<bigint> {
    return (await this.rows.sumsAbout(em, reference, account)).get(currency) ?? 0n;
  }

  /** Returns what payments about some records credited to accounts and was not reversed, oldest first. */
  paymentsAbout(em: EntityManager, references: readonly string[], of: readonly Account[], currency: Currency): Promise<PaymentAbout[]> {
    return this.rows.findPayments(em, references, of, currency);
  }

  /** Returns the payments that were made from an account, reversed ones too, oldest first. */
  paymentsFrom(em: EntityManager, account: Account, currency: Currency): Promise<PaymentFrom[]> {
    return this.rows.findPaymentsFrom(em, account, currency);
  }

  /** Returns the balance of every account. */
  balances(em: EntityManager): Promise<Posting[]> {
    return this.rows.balances(em);
  }

  /** Returns the ids of transactions that do not add up to zero; the database refuses them, so any is a sign of tampering. */
  findUnbalanced(em: EntityManager): Promise<string[]> {
    return this.rows.findUnbalanced(em);
  }

  private async insertAll(tx: EntityManager, transactions: readonly Omit<StoredTransaction, 'id' | 'at'>[]): Promise<PostResult[]> {
    for (const { postings } of transactions) assertBalanced(postings);
    const at = this.clock.now();
    const rows = transactions.map((transaction) => ({ ...transaction, id: uuidv7(), at }));
    const inserted = await this.rows.insertAll(tx, rows);
    const results: PostResult[] = [];
    for (const row of rows) {
      const { id } = row;
      results.push(inserted.has(id) ? { id, isNew: true } : { id: await this.postedBefore(tx, row), isNew: false });
    }
    return results;
  }

  private async postedBefore(tx: EntityManager, transaction: Omit<StoredTransaction, 'id' | 'at'>): Promise<string> {
    const posted = await this.rows.findByKey(tx, transaction.idempotencyKey);
    if (!posted || !sameTransaction(posted, transaction)) throw new IdempotencyKeyReused(transaction.idempotencyKey);
    return posted.id;
  }
}

const sameTransaction = (posted: StoredTransaction, { kind, reference, reverses, postings }: Omit<StoredTransaction, 'id' | 'at'>) =>
  posted.kind === kind && posted.reference === reference && posted.reverses === reverses && samePostings(posted.postings, postings);
