import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PreparedStatement } from '../../common/persistence/prepared-statement.js';
import { AppConfig } from '../../config/index.js';
import type { KeyState } from '../accounts/exchange-account.entity.js';
import { lastSyncedSql } from '../accounts/last-synced.sql.js';
import type { Venue } from '../port/index.js';
import type { SyncRunKind, SyncRunState } from '../sync/sync-run.entity.js';
import { CoverageReader, type Coverage } from './coverage-reader.js';

/** current: read within the last two intervals. behind: not. none: there is no account. */
export const syncStandings = ['current', 'behind', 'none'] as const;
export type SyncStanding = (typeof syncStandings)[number];

/** The standing of `exchange_accounts a`, judged by the database's clock; `minutes` lie between two syncs. */
export const standingSql = (minutes: number) =>
  `case when a.id is null then 'none' when coalesce(${lastSyncedSql}, a.created_at) < now() - interval '${2 * minutes} minutes' then 'behind' else 'current' end`;

export interface LastRun {
  id: string;
  /** Null: it has not begun. */
  kind: SyncRunKind | null;
  state: SyncRunState;
  error: string | null;
}

/** What an account's row tells of its sync. */
export interface AccountState {
  accountId: string | null;
  venue: Venue | null;
  /** Null where there is no key, or none any more. */
  keyState: KeyState | null;
  keyHint: string | null;
  /** When the exchange began to refuse the key; null: it does not. */
  keyRefusedAt: Date | null;
  standing: SyncStanding;
  /** When the balances were last read; null until the first sync has ended. */
  lastSyncedAt: Date | null;
  nextSyncAt: Date | null;
  /** Seconds. */
  lag: number | null;
  futuresAvailable: boolean | null;
  /** Spot symbols of the venue that were never asked for this account; null before the first count. */
  unsearched: number | null;
  /** Every symbol was asked for once, and balances are explained by what was read. */
  settled: boolean;
}

/** What its runs and cursors tell. */
export interface ReadState {
  lastRun: LastRun | null;
  /** Of the last run that ended. */
  warnings: number;
  /** USDT; null before the first sync. */
  totalBalance: string | null;
  gaps: number;
  /** Nothing is known to be missing within what the venue tells at all. */
  complete: boolean;
  coverage: Coverage[];
}

interface StateRecord {
  account_id: string;
  run_id: string | null;
  run_kind: SyncRunKind | null;
  run_state: SyncRunState | null;
  run_error: string | null;
  warnings: number | null;
  total: string | null;
}

const readRuns = new PreparedStatement<StateRecord>(
  'exchange-sync-state',
  `select a.id as account_id, r.id as run_id, r.kind as run_kind, r.state as run_state, r.error as run_error, e.warnings, w.total
   from unnest($1::uuid[]) as a(id)
   left join lateral (select id, kind, state, error from sync_runs where account_id = a.id order by id desc limit 1) r on true
   left join lateral (select jsonb_array_length(warnings) as warnings from sync_runs where account_id = a.id and state in ('done', 'failed') order by id desc limit 1) e on true
   left join lateral (select sum(balance)::text as total from wallet_balances where account_id = a.id) w on true`,
);

/** Columns of an AccountRecord. */
export const accountColumns = (
  minutes: number,
) => `a.id as account_id, a.venue, ${standingSql(minutes)} as standing, ${lastSyncedSql} as last_synced_at, a.next_sync_at,
  case when a.api_key is not null then a.key_state end as key_state, case when a.api_key is not null then a.key_hint end as key_hint,
  case when a.api_key is not null and a.key_state in ('valid', 'invalid') then coalesce(a.key_refused_at, case when a.key_state = 'invalid' then a.key_checked_at end) end as key_refused_at,
  floor(extract(epoch from now() - ${lastSyncedSql}))::float8 as lag, a.futures_available, a.unsearched_symbols, a.verified_at is not null and a.unexplained_since is null as settled`;

export interface AccountRecord {
  account_id: string | null;
  venue: Venue | null;
  key_state: KeyState | null;
  key_hint: string | null;
  key_refused_at: string | null;
  standing: SyncStanding;
  last_synced_at: string | null;
  next_sync_at: string | null;
  lag: number | null;
  futures_available: boolean | null;
  unsearched_symbols: number | null;
  settled: boolean | null;
}

const nothingRead: ReadState = { lastRun: null, warnings: 0, totalBalance: null, gaps: 0, complete: false, coverage: [] };

/** How far accounts are read. */
@Injectable()
export class SyncStateReader {
  constructor(
    private readonly em: EntityManager,
    private readonly coverage: CoverageReader,
    private readonly config: AppConfig,
  ) {}

  /** Adds to each account what its runs and cursors tell: two statements, however many accounts. */
  async withReadState<A extends AccountState>(accounts: readonly A[]): Promise<(A & ReadState)[]> {
    const known = accounts.flatMap(({ accountId, venue }) => (accountId && venue ? [{ id: accountId, venue }] : []));
    if (known.length === 0) return accounts.map((account) => ({ ...account, ...nothingRead }));
    const [runs, coverage] = await Promise.all([readRuns.rows(this.em, [known.map(({ id }) => id)]), this.coverage.of(known)]);
    const byAccount = new Map(runs.map((row) => [row.account_id, row]));
    return accounts.map((account) => {
      const row = account.accountId === null ? undefined : byAccount.get(account.accountId);
      return { ...account, ...(row ? readStateOf(account, row, coverage.get(row.account_id) ?? []) : nothingRead) };
    });
  }

  /** Of a user's own account, whether their KYC is approved or not. */
  async ofUser(userId: string): Promise<AccountState & ReadState> {
    const columns = accountColumns(this.config.sync.intervalMinutes);
    const [row] = await this.em.execute<AccountRecord[]>(
      `select ${columns} from users u left join exchange_accounts a on a.user_id = u.id and a.is_current where u.id = ?`,
      [userId],
    );
    const [state] = await this.withReadState(row ? [accountStateOf(row)] : []);
    if (!state) throw new Error('the acting user does not exist');
    return state;
  }
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

export function accountStateOf(row: AccountRecord): AccountState {
  return {
    accountId: row.account_id,
    venue: row.venue,
    keyState: row.key_state,
    keyHint: row.key_hint,
    keyRefusedAt: dateOf(row.key_refused_at),
    standing: row.standing,
    lastSyncedAt: dateOf(row.last_synced_at),
    nextSyncAt: dateOf(row.next_sync_at),
    lag: row.lag,
    futuresAvailable: row.futures_available,
    unsearched: row.unsearched_symbols,
    settled: row.settled ?? false,
  };
}

function readStateOf(account: AccountState, row: StateRecord, coverage: Coverage[]): ReadState {
  const gaps = coverage.reduce((sum, { gapCount }) => sum + gapCount, 0);
  const known = new Set(coverage.map(({ dataset }) => dataset));
  const unfinished = coverage.some(({ symbols }) => symbols.reading > 0 || symbols.gone.length > 0 || symbols.wanted.length > 0);
  return {
    lastRun: row.run_id && row.run_state ? { id: row.run_id, kind: row.run_kind, state: row.run_state, error: row.run_error } : null,
    warnings: row.warnings ?? 0,
    totalBalance: row.total,
    gaps,
    complete:
      account.lastSyncedAt !== null &&
      account.settled &&
      account.futuresAvailable !== false &&
      gaps === 0 &&
      !unfinished &&
      known.has('deposits') &&
      known.has('withdrawals'),
    coverage,
  };
}
