import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type QueryCreator, type SqlBool } from 'kysely';
import type { Membership, ReviewStatus } from '../../platform/domain/index.js';
import type { ListQuery, Page, PageOf } from '../../platform/http/index.js';
import { orderByColumns, readPage, readSearchPage, type SortColumn } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';
import { fullNameOf, nameOrder, optionalFullNameOf } from '../../full-name.query.js';
import type { Venue } from '../../trading/venues/index.js';
import {
  dateOrNull,
  decisionSelection,
  toDecision,
  type Claim,
  type Decision,
  type OpenRequest,
  type ReviewDocument,
} from '../reviews/index.js';
import { isPending, joinedSubmissions, matches, type Joined, type ReviewFilter } from './kyc-filter.query.js';
import type { ServiceBounds } from './kyc-service-level.rules.js';

/** A submission as it is stored: the address sealed, the exchange account by its id. */
export interface StoredKyc extends Decision {
  id: string;
  userId: string;
  fullName: string;
  email: string;
  userType: Membership;
  platform: Venue;
  /** Of the member. */
  country: string;
  /** Sealed by KycSealService. */
  address: Uint8Array;
  apiKeyHint: string | null;
  secretKeyHint: string | null;
  exchangeLoginGiven: boolean;
  exchangeAccountId: string | null;
  idCardFileId: string;
  proofFileId: string;
  proofMime: string;
  submittedAt: Date;
  /** The reviewer who holds the case. */
  claim: Claim | null;
  /** A decision that can still be undone. */
  scheduled: ScheduledBy | null;
  /** Of two reviewers, the first who has approved. */
  firstApproval: { adminId: string; fullName: string; at: Date } | null;
  /** Time that it has waited for its member, which the service level leaves out. */
  waitedSeconds: number;
  /** The document that its member is asked for again. */
  asked: { document: ReviewDocument; at: Date } | null;
  /** When its member last sent a document again. */
  resubmittedAt: Date | null;
}

export interface ScheduledBy {
  decision: 'approve' | 'reject' | 'ask';
  adminId: string;
  fullName: string;
  dueAt: Date;
}

export interface VerifiedMember {
  userId: string;
  fullName: string;
  userType: Membership;
  createdAt: Date;
}

/** A member's view of their latest submission. */
export interface OwnKyc {
  status: ReviewStatus;
  reason: string | null;
  /** Finally rejected: no further submission is accepted. */
  closed: boolean;
  platform: Venue;
  submittedAt: Date;
  decidedAt: Date | null;
  /** The document that is asked for again, and why. */
  asked: Pick<OpenRequest, 'document' | 'reason'> | null;
}

export const reviewSorts = ['submittedAt', 'decidedAt', 'status', 'fullName', 'userType'] as const;
export type ReviewSort = (typeof reviewSorts)[number];

/** Every statement about the table `kyc_submissions` but its state transitions, which are in ReviewRepository. */
@Injectable()
export class KycSubmissionRepository {
  constructor(private readonly em: EntityManager) {}

  findPendingOldestFirst(page: Page): Promise<PageOf<StoredKyc>> {
    const rows = this.rows().where(isPending).orderBy('s.submitted_at').orderBy('s.id');
    return this.read(readPage(db(this.em), rows, this.matching().where(isPending), page));
  }

  /** `bounds`: of the service level, for the filter `age`. */
  findPage({ sort, order, filter, ...page }: ListQuery<ReviewSort, ReviewFilter>, bounds: ServiceBounds): Promise<PageOf<StoredKyc>> {
    const matching = this.matching().where((eb) => matches(eb, filter, bounds));
    const ordered = (creator?: QueryCreator<Database>) => this.rows(creator).$call(byColumns(sort, order));
    if (filter.q === undefined)
      return this.read(
        readPage(
          db(this.em),
          ordered().where((eb) => matches(eb, filter, bounds)),
          matching,
          page,
        ),
      );
    const rowsOf = (creator: QueryCreator<Database>) => ordered(creator).where(sql<SqlBool>`s.id in (select id from found)`);
    return this.read(readSearchPage(db(this.em), matching.select('s.id'), rowsOf, page));
  }

  async findById(id: string): Promise<StoredKyc | null> {
    const row = await this.rows().where('s.id', '=', id).executeTakeFirst();
    return row ? toStored(row) : null;
  }

  /** Returns members with an approved submission, newest account first. */
  async findVerifiedMembers(page: Page): Promise<PageOf<VerifiedMember>> {
    const verified = this.matching().where('s.status', '=', 'approved').where('u.rejected_at', 'is', null);
    const listed = verified
      .select(['s.user_id as userId', fullNameOf('u').as('fullName'), 's.user_type as userType', 'u.created_at'])
      .orderBy('u.created_at', 'desc')
      .orderBy('u.id');
    const { rows, total } = await readPage(db(this.em), listed, verified, page);
    return {
      rows: rows.map(({ created_at, ...member }) => ({ ...member, createdAt: new Date(created_at) })),
      total,
    };
  }

  async findLatestOf(userId: string): Promise<Omit<OwnKyc, 'asked'> | null> {
    const row = await db(this.em)
      .selectFrom('kyc_submissions')
      .select(['status', 'reason', 'platform', 'submitted_at', 'decided_at'])
      .select((eb) => eb.and([eb.ref('is_final'), eb('reopened_at', 'is', null)]).as('closed'))
      .where('user_id', '=', userId)
      .orderBy('submitted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!row) return null;
    const { submitted_at, decided_at, closed, ...own } = row;
    return { ...own, closed: closed === true, submittedAt: new Date(submitted_at), decidedAt: dateOrNull(decided_at) };
  }

  /** Returns the member and the exchange account, which a rejection removes; null for an unknown submission. */
  async findAccount(em: EntityManager, id: string): Promise<{ userId: string; accountId: string | null } | null> {
    const row = await db(em)
      .selectFrom('kyc_submissions')
      .select(['user_id', 'exchange_account_id', 'status'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row ? { userId: row.user_id, accountId: row.status === 'rejected' ? null : row.exchange_account_id } : null;
  }

  /** Deletes the exchange login of a submission. Returns whether the submission came with an exchange account. */
  async deleteLogin(tx: EntityManager, id: string): Promise<boolean> {
    const row = await db(tx)
      .updateTable('kyc_submissions')
      .set({ exchange_login: null })
      .where('id', '=', id)
      .returning('exchange_account_id')
      .executeTakeFirst();
    return row?.exchange_account_id != null;
  }

  private matching(creator: QueryCreator<Database> = db(this.em)) {
    return joinedSubmissions(creator);
  }

  private rows(creator?: QueryCreator<Database>) {
    return this.matching(creator)
      .innerJoin('files as p', 'p.id', 's.proof_file_id')
      .leftJoin('users as d', 'd.id', 's.decided_by')
      .leftJoin('users as r', 'r.id', 'c.admin_id')
      .leftJoin('scheduled_decisions as sd', (join) => join.onRef('sd.submission_id', '=', 's.id').on('sd.kind', '=', 'kyc'))
      .leftJoin('users as sr', 'sr.id', 'sd.admin_id')
      .leftJoin('review_approvals as ra', (join) => join.onRef('ra.submission_id', '=', 's.id').on('ra.kind', '=', 'kyc'))
      .leftJoin('users as fr', 'fr.id', 'ra.admin_id')
      .leftJoin('document_requests as q', (join) =>
        join.onRef('q.submission_id', '=', 's.id').on('q.kind', '=', 'kyc').on('q.ended_at', 'is', null),
      )
      .select([
        's.id',
        's.user_id',
        fullNameOf('u').as('full_name'),
        'u.email',
        's.user_type',
        's.platform',
        'u.country',
        's.address',
        's.api_key_hint',
        's.secret_key_hint',
        's.exchange_login_given',
        's.exchange_account_id',
        's.id_card_file_id',
        's.proof_file_id',
        'p.mime as proof_mime',
        's.submitted_at',
        'c.admin_id as claimed_by',
        optionalFullNameOf('r').as('claimer_name'),
        'c.since as claimed_since',
        'c.until as claimed_until',
        'sd.step as scheduled_step',
        'sd.admin_id as scheduled_by',
        optionalFullNameOf('sr').as('scheduler_name'),
        'sd.due_at as scheduled_due',
        'ra.admin_id as approved_by',
        optionalFullNameOf('fr').as('approver_name'),
        'ra.approved_at',
        's.waited_seconds',
        'q.document as asked_document',
        'q.asked_at',
      ])
      .select((eb) =>
        eb
          .selectFrom('document_requests as w')
          .select((of) => of.fn.max('w.ended_at').as('at'))
          .whereRef('w.submission_id', '=', 's.id')
          .where('w.kind', '=', 'kyc')
          .where('w.is_answered', '=', true)
          .as('resubmitted_at'),
      )
      .select(decisionSelection());
  }

  private async read(page: Promise<PageOf<KycRow>>): Promise<PageOf<StoredKyc>> {
    const { rows, total } = await page;
    return { rows: rows.map(toStored), total };
  }
}

type KycRow = Awaited<ReturnType<ReturnType<KycSubmissionRepository['rows']>['executeTakeFirstOrThrow']>>;

function toStored(row: KycRow): StoredKyc {
  return {
    id: row.id,
    userId: row.user_id,
    fullName: row.full_name,
    email: row.email,
    userType: row.user_type,
    platform: row.platform,
    country: row.country,
    address: row.address,
    apiKeyHint: row.api_key_hint,
    secretKeyHint: row.secret_key_hint,
    exchangeLoginGiven: row.exchange_login_given,
    exchangeAccountId: row.exchange_account_id,
    idCardFileId: row.id_card_file_id,
    proofFileId: row.proof_file_id,
    proofMime: row.proof_mime,
    submittedAt: new Date(row.submitted_at),
    claim: claimOf(row),
    scheduled: scheduledOf(row),
    firstApproval: firstApprovalOf(row),
    waitedSeconds: row.waited_seconds,
    asked: row.asked_document === null || row.asked_at === null ? null : { document: row.asked_document, at: new Date(row.asked_at) },
    resubmittedAt: dateOrNull(row.resubmitted_at),
    ...toDecision(row),
  };
}

function scheduledOf({ scheduled_step, scheduled_by, scheduler_name, scheduled_due }: KycRow): ScheduledBy | null {
  if (scheduled_step === null || scheduled_by === null || scheduler_name === null || scheduled_due === null) return null;
  return {
    decision: scheduled_step === 'first-approve' ? 'approve' : scheduled_step,
    adminId: scheduled_by,
    fullName: scheduler_name,
    dueAt: new Date(scheduled_due),
  };
}

function firstApprovalOf({ approved_by, approver_name, approved_at }: KycRow): StoredKyc['firstApproval'] {
  if (approved_by === null || approver_name === null || approved_at === null) return null;
  return { adminId: approved_by, fullName: approver_name, at: new Date(approved_at) };
}

function claimOf({ claimed_by, claimer_name, claimed_since, claimed_until }: KycRow): Claim | null {
  if (claimed_by === null || claimer_name === null || claimed_since === null || claimed_until === null) return null;
  return { adminId: claimed_by, fullName: claimer_name, since: new Date(claimed_since), until: new Date(claimed_until) };
}

const column = expressionBuilder<Joined, 's' | 'u' | 'c'>();

/** The only expressions that reach `order by`. Each has an index; `nullable` sorts nulls last either way. */
const sortColumns: Record<ReviewSort, readonly SortColumn[]> = {
  submittedAt: [column.ref('s.submitted_at')],
  decidedAt: [{ nullable: column.ref('s.decided_at') }],
  status: [column.ref('s.status')],
  fullName: nameOrder('u', 'first'),
  userType: [column.ref('s.user_type')],
};

const byColumns = (sort: ReviewSort, order: 'ASC' | 'DESC') => orderByColumns([...sortColumns[sort], column.ref('s.id')], order);
