import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, type Membership, type ReviewStatus, type Role } from '../common/domain/index.js';
import type { ListQuery, Page, PageOf } from '../common/http/index.js';
import { Conditions, readList } from '../common/persistence/list-reader.js';
import { fullName, type UserStatus } from '../users/index.js';
import { searchFor } from './user-search.js';

/** A user as the lists show them. */
export interface ListedUser {
  userId: string;
  email: string;
  surname: string;
  otherName: string;
  phoneNumber: string;
  country: string;
  /** YYYY-MM-DD */
  dateOfBirth: string;
  role: Role;
  referralCode: string;
  /** Everybody who registered with the code, whatever became of them. */
  referralCount: number;
  kycStatus: ReviewStatus | null;
  paymentStatus: ReviewStatus | null;
  status: UserStatus;
  createdAt: Date;
  /** Set: in the rejected list. */
  rejectedAt: Date | null;
}

export interface UserDetail extends ListedUser {
  emailConfirmedAt: Date | null;
  termsVersion: string | null;
  lastSignInAt: Date | null;
  referredBy: { id: string; fullName: string } | null;
}

/** Each has an index that gives its order. */
export const userSorts = ['createdAt', 'surname', 'otherName', 'email', 'country', 'id'] as const;
export type UserSort = (typeof userSorts)[number];
export const rejectedSorts = ['rejectedAt', 'createdAt', 'surname', 'email', 'id'] as const;
export type RejectedSort = (typeof rejectedSorts)[number];

/** `none`: never submitted. */
type ReviewFilter = ReviewStatus | 'none';

export interface UserFilter {
  id?: string[];
  q?: string;
  status?: UserStatus;
  role?: Role;
  membership?: Membership;
  kyc?: ReviewFilter;
  payment?: ReviewFilter;
  country?: string;
}

/** The only texts that reach `order by`. No column is ever null where it sorts: `nulls last` would keep the indexes from giving the order. */
const sortColumns: Record<UserSort | RejectedSort, string[]> = {
  createdAt: ['u.created_at', 'u.id'],
  rejectedAt: ['u.rejected_at', 'u.id'],
  surname: ['lower(u.surname)', 'lower(u.other_name)', 'u.id'],
  otherName: ['lower(u.other_name)', 'lower(u.surname)', 'u.id'],
  email: ['lower(u.email)'],
  country: ['u.country', 'u.id'],
  id: ['u.id'],
};

interface UserRow {
  id: string;
  email: string;
  surname: string;
  other_name: string;
  phone_number: string;
  country: string;
  date_of_birth: string;
  role: Role;
  referral_code: string;
  kyc_status: ReviewStatus | null;
  payment_status: ReviewStatus | null;
  status: UserStatus;
  created_at: string;
  rejected_at: string | null;
}

interface DetailRow extends UserRow {
  email_confirmed_at: string | null;
  terms_version: string | null;
  last_sign_in_at: string | null;
  referrer_id: string | null;
  referrer_surname: string | null;
  referrer_other_name: string | null;
}

const columns = `u.id, u.email, u.surname, u.other_name, u.phone_number, u.country, u.date_of_birth::text, u.role, u.referral_code, u.kyc_status, u.payment_status, u.status, u.created_at, u.rejected_at`;
const notRejected = 'u.rejected_at is null';
const rejected = 'u.rejected_at is not null';

/** Reads of users for admins. Hashes, tokens and files are in none of them. */
@Injectable()
export class UserDirectory {
  constructor(private readonly em: EntityManager) {}

  /** Everybody who is not rejected, admins among them, the newest first. `em`: reads what its transaction wrote. */
  users(page: Page, em = this.em): Promise<PageOf<ListedUser>> {
    return this.read(em, new Conditions(notRejected), descending('createdAt'), page);
  }

  /** The last rejected first. */
  rejected(page: Page): Promise<PageOf<ListedUser>> {
    return this.read(this.em, new Conditions(rejected), descending('rejectedAt'), page);
  }

  /** Who is not rejected; users asked for by their ids are found in any case. */
  listUsers({ sort, order, filter, ...page }: ListQuery<UserSort, UserFilter>): Promise<PageOf<ListedUser>> {
    return this.read(this.em, conditions(filter.id ? [] : [notRejected], filter), orderOf(sort, order), page);
  }

  listRejected({ sort, order, filter, ...page }: ListQuery<RejectedSort, Pick<UserFilter, 'id' | 'q' | 'membership' | 'country'>>): Promise<PageOf<ListedUser>> {
    return this.read(this.em, conditions([rejected], filter), orderOf(sort, order), page);
  }

  /** A user, rejected or not. Throws NotFound. */
  async one(userId: string): Promise<UserDetail> {
    const [row] = await this.em.execute<DetailRow[]>(
      `select ${columns}, u.email_confirmed_at, u.terms_version, s.at as last_sign_in_at, r.id as referrer_id, r.surname as referrer_surname, r.other_name as referrer_other_name
       from users u left join users r on r.id = u.referred_by_id
       left join lateral (select at from audit_events where actor_id = u.id and action = 'auth.sign-in' order by at desc limit 1) s on true
       where u.id = ?`,
      [userId],
    );
    if (!row) throw new NotFound('user');
    const [user] = await this.withReferrals(this.em, [row]);
    return {
      ...user!,
      emailConfirmedAt: dateOf(row.email_confirmed_at),
      termsVersion: row.terms_version,
      lastSignInAt: dateOf(row.last_sign_in_at),
      referredBy: row.referrer_id === null ? null : { id: row.referrer_id, fullName: fullName({ surname: row.referrer_surname ?? '', otherName: row.referrer_other_name ?? '' }) },
    };
  }

  /** A user of the rejected list. Throws NotFound. */
  async rejectedOne(userId: string): Promise<UserDetail> {
    const user = await this.one(userId);
    if (!user.rejectedAt) throw new NotFound('rejected user');
    return user;
  }

  private async read(em: EntityManager, where: Conditions, orderBy: string, { offset, limit }: Page): Promise<PageOf<ListedUser>> {
    const { rows, total } = await readList<UserRow>(em, { select: columns, from: 'users u', where, orderBy, offset, limit });
    return { rows: await this.withReferrals(em, rows), total };
  }

  /** Counted for the rows of the page alone: as a column it would be counted for every row that the page skips. */
  private async withReferrals(em: EntityManager, rows: readonly UserRow[]): Promise<ListedUser[]> {
    if (rows.length === 0) return [];
    const counted = await em.execute<{ id: string; n: number }[]>(
      'select referred_by_id as id, count(*)::int as n from users where referred_by_id = any(?::uuid[]) group by referred_by_id',
      [`{${rows.map(({ id }) => id).join(',')}}`],
    );
    const counts = new Map(counted.map(({ id, n }) => [id, n]));
    return rows.map((row) => userOf(row, counts.get(row.id) ?? 0));
  }
}

function conditions(always: readonly string[], { id, q, status, role, membership, kyc, payment, country }: UserFilter): Conditions {
  const where = new Conditions(...always).ids('u.id', id).given('u.status = ?', status).given('u.role = ?', role).given('u.role = ?', membership).given('u.country = ?', country);
  review(where, 'u.kyc_status', kyc);
  review(where, 'u.payment_status', payment);
  return searchFor(where, q);
}

function review(where: Conditions, column: string, status: ReviewFilter | undefined): void {
  if (status === 'none') where.add(`${column} is null`);
  else where.given(`${column} = ?`, status);
}

function orderOf(sort: UserSort | RejectedSort, order: 'ASC' | 'DESC'): string {
  return sortColumns[sort].map((column) => `${column} ${order}`).join(', ');
}

const descending = (sort: UserSort | RejectedSort) => orderOf(sort, 'DESC');

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

function userOf(row: UserRow, referralCount: number): ListedUser {
  return {
    userId: row.id,
    email: row.email,
    surname: row.surname,
    otherName: row.other_name,
    phoneNumber: row.phone_number,
    country: row.country,
    dateOfBirth: row.date_of_birth,
    role: row.role,
    referralCode: row.referral_code,
    referralCount,
    kycStatus: row.kyc_status,
    paymentStatus: row.payment_status,
    status: row.status,
    createdAt: new Date(row.created_at),
    rejectedAt: dateOf(row.rejected_at),
  };
}
