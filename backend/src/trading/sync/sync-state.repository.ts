import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PreparedStatement } from '../../platform/persistence/prepared-statement.js';
import { AppConfig } from '../../platform/config/index.js';
import { db } from '../../database.js';
import type { SyncRunKind, SyncRunState } from './sync-run.entity.js';
import { accountSelection, toAccountState, withCurrentAccount, type AccountState } from './sync-state.query.js';
import { CoverageReader, type Coverage } from './coverage.repository.js';

export { syncStandings, type AccountState, type SyncStanding } from './sync-state.query.js';

export interface LastRun {
  id: string;
  /** Null: it has not started. */
  kind: SyncRunKind | null;
  state: SyncRunState;
  error: string | null;
}

/** State of an account's sync, from its runs and cursors. */
export interface ReadState {
  lastRun: LastRun | null;
  /** Number of warnings of the last run that ended. */
  warnings: number;
  /** USDT; null before the first sync. */
  totalBalance: string | null;
  gaps: number;
  /** No known gap within the venue's windows. */
  complete: boolean;
  coverage: Coverage[];
}

interface StateRow {
  account_id: string;
  run_id: string | null;
  run_kind: SyncRunKind | null;
  run_state: SyncRunState | null;
  run_error: string | null;
  warnings: number | null;
  total: string | null;
}

const readRuns = new PreparedStatement<StateRow>(
  'exchange-sync-state',
  `select a.id as account_id, r.id as run_id, r.kind as run_kind, r.state as run_state, r.error as run_error, e.warnings, w.total
   from unnest($1::uuid[]) as a(id)
   left join lateral (select id, kind, state, error from sync_runs where account_id = a.id order by id desc limit 1) r on true
   left join lateral (select jsonb_array_length(warnings) as warnings from sync_runs
     where account_id = a.id and state in ('done', 'failed') order by id desc limit 1) e on true
   left join lateral (select sum(balance)::text as total from wallet_balances where account_id = a.id) w on true`,
);

const nothingRead: ReadState = { lastRun: null, warnings: 0, totalBalance: null, gaps: 0, complete: false, coverage: [] };

/** Reads the state of accounts' syncs. */
@Injectable()
export class SyncStateReader {
  constructor(
    private readonly em: EntityManager,
    private readonly coverage: CoverageReader,
    private readonly config: AppConfig,
  ) {}

  /** Adds the state of runs and cursors to accounts, with two statements in total. */
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

  /** Returns the state of a user's own account, whether their KYC is approved or not. */
  async ofUser(userId: string): Promise<AccountState & ReadState> {
    const row = await withCurrentAccount(db(this.em))
      .select(accountSelection(this.config.sync.intervalMinutes))
      .where('u.id', '=', userId)
      .executeTakeFirst();
    const [state] = await this.withReadState(row ? [toAccountState(row)] : []);
    if (!state) throw new Error('the acting user does not exist');
    return state;
  }
}

function readStateOf(account: AccountState, row: StateRow, coverage: Coverage[]): ReadState {
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
