import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, type Membership, type ReviewStatus } from '../common/domain/index.js';
import type { ListQuery, Page, PageOf } from '../common/http/index.js';
import { Conditions, nullable, orderBy, readList, type SortColumn } from '../common/persistence/list-reader.js';
import { ExchangeService, type KeySummary, type Venue } from '../exchange/index.js';
import { decisionColumns, decisionJoin, decisionOf, type Decision, type DecisionRow } from '../reviews/index.js';
import { fullName, searchFor } from '../users/index.js';
import { KycSeals } from './kyc-seals.js';

/** A submission as reviewers see it: hints instead of secrets. */
export interface KycReview extends Decision {
  id: string;
  userId: string;
  fullName: string;
  email: string;
  userType: Membership;
  platform: Venue;
  address: string;
  apiKeyHint: string | null;
  secretKeyHint: string | null;
  exchangeLoginGiven: boolean;
  /** Null where no key was given, and after a rejection, which removes it. */
  key: KeySummary | null;
  idCardFileId: string;
  proofFileId: string;
  proofMime: string;
  submittedAt: Date;
}

export interface VerifiedMember {
  userId: string;
  fullName: string;
  userType: Membership;
  createdAt: Date;
}

/** A member's own view of their latest submission. */
export interface OwnKyc {
  status: ReviewStatus;
  reason: string | null;
  /** Rejected for good: they cannot submit again. */
  closed: boolean;
  platform: Venue;
  submittedAt: Date;
  decidedAt: Date | null;
}

export const reviewSorts = ['submittedAt', 'decidedAt', 'status', 'fullName', 'userType'] as const;
export type ReviewSort = (typeof reviewSorts)[number];

export interface ReviewFilter {
  id?: string[];
  q?: string;
  status?: ReviewStatus;
  userId?: string;
  userType?: Membership;
}

/** The only texts that reach `order by`. */
const sortColumns: Record<ReviewSort, SortColumn[]> = {
  submittedAt: ['k.submitted_at'],
  decidedAt: [nullable('k.decided_at')],
  status: ['k.status'],
  fullName: ['lower(u.other_name)', 'lower(u.surname)'],
  userType: ['k.user_type'],
};

interface ReviewRow extends DecisionRow {
  id: string;
  user_id: string;
  surname: string;
  other_name: string;
  email: string;
  user_type: Membership;
  platform: Venue;
  address: Buffer;
  api_key_hint: string | null;
  secret_key_hint: string | null;
  exchange_login_given: boolean;
  exchange_account_id: string | null;
  id_card_file_id: string;
  proof_file_id: string;
  proof_mime: string;
  submitted_at: string;
}

const columns = `k.id, k.user_id, u.surname, u.other_name, u.email, k.user_type, k.platform, k.address, k.api_key_hint, k.secret_key_hint, k.exchange_login_given,
  k.exchange_account_id, k.id_card_file_id, k.proof_file_id, p.mime as proof_mime, k.submitted_at, ${decisionColumns('k')}`;
const counted = 'kyc_submissions k join users u on u.id = k.user_id';
const source = `${counted} join files p on p.id = k.proof_file_id ${decisionJoin('k')}`;
/** Members in the rejected list wait for nothing. */
const pending = `k.status = 'pending' and u.rejected_at is null`;

/** Reads of submissions for reviewers and for their members. */
@Injectable()
export class KycReviews {
  constructor(
    private readonly em: EntityManager,
    private readonly seals: KycSeals,
    private readonly exchange: ExchangeService,
  ) {}

  /** What waits for a decision, the oldest first. */
  async pendingOldestFirst({ offset, limit }: Page): Promise<PageOf<KycReview>> {
    return this.page(new Conditions(pending), 'k.submitted_at, k.id', { offset, limit });
  }

  list({ sort, order, offset, limit, filter }: ListQuery<ReviewSort, ReviewFilter>): Promise<PageOf<KycReview>> {
    return this.page(conditions(filter), orderBy(sortColumns[sort], order, 'k.id'), { offset, limit }, filter.q !== undefined);
  }

  /** Throws NotFound. */
  async one(id: string): Promise<KycReview> {
    const { rows } = await this.page(new Conditions().add('k.id = ?', id), 'k.id', { offset: 0, limit: 1 });
    const [review] = rows;
    if (!review) throw new NotFound('KYC submission');
    return review;
  }

  /** Members with approved KYC, the newest account first. */
  async verifiedMembers({ offset, limit }: Page): Promise<PageOf<VerifiedMember>> {
    const { rows, total } = await readList<Pick<ReviewRow, 'user_id' | 'surname' | 'other_name' | 'user_type'> & { created_at: string }>(
      this.em,
      {
        select: 'k.user_id, u.surname, u.other_name, k.user_type, u.created_at',
        from: 'kyc_submissions k join users u on u.id = k.user_id',
        where: new Conditions(`k.status = 'approved'`, 'u.rejected_at is null'),
        orderBy: 'u.created_at desc, u.id',
        offset,
        limit,
      },
    );
    return {
      rows: rows.map((row) => ({
        userId: row.user_id,
        fullName: nameOf(row),
        userType: row.user_type,
        createdAt: new Date(row.created_at),
      })),
      total,
    };
  }

  /** The latest submission of a member; null: none yet. */
  async latestOf(userId: string): Promise<OwnKyc | null> {
    const [row] = await this.em.execute<
      (Pick<ReviewRow, 'status' | 'reason' | 'platform' | 'submitted_at' | 'decided_at'> & { closed: boolean })[]
    >(
      'select status, reason, is_final and reopened_at is null as closed, platform, submitted_at, decided_at from kyc_submissions where user_id = ? order by submitted_at desc, id desc limit 1',
      [userId],
    );
    return row
      ? {
          status: row.status,
          reason: row.reason,
          closed: row.closed,
          platform: row.platform,
          submittedAt: new Date(row.submitted_at),
          decidedAt: dateOf(row.decided_at),
        }
      : null;
  }

  private async page(where: Conditions, by: string, { offset, limit }: Page, isSearch = false): Promise<PageOf<KycReview>> {
    const { rows, total } = await readList<ReviewRow>(this.em, {
      select: columns,
      from: source,
      where,
      orderBy: by,
      offset,
      limit,
      countFrom: counted,
      ...(isSearch && { foundBy: 'k.id' }),
    });
    const keys = await this.exchange.keySummaries(rows.flatMap(({ exchange_account_id: id }) => id ?? []));
    return { rows: rows.map((row) => this.reviewOf(row, keys)), total };
  }

  private reviewOf(row: ReviewRow, keys: ReadonlyMap<string, KeySummary>): KycReview {
    return {
      id: row.id,
      userId: row.user_id,
      fullName: nameOf(row),
      email: row.email,
      userType: row.user_type,
      platform: row.platform,
      address: this.seals.openAddress({ id: row.id, userId: row.user_id }, row.address),
      apiKeyHint: row.api_key_hint,
      secretKeyHint: row.secret_key_hint,
      exchangeLoginGiven: row.exchange_login_given,
      key: (row.status !== 'rejected' && row.exchange_account_id && keys.get(row.exchange_account_id)) || null,
      idCardFileId: row.id_card_file_id,
      proofFileId: row.proof_file_id,
      proofMime: row.proof_mime,
      submittedAt: new Date(row.submitted_at),
      ...decisionOf(row),
    };
  }
}

function conditions({ id, q, status, userId, userType }: ReviewFilter): Conditions {
  const where = new Conditions().ids('k.id', id).given('k.user_id = ?', userId).given('k.user_type = ?', userType);
  if (status === 'pending') where.add(pending);
  else where.given('k.status = ?', status);
  return searchFor(where, q);
}

function nameOf({ surname, other_name }: Pick<ReviewRow, 'surname' | 'other_name'>): string {
  return fullName({ surname, otherName: other_name });
}

function dateOf(value: string | null): Date | null {
  return value === null ? null : new Date(value);
}
