import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, type Membership } from '../../common/domain/index.js';
import type { ListQuery, PageOf } from '../../common/http/index.js';
import { Conditions, nullable, orderBy, readList, type SortColumn } from '../../common/persistence/list-reader.js';
import { AppConfig } from '../../config/index.js';
import { fullName, searchFor } from '../../users/index.js';
import { NotVerified } from '../accounts/exchange.errors.js';
import type { KeyState } from '../accounts/exchange-account.entity.js';
import { lastSyncedSql } from '../accounts/last-synced.sql.js';
import type { Venue } from '../port/index.js';
import {
  accountColumns,
  accountStateOf,
  standingSql,
  SyncStateReader,
  type AccountRecord,
  type AccountState,
  type ReadState,
  type SyncStanding,
} from './sync-state-reader.js';

interface Person {
  userId: string;
  fullName: string;
  email: string;
  membership: Membership;
  createdAt: Date;
  /** They asked to be erased, and nobody has answered yet: nothing new about them is taken in. */
  restricted: boolean;
}

/** A member whose KYC is approved, and how far their account is read. */
export type MemberView = Person & AccountState & ReadState;

export const memberSorts = ['createdDate', 'fullName', 'email', 'userType', 'lastSyncedAt', 'lag', 'id'] as const;
export type MemberSort = (typeof memberSorts)[number];

export interface MemberFilter {
  id?: string[];
  q?: string;
  userType?: Membership;
  /** none: there is no account. */
  keyState?: KeyState | 'none';
  state?: SyncStanding;
  venue?: Venue;
}

/** The only texts that reach `order by`. */
const memberOrder: Record<MemberSort, SortColumn[]> = {
  createdDate: ['u.created_at'],
  fullName: ['lower(u.other_name)', 'lower(u.surname)'],
  email: ['lower(u.email)'],
  userType: ['u.role'],
  lastSyncedAt: [nullable(`(${lastSyncedSql})`)],
  lag: [nullable(`(now() - ${lastSyncedSql})`)],
  id: ['u.id'],
};

export const memberSource = `users u left join exchange_accounts a on a.user_id = u.id and a.is_current`;
export const isMember = `u.kyc_status = 'approved' and u.rejected_at is null and u.role <> 'admin'`;
const personColumns = `u.id as user_id, u.surname, u.other_name, u.email, u.role, u.created_at, exists (select 1 from erasure_requests x where x.user_id = u.id and x.state = 'restricted') as restricted`;

interface MemberRecord extends AccountRecord {
  user_id: string;
  surname: string;
  other_name: string;
  email: string;
  role: Membership;
  created_at: string;
  restricted: boolean;
}

/** The console's members with the state of their sync. */
@Injectable()
export class MembersReader {
  private readonly columns: string;
  private readonly standing: string;

  constructor(
    private readonly em: EntityManager,
    private readonly states: SyncStateReader,
    { sync }: AppConfig,
  ) {
    this.columns = `${personColumns}, ${accountColumns(sync.intervalMinutes)}`;
    this.standing = standingSql(sync.intervalMinutes);
  }

  /** Runs and cursors are read for the rows of the page alone. */
  async members({ sort, order, offset, limit, filter }: ListQuery<MemberSort, MemberFilter>): Promise<PageOf<MemberView>> {
    const where = new Conditions(isMember).ids('u.id', filter.id).given('u.role = ?', filter.userType).given('a.venue = ?', filter.venue);
    if (filter.keyState === 'none') where.add('a.api_key is null');
    else where.given('a.api_key is not null and a.key_state = ?', filter.keyState);
    where.given(`${this.standing} = ?`, filter.state);
    searchFor(where, filter.q);
    const ofAccounts = filter.venue ?? filter.keyState ?? filter.state;
    const { rows, total } = await readList<MemberRecord>(this.em, {
      select: this.columns,
      from: memberSource,
      where,
      orderBy: orderBy(memberOrder[sort], order, 'u.id'),
      offset,
      limit,
      countFrom: ofAccounts ? memberSource : 'users u',
    });
    return { rows: await this.states.withReadState(rows.map(memberOf)), total };
  }

  /** Throws NotVerified for users whose KYC is not approved. */
  async requireApproved(userId: string): Promise<void> {
    const rows = await this.em.execute<unknown[]>(`select 1 from users u where ${isMember} and u.id = ?`, [userId]);
    if (rows.length === 0) throw new NotVerified();
  }

  /** Throws NotFound, also for users whose KYC is not approved. */
  async member(userId: string): Promise<MemberView> {
    const [row] = await this.em.execute<MemberRecord[]>(`select ${this.columns} from ${memberSource} where ${isMember} and u.id = ?`, [
      userId,
    ]);
    if (!row) throw new NotFound('member');
    const [member] = await this.states.withReadState([memberOf(row)]);
    return member!;
  }
}

function memberOf(row: MemberRecord): Person & AccountState {
  return {
    userId: row.user_id,
    fullName: fullName({ surname: row.surname, otherName: row.other_name }),
    email: row.email,
    membership: row.role,
    createdAt: new Date(row.created_at),
    restricted: row.restricted,
    ...accountStateOf(row),
  };
}
