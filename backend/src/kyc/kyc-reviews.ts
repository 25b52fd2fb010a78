import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, type Membership, type ReviewStatus } from '../common/domain/index.js';
import type { ListQuery, Page, PageOf } from '../common/http/index.js';
import { ExchangeService, type KeySummary } from '../exchange/index.js';
import { fullName } from '../users/index.js';
import { KycSeals } from './kyc-seals.js';
import type { Platform } from './kyc-form.js';

/** A submission as reviewers see it: hints instead of secrets. */
export interface KycReview {
  id: string;
  userId: string;
  fullName: string;
  email: string;
  userType: Membership;
  platform: Platform;
  address: string;
  apiKeyHint: string | null;
  secretKeyHint: string | null;
  exchangeLoginGiven: boolean;
  /** Null where no key was given, and after a rejection, which removes it. */
  key: KeySummary | null;
  idCardFileId: string;
  proofFileId: string;
  proofMime: string;
  status: ReviewStatus;
  reason: string | null;
  submittedAt: Date;
  decidedAt: Date | null;
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
  platform: Platform;
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
const sortColumns: Record<ReviewSort, string> = {
  submittedAt: 'k.submitted_at',
  decidedAt: 'k.decided_at',
  status: 'k.status',
  fullName: 'lower(u.other_name), lower(u.surname)',
  userType: 'k.user_type',
};

interface ReviewRow {
  id: string;
  user_id: string;
  surname: string;
  other_name: string;
  email: string;
  user_type: Membership;
  platform: Platform;
  address: Buffer;
  api_key_hint: string | null;
  secret_key_hint: string | null;
  exchange_login_given: boolean;
  exchange_account_id: string | null;
  id_card_file_id: string;
  proof_file_id: string;
  proof_mime: string;
  status: ReviewStatus;
  reason: string | null;
  submitted_at: string;
  decided_at: string | null;
}

const columns = `k.id, k.user_id, u.surname, u.other_name, u.email, k.user_type, k.platform, k.address, k.api_key_hint, k.secret_key_hint, k.exchange_login_given,
  k.exchange_account_id, k.id_card_file_id, k.proof_file_id, p.mime as proof_mime, k.status, k.reason, k.submitted_at, k.decided_at`;
const source = `from kyc_submissions k join users u on u.id = k.user_id join files p on p.id = k.proof_file_id`;
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
    return this.page(pending, [], 'k.submitted_at, k.id', { offset, limit });
  }

  async list({ sort, order, offset, limit, filter }: ListQuery<ReviewSort, ReviewFilter>): Promise<PageOf<KycReview>> {
    const { where, values } = conditions(filter);
    const by = sortColumns[sort].split(', ').map((column) => `${column} ${order} nulls last`);
    return this.page(where, values, [...by, `k.id ${order}`].join(', '), { offset, limit });
  }

  /** Throws NotFound. */
  async one(id: string): Promise<KycReview> {
    const { rows } = await this.page('k.id = ?', [id], 'k.id', { offset: 0, limit: 1 });
    const [review] = rows;
    if (!review) throw new NotFound('KYC submission');
    return review;
  }

  /** Members with approved KYC, the newest account first. */
  async verifiedMembers({ offset, limit }: Page): Promise<PageOf<VerifiedMember>> {
    const from = `from kyc_submissions k join users u on u.id = k.user_id where k.status = 'approved' and u.rejected_at is null`;
    const rows = await this.em.execute<(Pick<ReviewRow, 'user_id' | 'surname' | 'other_name' | 'user_type'> & { created_at: string })[]>(
      `select k.user_id, u.surname, u.other_name, k.user_type, u.created_at ${from} order by u.created_at desc, u.id limit ? offset ?`,
      [limit, offset],
    );
    return {
      rows: rows.map((row) => ({ userId: row.user_id, fullName: nameOf(row), userType: row.user_type, createdAt: new Date(row.created_at) })),
      total: await this.count(from, []),
    };
  }

  /** The latest submission of a member; null: none yet. */
  async latestOf(userId: string): Promise<OwnKyc | null> {
    const [row] = await this.em.execute<Pick<ReviewRow, 'status' | 'reason' | 'platform' | 'submitted_at' | 'decided_at'>[]>(
      'select status, reason, platform, submitted_at, decided_at from kyc_submissions where user_id = ? order by submitted_at desc, id desc limit 1',
      [userId],
    );
    return row ? { status: row.status, reason: row.reason, platform: row.platform, submittedAt: new Date(row.submitted_at), decidedAt: dateOf(row.decided_at) } : null;
  }

  private async page(where: string, values: unknown[], orderBy: string, { offset, limit }: Page): Promise<PageOf<KycReview>> {
    const rows = await this.em.execute<ReviewRow[]>(`select ${columns} ${source} where ${where} order by ${orderBy} limit ? offset ?`, [...values, limit, offset]);
    const keys = await this.exchange.keySummaries(rows.flatMap(({ exchange_account_id: id }) => id ?? []));
    const total = rows.length < limit && (rows.length > 0 || offset === 0) ? offset + rows.length : await this.count(`${source} where ${where}`, values);
    return { rows: rows.map((row) => this.reviewOf(row, keys)), total };
  }

  private async count(from: string, values: unknown[]): Promise<number> {
    const [row] = await this.em.execute<{ count: string }[]>(`select count(*) as count ${from}`, values);
    return Number(row?.count ?? 0);
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
      status: row.status,
      reason: row.reason,
      submittedAt: new Date(row.submitted_at),
      decidedAt: dateOf(row.decided_at),
    };
  }
}

function conditions({ id, q, status, userId, userType }: ReviewFilter): { where: string; values: unknown[] } {
  const where: string[] = [];
  const values: unknown[] = [];
  const add = (condition: string, ...bound: unknown[]) => {
    where.push(condition);
    values.push(...bound);
  };
  if (id) add('k.id = any(?::uuid[])', `{${id.join(',')}}`);
  if (status) add(status === 'pending' ? pending : 'k.status = ?', ...(status === 'pending' ? [] : [status]));
  if (userId) add('k.user_id = ?', userId);
  if (userType) add('k.user_type = ?', userType);
  if (q) {
    const like = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`;
    add(`(u.other_name || ' ' || u.surname ilike ? or u.email ilike ?)`, like, like);
  }
  return { where: where.length > 0 ? where.join(' and ') : 'true', values };
}

function nameOf({ surname, other_name }: Pick<ReviewRow, 'surname' | 'other_name'>): string {
  return fullName({ surname, otherName: other_name });
}

function dateOf(value: string | null): Date | null {
  return value === null ? null : new Date(value);
}
