import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, type Membership } from '../../common/domain/index.js';
import type { PageOf } from '../../common/http/index.js';
import { Conditions, nullable, orderBy, readList, type SortColumn } from '../../common/persistence/list-reader.js';
import { fullName } from '../../users/index.js';
import type { KeyState } from '../accounts/exchange-account.entity.js';
import type { SyncRunState, SyncTrigger } from '../sync/sync-run.entity.js';

/** A member whose KYC is approved, and how far their account is read. */
export interface MemberView {
  userId: string;
  fullName: string;
  email: string;
  membership: Membership;
  createdAt: Date;
  venue: string | null;
  keyState: KeyState | null;
  keyHint: string | null;
  lastSyncedAt: Date | null;
  nextSyncAt: Date | null;
  lastRunState: SyncRunState | null;
  lastError: string | null;
  /** USDT; null before the first sync. */
  totalBalance: string | null;
}

export interface SyncRunView {
  id: string;
  userId: string;
  trigger: SyncTrigger;
  state: SyncRunState;
  startedAt: Date | null;
  finishedAt: Date | null;
  rows: Record<string, number>;
  warnings: string[];
  error: string | null;
}

export const memberSorts = ['createdDate', 'fullName', 'email', 'userType', 'lastSyncedAt', 'id'] as const;
export type MemberSort = (typeof memberSorts)[number];
export const runSorts = ['id', 'startedAt', 'finishedAt', 'state'] as const;
export type RunSort = (typeof runSorts)[number];

interface Wish<S extends string> {
  sort: S;
  order: 'ASC' | 'DESC';
  offset: number;
  limit: number;
}

/** The only texts that reach `order by`. */
const memberOrder: Record<MemberSort, SortColumn[]> = {
  createdDate: ['u.created_at'],
  fullName: ['lower(u.other_name)', 'lower(u.surname)'],
  email: ['lower(u.email)'],
  userType: ['u.role'],
  lastSyncedAt: [nullable('a.last_synced_at')],
  id: ['u.id'],
};
const runOrder: Record<RunSort, SortColumn[]> = { id: ['id'], startedAt: [nullable('started_at')], finishedAt: [nullable('finished_at')], state: ['state'] };

const memberSource = `users u left join exchange_accounts a on a.user_id = u.id and a.is_current`;
const isMember = `u.kyc_status = 'approved' and u.rejected_at is null and u.role <> 'admin'`;
const memberColumns = `u.id, u.surname, u.other_name, u.email, u.role, u.created_at, a.venue, a.key_state, a.key_hint, a.last_synced_at, a.next_sync_at,
  r.state as run_state, r.error as run_error, w.total`;
const lastRun = `left join lateral (select state, error from sync_runs where account_id = a.id order by id desc limit 1) r on true
  left join lateral (select sum(balance) as total from wallet_balances where account_id = a.id) w on true`;
const runColumns = 'id, user_id, trigger, state, started_at, finished_at, rows, warnings, error';

interface MemberRecord {
  id: string;
  surname: string;
  other_name: string;
  email: string;
  role: Membership;
  created_at: string;
  venue: string | null;
  key_state: KeyState | null;
  key_hint: string | null;
  last_synced_at: string | null;
  next_sync_at: string | null;
  run_state: SyncRunState | null;
  run_error: string | null;
  total: string | null;
}

interface RunRecord {
  id: string;
  user_id: string;
  trigger: SyncTrigger;
  state: SyncRunState;
  started_at: string | null;
  finished_at: string | null;
  rows: Record<string, number>;
  warnings: string[];
  error: string | null;
}

/** Lists for the console: members with the state of their sync, and runs. */
@Injectable()
export class MembersReader {
  constructor(private readonly em: EntityManager) {}

  async members({ sort, order, offset, limit }: Wish<MemberSort>, filter: { id?: string[]; q?: string; userType?: Membership }): Promise<PageOf<MemberView>> {
    const where = new Conditions(isMember).ids('u.id', filter.id).given('u.role = ?', filter.userType).contains([`u.other_name || ' ' || u.surname`, 'u.email'], filter.q);
    const { rows, total } = await readList<MemberRecord>(this.em, {
      select: memberColumns,
      from: `${memberSource} ${lastRun}`,
      where,
      orderBy: orderBy(memberOrder[sort], order, 'u.id'),
      offset,
      limit,
      countFrom: 'users u',
    });
    return { rows: rows.map(memberOf), total };
  }

  /** Throws NotFound, also for users whose KYC is not approved. */
  async member(userId: string): Promise<MemberView> {
    const [row] = await this.em.execute<MemberRecord[]>(`select ${memberColumns} from ${memberSource} ${lastRun} where ${isMember} and u.id = ?`, [userId]);
    if (!row) throw new NotFound('member');
    return memberOf(row);
  }

  async runs({ sort, order, offset, limit }: Wish<RunSort>, filter: { userId?: string; state?: SyncRunState; id?: string[] }): Promise<PageOf<SyncRunView>> {
    const where = new Conditions().given('user_id = ?', filter.userId).given('state = ?', filter.state).ids('id', filter.id);
    const { rows, total } = await readList<RunRecord>(this.em, { select: runColumns, from: 'sync_runs', where, orderBy: orderBy(runOrder[sort], order, 'id'), offset, limit });
    return { rows: rows.map(runOf), total };
  }

  /** Throws NotFound. */
  async run(id: string): Promise<SyncRunView> {
    const [row] = await this.em.execute<RunRecord[]>(`select ${runColumns} from sync_runs where id = ?`, [id]);
    if (!row) throw new NotFound('sync run');
    return runOf(row);
  }
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

function memberOf(row: MemberRecord): MemberView {
  return {
    userId: row.id,
    fullName: fullName({ surname: row.surname, otherName: row.other_name }),
    email: row.email,
    membership: row.role,
    createdAt: new Date(row.created_at),
    venue: row.venue,
    keyState: row.key_state,
    keyHint: row.key_hint,
    lastSyncedAt: dateOf(row.last_synced_at),
    nextSyncAt: dateOf(row.next_sync_at),
    lastRunState: row.run_state,
    lastError: row.run_error,
    totalBalance: row.total,
  };
}

function runOf(row: RunRecord): SyncRunView {
  return {
    id: row.id,
    userId: row.user_id,
    trigger: row.trigger,
    state: row.state,
    startedAt: dateOf(row.started_at),
    finishedAt: dateOf(row.finished_at),
    rows: row.rows,
    warnings: row.warnings,
    error: row.error,
  };
}
