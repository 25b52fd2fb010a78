import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Decimal, NotFound, type Membership, type ReviewStatus } from '../common/domain/index.js';
import type { ListQuery, Page, PageOf } from '../common/http/index.js';
import { Conditions, nullable, orderBy, readList, type SortColumn } from '../common/persistence/list-reader.js';
import { decisionColumns, decisionJoin, decisionOf, type Decision, type DecisionRow } from '../reviews/index.js';
import { fullName, searchFor } from '../users/index.js';

/** A payment as reviewers see it. */
export interface PaymentReview extends Decision {
  id: string;
  userId: string;
  fullName: string;
  email: string;
  membership: Membership;
  /** Without trailing zeros. */
  amount: string;
  currency: 'USD';
  proofFileId: string;
  txid: string | null;
  submittedAt: Date;
}

/** Another payment that names the same transfer. */
export interface SameTransfer {
  id: string;
  userId: string;
  fullName: string;
  /** Without trailing zeros. */
  amount: string;
  status: ReviewStatus;
  /** Why it was rejected. */
  reason: string | null;
  submittedAt: Date;
  decidedAt: Date | null;
}

/** A member's own view of their latest payment. `closed`: rejected for good, they cannot send another proof. */
export type OwnPayment = Pick<PaymentReview, 'status' | 'reason' | 'amount' | 'txid' | 'submittedAt' | 'decidedAt'> & { closed: boolean };

export const paymentSorts = ['submittedAt', 'decidedAt', 'status', 'fullName', 'membership', 'amount'] as const;
export type PaymentSort = (typeof paymentSorts)[number];

export interface PaymentFilter {
  id?: string[];
  q?: string;
  status?: ReviewStatus;
  userId?: string;
  membership?: Membership;
  /** Canonical. */
  txid?: string;
}

/** The only texts that reach `order by`. */
const sortColumns: Record<PaymentSort, SortColumn[]> = {
  submittedAt: ['p.submitted_at'],
  decidedAt: [nullable('p.decided_at')],
  status: ['p.status'],
  fullName: ['lower(u.other_name)', 'lower(u.surname)'],
  membership: ['p.membership'],
  amount: ['p.amount'],
};

interface PaymentRow extends DecisionRow {
  id: string;
  user_id: string;
  surname: string;
  other_name: string;
  email: string;
  membership: Membership;
  amount: string;
  currency: 'USD';
  proof_file_id: string;
  txid: string | null;
  submitted_at: string;
}

const columns = `p.id, p.user_id, u.surname, u.other_name, u.email, p.membership, p.amount::text as amount, p.currency, p.proof_file_id, p.txid, p.submitted_at, ${decisionColumns('p')}`;
const counted = 'payments p join users u on u.id = p.user_id';
const source = `${counted} ${decisionJoin('p')}`;
/** Members in the rejected list wait for nothing. */
const pending = `p.status = 'pending' and u.rejected_at is null`;
const MAX_SAME_TRANSFER = 100;

/** Reads of payments for reviewers and for their members. */
@Injectable()
export class PaymentReviews {
  constructor(private readonly em: EntityManager) {}

  /** What waits for a decision, the oldest first. */
  pendingOldestFirst({ offset, limit }: Page): Promise<PageOf<PaymentReview>> {
    return this.page(new Conditions(pending), 'p.submitted_at, p.id', { offset, limit });
  }

  list({ sort, order, offset, limit, filter }: ListQuery<PaymentSort, PaymentFilter>): Promise<PageOf<PaymentReview>> {
    return this.page(conditions(filter), orderBy(sortColumns[sort], order, 'p.id'), { offset, limit }, filter.q !== undefined);
  }

  /** Throws NotFound. */
  async one(id: string): Promise<PaymentReview> {
    const { rows } = await this.page(new Conditions().add('p.id = ?', id), 'p.id', { offset: 0, limit: 1 });
    const [review] = rows;
    if (!review) throw new NotFound('payment');
    return review;
  }

  /** Other payments, of anybody and in any state, with the transaction id of this one; the newest first, a hundred at most. */
  async sameTransfer({ id, txid }: PaymentReview): Promise<SameTransfer[]> {
    if (txid === null) return [];
    const rows = await this.em.execute<
      Pick<PaymentRow, 'id' | 'user_id' | 'surname' | 'other_name' | 'amount' | 'status' | 'reason' | 'submitted_at' | 'decided_at'>[]
    >(
      `select p.id, p.user_id, u.surname, u.other_name, p.amount::text as amount, p.status, p.reason, p.submitted_at, p.decided_at from ${counted} where p.txid = ? and p.id <> ? order by p.submitted_at desc, p.id desc limit ${MAX_SAME_TRANSFER}`,
      [txid, id],
    );
    return rows.map((row) => ({
      id: row.id,
      userId: row.user_id,
      fullName: nameOf(row),
      amount: plain(row.amount),
      status: row.status,
      reason: row.reason,
      submittedAt: new Date(row.submitted_at),
      decidedAt: dateOf(row.decided_at),
    }));
  }

  /** The latest payment of a member; null: none yet. */
  async latestOf(userId: string): Promise<OwnPayment | null> {
    const [row] = await this.em.execute<
      (Pick<PaymentRow, 'status' | 'reason' | 'amount' | 'txid' | 'submitted_at' | 'decided_at'> & { closed: boolean })[]
    >(
      'select status, reason, is_final and reopened_at is null as closed, amount::text as amount, txid, submitted_at, decided_at from payments where user_id = ? order by submitted_at desc, id desc limit 1',
      [userId],
    );
    return row
      ? {
          status: row.status,
          reason: row.reason,
          closed: row.closed,
          amount: plain(row.amount),
          txid: row.txid,
          submittedAt: new Date(row.submitted_at),
          decidedAt: dateOf(row.decided_at),
        }
      : null;
  }

  private async page(where: Conditions, by: string, { offset, limit }: Page, isSearch = false): Promise<PageOf<PaymentReview>> {
    const { rows, total } = await readList<PaymentRow>(this.em, {
      select: columns,
      from: source,
      where,
      orderBy: by,
      offset,
      limit,
      countFrom: counted,
      ...(isSearch && { foundBy: 'p.id' }),
    });
    return { rows: rows.map(reviewOf), total };
  }
}

function reviewOf(row: PaymentRow): PaymentReview {
  return {
    id: row.id,
    userId: row.user_id,
    fullName: nameOf(row),
    email: row.email,
    membership: row.membership,
    amount: plain(row.amount),
    currency: row.currency,
    proofFileId: row.proof_file_id,
    txid: row.txid,
    submittedAt: new Date(row.submitted_at),
    ...decisionOf(row),
  };
}

function conditions({ id, q, status, userId, membership, txid }: PaymentFilter): Conditions {
  const where = new Conditions()
    .ids('p.id', id)
    .given('p.user_id = ?', userId)
    .given('p.membership = ?', membership)
    .given('p.txid = ?', txid);
  if (status === 'pending') where.add(pending);
  else where.given('p.status = ?', status);
  return search(where, q);
}

/** By whom, or a part of the transaction id. */
function search(where: Conditions, q: string | undefined): Conditions {
  if (!q) return where;
  const members = searchFor(new Conditions(), q);
  const transfers = new Conditions().contains(['p.txid'], q);
  return where.add(`((${members.text}) or ${transfers.text})`, ...members.values, ...transfers.values);
}

function nameOf({ surname, other_name }: Pick<PaymentRow, 'surname' | 'other_name'>): string {
  return fullName({ surname, otherName: other_name });
}

/** `50.000000000000000000` as `50`. */
function plain(amount: string): string {
  return new Decimal(amount).toFixed();
}

function dateOf(value: string | null): Date | null {
  return value === null ? null : new Date(value);
}
