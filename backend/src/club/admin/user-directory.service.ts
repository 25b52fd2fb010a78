import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound } from '../../platform/domain/index.js';
import type { ListQuery, Page, PageOf } from '../../platform/http/index.js';
import { Conditions, readList } from '../../platform/persistence/list-reader.js';
import { fullName } from '../users/index.js';
import {
  after,
  conditions,
  dateOf,
  isRejected,
  notRejected,
  orderOf,
  placeColumn,
  userColumns,
  userOf,
  type ListedUser,
  type RejectedSort,
  type UserFilter,
  type UserRow,
  type UserSort,
} from './user-list.repository.js';

export interface UserDetail extends ListedUser {
  emailConfirmedAt: Date | null;
  termsVersion: string | null;
  lastSignInAt: Date | null;
  referredBy: { id: string; fullName: string } | null;
}

interface DetailRow extends UserRow {
  email_confirmed_at: string | null;
  terms_version: string | null;
  last_sign_in_at: string | null;
  referrer_id: string | null;
  referrer_surname: string | null;
  referrer_other_name: string | null;
}

export type UserChoice = Pick<ListQuery<UserSort, UserFilter>, 'sort' | 'order' | 'filter'>;

/** Reads of users for admins. Hashes, tokens and files are in none of them. */
@Injectable()
export class UserDirectoryService {
  constructor(private readonly em: EntityManager) {}

  /** Everybody who is not rejected, admins among them, the newest first. `em`: reads what its transaction wrote. */
  users(page: Page, em = this.em): Promise<PageOf<ListedUser>> {
    return this.read(em, new Conditions(notRejected), orderOf('createdAt', 'DESC'), page, true);
  }

  /** The last rejected first. */
  rejected(page: Page): Promise<PageOf<ListedUser>> {
    return this.read(this.em, new Conditions(isRejected), orderOf('rejectedAt', 'DESC'), page, true);
  }

  /**
   * Who is not rejected; users asked for by their ids are found in any case. Counted to the last one, as the dashboard counts them, but for
   * a search.
   */
  listUsers({ sort, order, filter, ...page }: ListQuery<UserSort, UserFilter>): Promise<PageOf<ListedUser>> {
    return this.read(this.em, chosen(filter), orderOf(sort, order), page, !filter.q);
  }

  listRejected({
    sort,
    order,
    filter,
    ...page
  }: ListQuery<RejectedSort, Pick<UserFilter, 'id' | 'q' | 'membership' | 'country'>>): Promise<PageOf<ListedUser>> {
    return this.read(this.em, conditions([isRejected], filter), orderOf(sort, order), page, !filter.q);
  }

  /** True where a choice holds more than `most` users. */
  async exceeds(most: number, { filter, sort, order }: UserChoice): Promise<boolean> {
    const where = chosen(filter);
    const [beyond] = await this.em.execute<unknown[]>(
      `select 1 from users u where ${where.text} order by ${orderOf(sort, order)} limit 1 offset ?`,
      [...where.values, most],
    );
    return beyond !== undefined;
  }

  /** Every user of a choice, in pieces: whoever takes them decides the pace, and no connection is held meanwhile. */
  async *all({ sort, order, filter }: UserChoice, piece: number): AsyncGenerator<ListedUser[]> {
    let place: string[] | null = null;
    for (;;) {
      const where: Conditions = place ? after(chosen(filter), sort, order, place) : chosen(filter);
      const rows: (UserRow & { place: string[] })[] = await this.em.execute(
        `select ${userColumns}, ${placeColumn(sort)} from users u where ${where.text} order by ${orderOf(sort, order)} limit ?`,
        [...where.values, piece],
      );
      if (rows.length > 0) yield await this.complete(this.em, rows);
      if (rows.length < piece) return;
      place = rows.at(-1)!.place;
    }
  }

  /** A user, rejected or not. Throws NotFound. */
  async one(userId: string): Promise<UserDetail> {
    const [row] = await this.em.execute<DetailRow[]>(
      `select ${userColumns}, u.email_confirmed_at, u.terms_version, s.at as last_sign_in_at, r.id as referrer_id, r.surname as referrer_surname, r.other_name as referrer_other_name
       from users u left join users r on r.id = u.referred_by_id
       left join lateral (select at from audit_events where actor_id = u.id and action = 'auth.sign-in' order by at desc limit 1) s on true
       where u.id = ?`,
      [userId],
    );
    if (!row) throw new NotFound('user');
    const [user] = await this.complete(this.em, [row]);
    return {
      ...user!,
      emailConfirmedAt: dateOf(row.email_confirmed_at),
      termsVersion: row.terms_version,
      lastSignInAt: dateOf(row.last_sign_in_at),
      referredBy:
        row.referrer_id === null
          ? null
          : { id: row.referrer_id, fullName: fullName({ surname: row.referrer_surname ?? '', otherName: row.referrer_other_name ?? '' }) },
    };
  }

  /** A user of the rejected list. Throws NotFound. */
  async rejectedOne(userId: string): Promise<UserDetail> {
    const user = await this.one(userId);
    if (!user.rejectedAt) throw new NotFound('rejected user');
    return user;
  }

  private async read(
    em: EntityManager,
    where: Conditions,
    orderBy: string,
    { offset, limit }: Page,
    exact: boolean,
  ): Promise<PageOf<ListedUser>> {
    const { rows, total } = await readList<UserRow>(em, { select: userColumns, from: 'users u', where, orderBy, offset, limit, exact });
    return { rows: await this.complete(em, rows), total };
  }

  /** Counted and looked up for the rows of the page alone: as columns they would be read for every row that the page skips. */
  private async complete(em: EntityManager, rows: readonly UserRow[]): Promise<ListedUser[]> {
    if (rows.length === 0) return [];
    const ids = [`{${rows.map(({ id }) => id).join(',')}}`];
    const counted = await em.execute<{ id: string; n: number }[]>(
      'select referred_by_id as id, count(*)::int as n from users where referred_by_id = any(?::uuid[]) group by referred_by_id',
      ids,
    );
    const asked = await em.execute<{ id: string; state: string }[]>(
      'select distinct on (user_id) user_id as id, state from erasure_requests where user_id = any(?::uuid[]) order by user_id, requested_at desc, id desc',
      ids,
    );
    const counts = new Map(counted.map(({ id, n }) => [id, n]));
    const states = new Map(asked.map(({ id, state }) => [id, state]));
    return rows.map((row) => userOf(row, { referralCount: counts.get(row.id) ?? 0, erasure: erasureOf(states.get(row.id)) }));
  }
}

const chosen = (filter: UserFilter): Conditions => conditions(filter.id ? [] : [notRejected], filter);

/** Requests that were taken back or refused change nothing about somebody. */
const erasureOf = (state: string | undefined): ListedUser['erasure'] => (state === 'restricted' || state === 'completed' ? state : null);
