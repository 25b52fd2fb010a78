import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type ExpressionBuilder, type QueryCreator, type SqlBool } from 'kysely';
import { Decimal, type Membership, type ReviewStatus, type Role } from '../../platform/domain/index.js';
import type { ListQuery, Page, PageOf } from '../../platform/http/index.js';
import { containing, orderByColumns, readPage, readSearchPage, type SortColumn } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';
import { fullNameOf, nameOrder } from '../../full-name.query.js';
import { LOOKS_SAME_BITS } from '../files/index.js';
import { dateOrNull, decisionSelection, toDecision, type Decision } from '../reviews/index.js';
import { memberMatches } from '../users/index.js';

/** A payment as reviewers see it. */
export interface PaymentReview extends Decision {
  id: string;
  userId: string;
  fullName: string;
  email: string;
  membership: Membership;
  /** Decimal without trailing zeros. */
  amount: string;
  currency: 'USD';
  /** Null: the chain itself showed the payment. */
  proofFileId: string | null;
  txid: string | null;
  submittedAt: Date;
}

/** Another payment with the same transaction id. */
export type SameTransfer = Pick<PaymentReview, 'id' | 'userId' | 'fullName' | 'amount' | 'status' | 'reason' | 'submittedAt' | 'decidedAt'>;

/** A proof whose picture is the same to the byte, or looks the same. */
export type SamePicture = SameTransfer & { proofFileId: string; isSame: boolean };

/** A member's view of their latest payment. `closed`: finally rejected, no further proof is accepted. */
export type OwnPayment = Pick<PaymentReview, 'status' | 'reason' | 'amount' | 'txid' | 'submittedAt' | 'decidedAt'> & { closed: boolean };

export const paymentSorts = ['submittedAt', 'decidedAt', 'status', 'fullName', 'membership', 'amount'] as const;
export type PaymentSort = (typeof paymentSorts)[number];

export interface PaymentFilter {
  id?: string[];
  /** Member's id, name, email or phone, or a part of the transaction id. */
  q?: string;
  status?: ReviewStatus;
  userId?: string;
  membership?: Membership;
  /** Canonical (payment.form.ts). */
  txid?: string;
}

/** Query aliases of this repository: submission, member, decider. */
type Joined = Database & { s: Database['payments']; u: Database['users'] };
type Condition = ExpressionBuilder<Joined, 's' | 'u'>;

/** Pictures that one is compared with. */
const MAX_COMPARED = 20_000;
const MAX_SAME_PICTURE = 20;
/** The bits of a hash, which PostgreSQL compares in this form alone. */
const bits = (hash: unknown) => sql`('x' || encode(${hash}::bytea, 'hex'))::bit(256)`;
const MAX_SAME_TRANSFER = 100;
const trimmed = (amount: string) => new Decimal(amount).toFixed();

/** Every statement about the table `payments`. */
@Injectable()
export class PaymentRepository {
  constructor(private readonly em: EntityManager) {}

  findPendingOldestFirst(page: Page): Promise<PageOf<PaymentReview>> {
    const rows = this.rows().where(isPending).orderBy('s.submitted_at').orderBy('s.id');
    return this.read(readPage(db(this.em), rows, this.matching().where(isPending), page));
  }

  findPage({ sort, order, filter, ...page }: ListQuery<PaymentSort, PaymentFilter>): Promise<PageOf<PaymentReview>> {
    const matching = this.matching().where((eb) => matches(eb, filter));
    if (filter.q === undefined)
      return this.read(
        readPage(
          db(this.em),
          this.rows()
            .where((eb) => matches(eb, filter))
            .$call(byColumns(sort, order)),
          matching,
          page,
        ),
      );
    const found = matching.select('s.id');
    const rowsOf = (creator: QueryCreator<Database>) =>
      this.rows(creator)
        .where(sql<SqlBool>`s.id in (select id from found)`)
        .$call(byColumns(sort, order));
    return this.read(readSearchPage(db(this.em), found, rowsOf, page));
  }

  async findById(id: string): Promise<PaymentReview | null> {
    const row = await this.rows().where('s.id', '=', id).executeTakeFirst();
    return row ? toReview(row) : null;
  }

  /** Returns other payments with the same transaction id, of any member and status, newest first, 100 at most. */
  async findSameTransfer({ id, txid }: Pick<PaymentReview, 'id' | 'txid'>): Promise<SameTransfer[]> {
    if (txid === null) return [];
    const rows = await this.matching()
      .select([
        's.id',
        's.user_id as userId',
        fullNameOf('u').as('fullName'),
        's.amount',
        's.status',
        's.reason',
        's.submitted_at',
        's.decided_at',
      ])
      .where('s.txid', '=', txid)
      .where('s.id', '!=', id)
      .orderBy('s.submitted_at', 'desc')
      .orderBy('s.id', 'desc')
      .limit(MAX_SAME_TRANSFER)
      .execute();
    return rows.map(({ submitted_at, decided_at, amount, ...same }) => ({
      ...same,
      amount: trimmed(amount),
      submittedAt: new Date(submitted_at),
      decidedAt: dateOrNull(decided_at),
    }));
  }

  /** Returns other payments of any member and status whose picture is or looks the same, newest first; of the newest 20,000, 20 at most. */
  async findSamePicture({ id, proofFileId }: Pick<PaymentReview, 'id' | 'proofFileId'>): Promise<SamePicture[]> {
    if (proofFileId === null) return [];
    const own = await db(this.em).selectFrom('files').select(['sha256', 'picture_hash']).where('id', '=', proofFileId).executeTakeFirst();
    if (!own) return [];
    const recent = db(this.em)
      .selectFrom('payments as p')
      .innerJoin('files as f', 'f.id', 'p.proof_file_id')
      .select(['p.id', 'f.id as fileId', 'f.sha256', 'f.picture_hash'])
      .where('p.id', '!=', id)
      .orderBy('p.submitted_at', 'desc')
      .limit(MAX_COMPARED)
      .as('r');
    const isSame = sql<SqlBool>`r.sha256 = ${own.sha256}`;
    const looksSame = sql<SqlBool>`bit_count(${bits(sql.ref('r.picture_hash'))} # ${bits(own.picture_hash)}) <= ${LOOKS_SAME_BITS}`;
    const rows = await this.matching()
      .innerJoin(recent, 'r.id', 's.id')
      .select(['s.id', 's.user_id as userId', fullNameOf('u').as('fullName'), 's.amount', 's.status', 's.reason'])
      .select(['s.submitted_at', 's.decided_at', 'r.fileId as proofFileId', isSame.as('isSame')])
      .where((eb) => eb.or([isSame, looksSame]))
      .orderBy('s.submitted_at', 'desc')
      .orderBy('s.id', 'desc')
      .limit(MAX_SAME_PICTURE)
      .execute();
    return rows.map(({ submitted_at, decided_at, amount, isSame: same, ...other }) => ({
      ...other,
      isSame: same === true,
      amount: trimmed(amount),
      submittedAt: new Date(submitted_at),
      decidedAt: dateOrNull(decided_at),
    }));
  }

  /** Returns what the invoice of a member's subscription depends on. */
  async findSubscriber(tx: EntityManager, userId: string): Promise<{ role: Role; paymentStatus: ReviewStatus | null }> {
    return db(tx)
      .selectFrom('users')
      .select(['role', 'payment_status as paymentStatus'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
  }

  async findAmount(tx: EntityManager, id: string): Promise<string> {
    return trimmed((await db(tx).selectFrom('payments').select('amount').where('id', '=', id).executeTakeFirstOrThrow()).amount);
  }

  /** Returns whether a payment that counts has this transaction id. One transaction can pay several invoices, but each id counts once. */
  async isTxidUsed(tx: EntityManager, txid: string): Promise<boolean> {
    const used = await db(tx)
      .selectFrom('payments')
      .select('id')
      .where('txid', '=', txid)
      .where('status', 'in', ['pending', 'approved'])
      .limit(1)
      .executeTakeFirst();
    return used !== undefined;
  }

  async findLatestOf(userId: string): Promise<OwnPayment | null> {
    const row = await db(this.em)
      .selectFrom('payments')
      .select(['status', 'reason', 'amount', 'txid', 'submitted_at', 'decided_at'])
      .select((eb) => eb.and([eb.ref('is_final'), eb('reopened_at', 'is', null)]).as('closed'))
      .where('user_id', '=', userId)
      .orderBy('submitted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!row) return null;
    const { submitted_at, decided_at, amount, closed, ...own } = row;
    return {
      ...own,
      amount: trimmed(amount),
      closed: closed === true,
      submittedAt: new Date(submitted_at),
      decidedAt: dateOrNull(decided_at),
    };
  }

  /** Joins that conditions and counts need. */
  private matching(creator: QueryCreator<Database> = db(this.em)) {
    return creator.selectFrom('payments as s').innerJoin('users as u', 'u.id', 's.user_id');
  }

  private rows(creator?: QueryCreator<Database>) {
    return this.matching(creator)
      .leftJoin('users as d', 'd.id', 's.decided_by')
      .select([
        's.id',
        's.user_id',
        fullNameOf('u').as('full_name'),
        'u.email',
        's.membership',
        's.amount',
        's.currency',
        's.proof_file_id',
        's.txid',
        's.submitted_at',
      ])
      .select(decisionSelection());
  }

  private async read(page: Promise<PageOf<PaymentRow>>): Promise<PageOf<PaymentReview>> {
    const { rows, total } = await page;
    return { rows: rows.map(toReview), total };
  }
}

type PaymentRow = Awaited<ReturnType<ReturnType<PaymentRepository['rows']>['executeTakeFirstOrThrow']>>;

function toReview(row: PaymentRow): PaymentReview {
  return {
    id: row.id,
    userId: row.user_id,
    fullName: row.full_name,
    email: row.email,
    membership: row.membership,
    amount: trimmed(row.amount),
    currency: row.currency,
    proofFileId: row.proof_file_id,
    txid: row.txid,
    submittedAt: new Date(row.submitted_at),
    ...toDecision(row),
  };
}

/** Selects pending payments, except those of members in the rejected list. */
const isPending = (eb: Condition) => eb.and([eb('s.status', '=', 'pending'), eb('u.rejected_at', 'is', null)]);

function matches(eb: Condition, { id, q, status, userId, membership, txid }: PaymentFilter) {
  return eb.and([
    ...(id ? [sql<SqlBool>`s.id = any(${id}::uuid[])`] : []),
    ...(userId ? [eb('s.user_id', '=', userId)] : []),
    ...(membership ? [eb('s.membership', '=', membership)] : []),
    ...(txid ? [eb('s.txid', '=', txid)] : []),
    ...(status ? [status === 'pending' ? isPending(eb) : eb('s.status', '=', status)] : []),
    ...(q ? [eb.or([memberMatches(q), eb('s.txid', 'ilike', containing(q))])] : []),
  ]);
}

const column = expressionBuilder<Joined, 's' | 'u'>();

/** The only expressions that reach `order by`. Each has an index; `nullable` sorts nulls last either way. */
const sortColumns: Record<PaymentSort, readonly SortColumn[]> = {
  submittedAt: [column.ref('s.submitted_at')],
  decidedAt: [{ nullable: column.ref('s.decided_at') }],
  status: [column.ref('s.status')],
  fullName: nameOrder('u', 'first'),
  membership: [column.ref('s.membership')],
  amount: [column.ref('s.amount')],
};

const byColumns = (sort: PaymentSort, order: 'ASC' | 'DESC') => orderByColumns([...sortColumns[sort], column.ref('s.id')], order);
