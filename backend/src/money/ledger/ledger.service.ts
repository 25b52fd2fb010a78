import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock, uuidv7 } from '../../platform/domain/index.js';
import { violatesUnique } from '../../platform/persistence/database.errors.js';
import type { Account } from './accounts.rules.js';
import { ONE_REVERSAL, type TransactionKind } from './ledger.entities.js';
import { CannotReverse, IdempotencyKeyReused } from './ledger.errors.js';
import { LedgerRepository, type StoredTransaction } from './ledger.repository.js';
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
  async post(tx: EntityManager, { kind, reference, idempotencyKey, postings }: NewTransaction): Promise<PostResult> {
    return this.insert(tx, { kind, reference, idempotencyKey, reverses: null, postings: [...postings] });
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
      return await tx.transactional((inner) =>
        this.insert(inner, { kind: 'reversal', reference, idempotencyKey, reverses: transactionId, postings: reversed(postings) }),
      );
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
  balanceOf(em: EntityManager, account: Account, currency: Currency): Promise<bigint> {
    return this.rows.sumOf(em, account, currency);
  }

  /** Returns what transactions about one record moved on an account, scaled by 10^18. */
  async movedBy(em: EntityManager, reference: string, account: Account, currency: Currency): Promise<bigint> {
    return (await this.rows.sumsAbout(em, reference, account)).get(currency) ?? 0n;
  }

  /** Returns the payments about some records that have not been reversed, oldest first; amounts are positive decimals. */
  paymentsAbout(
    em: EntityManager,
    references: readonly string[],
    account: Account,
    currency: Currency,
  ): Promise<{ at: Date; amount: string }[]> {
    return this.rows.findPayments(em, references, account, currency);
  }

  /** Returns the balance of every account. */
  balances(em: EntityManager): Promise<Posting[]> {
    return this.rows.balances(em);
  }

  /** Returns the ids of transactions that do not add up to zero; the database refuses them, so any is a sign of tampering. */
  findUnbalanced(em: EntityManager): Promise<string[]> {
    return this.rows.findUnbalanced(em);
  }

  private async insert(tx: EntityManager, fields: Omit<StoredTransaction, 'id' | 'at'>): Promise<PostResult> {
    assertBalanced(fields.postings);
    const id = uuidv7();
    if (await this.rows.insert(tx, { ...fields, id, at: this.clock.now() })) return { id, isNew: true };
    const posted = await this.rows.findByKey(tx, fields.idempotencyKey);
    if (!posted || !sameTransaction(posted, fields)) throw new IdempotencyKeyReused(fields.idempotencyKey);
    return { id: posted.id, isNew: false };
  }
}

const sameTransaction = (posted: StoredTransaction, { kind, reference, reverses, postings }: Omit<StoredTransaction, 'id' | 'at'>) =>
  posted.kind === kind && posted.reference === reference && posted.reverses === reverses && samePostings(posted.postings, postings);
