import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import { NotFound, type Membership } from '../../platform/domain/index.js';
import type { ListQuery, PageOf } from '../../platform/http/index.js';
import { orderByColumns, readPage, type SortColumn } from '../../platform/persistence/page.query.js';
import { AppConfig } from '../../platform/config/index.js';
import { db, type Database } from '../../database.js';
import { fullNameOf, nameOrder } from '../../full-name.query.js';
import { isRestricted } from '../../open-erasure.query.js';
import { memberMatches } from '../../club/users/index.js';
import { isMember, lastSynced, type KeyState } from '../exchange-accounts/index.js';
import type { Venue } from '../venues/index.js';
import {
  accountSelection,
  standing,
  toAccountState,
  withCurrentAccount,
  type AccountState,
  type SyncStanding,
} from './sync-state.query.js';
import { SyncStateReader, type ReadState } from './sync-state.repository.js';

interface Person {
  userId: string;
  fullName: string;
  email: string;
  membership: Membership;
  createdAt: Date;
  /** The member's erasure request is open: no new data about them is collected. */
  restricted: boolean;
}

/** A member with approved KYC and the state of their account's sync. */
export type MemberView = Person & AccountState & ReadState;

export const memberSorts = ['createdDate', 'fullName', 'email', 'userType', 'lastSyncedAt', 'lag', 'id'] as const;
export type MemberSort = (typeof memberSorts)[number];

export interface MemberFilter {
  id?: string[];
  q?: string;
  userType?: Membership;
  /** none: no key. */
  keyState?: KeyState | 'none';
  state?: SyncStanding;
  venue?: Venue;
}

type Joined = Database & { u: Database['users'] };
const column = expressionBuilder<Joined, 'u'>();

/** The only expressions that reach `order by`. */
const sortColumns: Record<MemberSort, readonly SortColumn[]> = {
  createdDate: [column.ref('u.created_at')],
  fullName: nameOrder('u', 'first'),
  email: [column.fn('lower', ['u.email'])],
  userType: [column.ref('u.role')],
  lastSyncedAt: [{ nullable: lastSynced }],
  lag: [{ nullable: sql`(now() - ${lastSynced})` }],
  id: [column.ref('u.id')],
};

/** Members with the state of their sync, for the console. */
@Injectable()
export class MembersReader {
  private readonly minutes: number;

  constructor(
    private readonly em: EntityManager,
    private readonly states: SyncStateReader,
    { sync }: AppConfig,
  ) {
    this.minutes = sync.intervalMinutes;
  }

  /** Returns a page of members. Runs and cursors are read for its rows only. */
  async members({ sort, order, filter, ...page }: ListQuery<MemberSort, MemberFilter>): Promise<PageOf<MemberView>> {
    const matches = this.matches(filter);
    const needsAccount = filter.venue ?? filter.keyState ?? filter.state;
    const counted = needsAccount ? withCurrentAccount(db(this.em)) : db(this.em).selectFrom('users as u');
    const rows = this.rows()
      .where(matches)
      .$call(orderByColumns([...sortColumns[sort], column.ref('u.id')], order));
    const found = await readPage(db(this.em), rows, counted.where(matches), page);
    return { rows: await this.states.withReadState(found.rows.map(toMember)), total: found.total };
  }

  /** Throws NotFound, also for users without approved KYC. */
  async member(userId: string): Promise<MemberView> {
    const row = await this.rows().where(isMember).where('u.id', '=', userId).executeTakeFirst();
    if (!row) throw new NotFound('member');
    const [member] = await this.states.withReadState([toMember(row)]);
    return member!;
  }

  private rows() {
    return withCurrentAccount(db(this.em))
      .select(['u.id as userId', fullNameOf('u').as('fullName'), 'u.email', 'u.role', 'u.created_at as createdAt'])
      .select(isRestricted.as('restricted'))
      .select(accountSelection(this.minutes));
  }

  /** Account `a` only appears in conditions on it. */
  private matches({ id, q, userType, keyState, state, venue }: MemberFilter) {
    return (eb: ExpressionBuilder<Joined, 'u'>) =>
      eb.and([
        isMember(eb),
        ...(id ? [sql<SqlBool>`u.id = any(${id}::uuid[])`] : []),
        ...(userType ? [eb('u.role', '=', userType)] : []),
        ...(venue ? [sql<SqlBool>`a.venue = ${venue}`] : []),
        ...(keyState === 'none' ? [sql<SqlBool>`a.api_key is null`] : []),
        ...(keyState && keyState !== 'none' ? [sql<SqlBool>`a.api_key is not null and a.key_state = ${keyState}`] : []),
        ...(state ? [sql<SqlBool>`${standing(this.minutes)} = ${state}`] : []),
        ...(q ? [memberMatches(q)] : []),
      ]);
  }
}

type MemberRow = Awaited<ReturnType<ReturnType<MembersReader['rows']>['executeTakeFirstOrThrow']>>;

function toMember({ fullName, role, createdAt, ...row }: MemberRow): Person & AccountState {
  return {
    ...toAccountState(row),
    fullName,
    membership: role as Membership,
    createdAt: new Date(createdAt),
  };
}
