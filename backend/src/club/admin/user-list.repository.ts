import { type Membership, type ReviewStatus, type Role } from '../../platform/domain/index.js';
import { Conditions } from '../../platform/persistence/list-reader.js';
import { searchFor, type UserStatus } from '../users/index.js';

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
  /** They asked to be erased: still to be answered, or done. */
  erasure: 'restricted' | 'completed' | null;
}

/** Each has an index that gives its order. */
export const userSorts = ['createdAt', 'surname', 'otherName', 'email', 'country', 'id'] as const;
export type UserSort = (typeof userSorts)[number];
export const rejectedSorts = ['rejectedAt', 'createdAt', 'surname', 'email', 'id'] as const;
export type RejectedSort = (typeof rejectedSorts)[number];
export type AnySort = UserSort | RejectedSort;
export type Order = 'ASC' | 'DESC';

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
  referralCode?: string;
}

/**
 * The only texts that reach `order by`. No column is ever null where it sorts: `nulls last` would keep the indexes from giving the order.
 */
const sortColumns: Record<AnySort, string[]> = {
  createdAt: ['u.created_at', 'u.id'],
  rejectedAt: ['u.rejected_at', 'u.id'],
  surname: ['lower(u.surname)', 'lower(u.other_name)', 'u.id'],
  otherName: ['lower(u.other_name)', 'lower(u.surname)', 'u.id'],
  email: ['lower(u.email)'],
  country: ['u.country', 'u.id'],
  id: ['u.id'],
};

export interface UserRow {
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

export const userColumns = `u.id, u.email, u.surname, u.other_name, u.phone_number, u.country, u.date_of_birth::text, u.role, u.referral_code, u.kyc_status, u.payment_status, u.status, u.created_at, u.rejected_at`;
export const notRejected = 'u.rejected_at is null';
export const isRejected = 'u.rejected_at is not null';

export function conditions(
  always: readonly string[],
  { id, q, status, role, membership, kyc, payment, country, referralCode }: UserFilter,
): Conditions {
  const where = new Conditions(...always)
    .ids('u.id', id)
    .given('u.status = ?', status)
    .given('u.role = ?', role)
    .given('u.role = ?', membership)
    .given('u.country = ?', country)
    .given('u.referral_code = ?', referralCode);
  review(where, 'u.kyc_status', kyc);
  review(where, 'u.payment_status', payment);
  return searchFor(where, q);
}

function review(where: Conditions, column: string, status: ReviewFilter | undefined): void {
  if (status === 'none') where.add(`${column} is null`);
  else where.given(`${column} = ?`, status);
}

export function orderOf(sort: AnySort, order: Order): string {
  return sortColumns[sort].map((column) => `${column} ${order}`).join(', ');
}

/** Where a row stands in an order, as a list of texts that `after` takes; with every digit of a moment. */
export const placeColumn = (sort: AnySort) => `array[${sortColumns[sort].map((column) => `(${column})::text`).join(', ')}] as place`;

/** Rows that come after the one at `place`. */
export function after(where: Conditions, sort: AnySort, order: Order, place: readonly string[]): Conditions {
  const columns = sortColumns[sort];
  const types = columns.map((column) => (column.endsWith('_at') ? '?::timestamptz' : column === 'u.id' ? '?::uuid' : '?::text'));
  return where.add(`(${columns.join(', ')}) ${order === 'ASC' ? '>' : '<'} (${types.join(', ')})`, ...place);
}

export const dateOf = (text: string | null) => (text === null ? null : new Date(text));

export function userOf(row: UserRow, beside: Pick<ListedUser, 'referralCount' | 'erasure'>): ListedUser {
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
    kycStatus: row.kyc_status,
    paymentStatus: row.payment_status,
    status: row.status,
    createdAt: new Date(row.created_at),
    rejectedAt: dateOf(row.rejected_at),
    ...beside,
  };
}
