import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type Expression, type ExpressionBuilder, type Selectable, type SqlBool } from 'kysely';
import { teamRoleOf } from '../../platform/domain/index.js';
import type { Page, PageOf } from '../../platform/http/index.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { orderByColumns, readPage } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';
import { nameOrder, optionalFullNameOf } from '../../full-name.query.js';
import { memberMatches, profileSelection, type Profile } from '../users/index.js';
import {
  listedProperties,
  type ListedUser,
  type Order,
  type RejectedSort,
  type UserDetail,
  type UserFilter,
  type UserSort,
} from './user-list.types.js';

type Joined = Database & { u: Database['users'] };
type Sort = UserSort | RejectedSort;

/** `listed`: not in the rejected list, unless the filter names ids. `rejected`: in the rejected list. */
export type UserScope = 'listed' | 'rejected';

export interface UserSelection<S extends Sort = Sort> {
  scope: UserScope;
  filter: UserFilter;
  sort: S;
  order: Order;
}

const columns = ['u.team_role', 'u.status', 'u.created_at', 'u.rejected_at'] as const;
const profile = profileSelection(...listedProperties);

type UserRow = Pick<Profile, (typeof listedProperties)[number]> &
  Pick<Selectable<Database['users']>, 'team_role' | 'status' | 'created_at' | 'rejected_at'>;

interface Keyed {
  column: Expression<unknown>;
  /** Type that a text of the column's value is cast to. */
  type: 'text' | 'timestamptz' | 'uuid';
}

const eb = expressionBuilder<Joined, 'u'>();
const byName = (by: 'first' | 'last') => nameOrder('u', by).map((column): Keyed => ({ column, type: 'text' }));
const id: Keyed = { column: eb.ref('u.id'), type: 'uuid' };

/**
 * The only expressions that reach `order by`; an index exists for each list. Columns are never null in their list, because `nulls last`
 * would not match the index.
 */
const sortColumns: Record<Sort, readonly Keyed[]> = {
  createdAt: [{ column: eb.ref('u.created_at'), type: 'timestamptz' }, id],
  rejectedAt: [{ column: eb.ref('u.rejected_at'), type: 'timestamptz' }, id],
  lastName: [...byName('last'), id],
  firstName: [...byName('first'), id],
  email: [{ column: eb.fn('lower', ['u.email']), type: 'text' }],
  country: [{ column: eb.ref('u.country'), type: 'text' }, id],
  id: [id],
};

const byColumns = (sort: Sort, order: Order) =>
  orderByColumns(
    sortColumns[sort].map(({ column }) => column),
    order,
  );

/** The keyset position of a row, as texts with full precision. */
const positionIn = (sort: Sort) => sql<string[]>`array[${sql.join(sortColumns[sort].map(({ column }) => sql`(${column})::text`))}]`;

const isAfter = (sort: Sort, order: Order, position: readonly string[]) => {
  const keys = sortColumns[sort];
  const values = keys.map(({ type }, at) => sql`${position[at]}::${sql.raw(type)}`);
  const than = sql.raw(order === 'ASC' ? '>' : '<');
  return sql<SqlBool>`(${sql.join(keys.map(({ column }) => column))}) ${than} (${sql.join(values)})`;
};

function matches(where: ExpressionBuilder<Joined, 'u'>, { scope, filter }: Pick<UserSelection, 'scope' | 'filter'>): Expression<SqlBool> {
  const { id: ids, q, status, role, membership, kyc, payment, country, referralCode } = filter;
  const review = (column: 'u.kyc_status' | 'u.payment_status', wanted: typeof kyc) =>
    wanted === undefined ? [] : [wanted === 'none' ? where(column, 'is', null) : where(column, '=', wanted)];
  return where.and([
    ...(scope === 'rejected' ? [where('u.rejected_at', 'is not', null)] : ids ? [] : [where('u.rejected_at', 'is', null)]),
    ...(ids ? [sql<SqlBool>`u.id = any(${ids}::uuid[])`] : []),
    ...(status === undefined ? [] : [where('u.status', '=', status)]),
    ...(role === undefined ? [] : [where('u.role', '=', role)]),
    ...(membership === undefined ? [] : [where('u.role', '=', membership)]),
    ...(country === undefined ? [] : [where('u.country', '=', country)]),
    ...(referralCode === undefined ? [] : [where('u.referral_code', '=', referralCode)]),
    ...review('u.kyc_status', kyc),
    ...review('u.payment_status', payment),
    ...(q ? [memberMatches(q)] : []),
  ]);
}

/** Reads users for the console. No method returns hashes, tokens or files. */
@Injectable()
export class UserListRepository {
  /** Counts every user that matches, as the dashboard does. A search counts up to COUNT_CAP. */
  async findPage(em: EntityManager, selection: UserSelection, page: Page): Promise<PageOf<ListedUser>> {
    const matching = this.matching(em, selection);
    const rows = matching.select(columns).select(profile).$call(byColumns(selection.sort, selection.order));
    const found = await readPage(db(em), rows, matching, page, { exact: !selection.filter.q });
    return { rows: await this.complete(em, found.rows), total: found.total };
  }

  /** Returns whether more than `limit` users match. */
  async exceeds(em: EntityManager, limit: number, selection: UserSelection): Promise<boolean> {
    const beyond = await this.matching(em, selection)
      .select('u.id')
      .$call(byColumns(selection.sort, selection.order))
      .limit(1)
      .offset(limit)
      .executeTakeFirst();
    return beyond !== undefined;
  }

  /** Reads every user that matches, `size` at a time by keyset: no connection is held between two batches. */
  async *batches(em: EntityManager, selection: UserSelection, size: number): AsyncGenerator<ListedUser[]> {
    const { sort, order } = selection;
    const query = this.matching(em, selection)
      .select(columns)
      .select(profile)
      .select(positionIn(sort).as('position'))
      .$call(byColumns(sort, order))
      .limit(size);
    let rows = await query.execute();
    while (rows.length > 0) {
      yield await this.complete(em, rows);
      const last = rows.at(-1);
      rows = last && rows.length === size ? await query.where(isAfter(sort, order, last.position)).execute() : [];
    }
  }

  async findById(em: EntityManager, userId: string): Promise<UserDetail | null> {
    const row = await db(em)
      .selectFrom('users as u')
      .leftJoin('users as r', 'r.id', 'u.referred_by_id')
      .leftJoinLateral(
        (query) =>
          query
            .selectFrom('audit_events')
            .select('at')
            .whereRef('actor_id', '=', 'u.id')
            .where('action', '=', 'auth.sign-in')
            .orderBy('at', 'desc')
            .limit(1)
            .as('s'),
        (join) => join.onTrue(),
      )
      .select(columns)
      .select(profile)
      .select(['u.email_confirmed_at', 'u.terms_version', 's.at as last_sign_in_at'])
      .select(['r.id as referrer_id', optionalFullNameOf('r').as('referrer_name')])
      .where('u.id', '=', userId)
      .executeTakeFirst();
    const [user] = row ? await this.complete(em, [row]) : [];
    if (!row || !user) return null;
    const { referrer_id, referrer_name } = row;
    return {
      ...user,
      emailConfirmedAt: dateOrNull(row.email_confirmed_at),
      termsVersion: row.terms_version,
      lastSignInAt: dateOrNull(row.last_sign_in_at),
      referredBy: referrer_id === null || referrer_name === null ? null : { id: referrer_id, fullName: referrer_name },
    };
  }

  private matching(em: EntityManager, selection: UserSelection) {
    return db(em)
      .selectFrom('users as u')
      .where((where) => matches(where, selection));
  }

  /** Adds referral counts and erasure states for these rows only: as columns they would be computed for every skipped row as well. */
  private async complete(em: EntityManager, rows: readonly UserRow[]): Promise<ListedUser[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ userId }) => userId);
    const counted = await db(em)
      .selectFrom('users')
      .select(['referred_by_id', sql<number>`count(*)::int`.as('n')])
      .where(sql<SqlBool>`referred_by_id = any(${ids}::uuid[])`)
      .groupBy('referred_by_id')
      .execute();
    const requests = await db(em)
      .selectFrom('erasure_requests')
      .select(['user_id', 'state'])
      .distinctOn('user_id')
      .where(sql<SqlBool>`user_id = any(${ids}::uuid[])`)
      .orderBy('user_id')
      .orderBy('requested_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    const counts = new Map(counted.map(({ referred_by_id, n }) => [referred_by_id, n]));
    const states = new Map(requests.map(({ user_id, state }) => [user_id, state]));
    return rows.map((row) => toListed(row, counts.get(row.userId) ?? 0, states.get(row.userId)));
  }
}

function toListed({ created_at, rejected_at, team_role, ...user }: UserRow, referralCount: number, state: string | undefined): ListedUser {
  return {
    ...user,
    teamRole: teamRoleOf({ role: user.role, teamRole: team_role }),
    referralCount,
    createdAt: new Date(created_at),
    rejectedAt: dateOrNull(rejected_at),
    // Withdrawn and refused requests have no effect on the user.
    erasure: state === 'restricted' || state === 'completed' ? state : null,
  };
}
