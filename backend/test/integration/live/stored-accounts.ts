import { randomBytes, randomUUID } from 'node:crypto';
import { uuidv7 } from '../../../src/platform/domain/index.js';
import type { TestApi } from '../../support/test-app.js';

export interface StoredAccount {
  venue?: 'binance' | 'bybit' | 'okx';
  keyState?: string;
  /** SQL. */
  lastSyncedAt?: string;
  /** SQL. */
  balancesReadAt?: string;
  futuresAvailable?: boolean | null;
  /** Every symbol was asked for once. */
  verified?: boolean;
}

/** An account as a sync leaves it behind, without any exchange. */
export async function storedAccount(
  api: TestApi,
  userId: string,
  {
    venue = 'binance',
    keyState = 'valid',
    lastSyncedAt = 'now()',
    balancesReadAt = 'null',
    futuresAvailable = true,
    verified = true,
  }: StoredAccount = {},
): Promise<string> {
  const id = randomUUID();
  await api.em().execute(
    `insert into exchange_accounts (id, user_id, venue, api_key, secret_key, key_hint, fingerprint, key_state, is_current, sync_enabled,
      last_synced_at, balances_read_at, next_sync_at, futures_available, verified_at, created_at)
     values (?, ?, ?, '', '', 'ab12', ?, ?, true, true, ${lastSyncedAt}, ${balancesReadAt}, now() + interval '15 minutes', ?,
       ${verified ? 'now()' : 'null'}, now() - interval '1 day')`,
    [id, userId, venue, randomBytes(8), keyState, futuresAvailable],
  );
  return id;
}

export interface StoredCursor {
  symbol?: string;
  state?: 'partial' | 'complete' | 'gone';
  /** Spans `[from, to)`. */
  covered?: [string, string][];
  horizon?: string | null;
  addedBy?: string | null;
}

export async function storedCursor(
  api: TestApi,
  accountId: string,
  dataset: string,
  { symbol = '', state = 'complete', covered = [], horizon = null, addedBy = null }: StoredCursor,
): Promise<void> {
  await api.em().execute(
    `insert into sync_cursors (account_id, dataset, symbol, state, covered, horizon, added_by, asked_at, row_count)
        values (?, ?, ?, ?, ?::tstzmultirange, ?, ?, now(), 0)`,
    [accountId, dataset, symbol, state, `{${covered.map(([from, to]) => `[${from},${to})`).join(',')}}`, horizon, addedBy],
  );
}

/** Asked for after those stored before it. */
export async function storedRun(
  api: TestApi,
  accountId: string,
  userId: string,
  state: string,
  { warnings = [] as string[], error = null as string | null, trigger = 'schedule', kind = null as string | null } = {},
): Promise<string> {
  const id = uuidv7();
  await api.em().execute(
    `insert into sync_runs (id, account_id, user_id, trigger, kind, state, started_at, finished_at, rows, progress, warnings, error)
     values (?, ?, ?, ?, ?, ?, now() - interval '90 seconds',
       ${state === 'done' || state === 'failed' ? `now() - interval '30 seconds'` : 'null'}, '{"spot_trades":3}',
       '{"spot_trades":{"done":2,"of":5}}', ?::jsonb, ?)`,
    [id, accountId, userId, trigger, kind, state, JSON.stringify(warnings), error],
  );
  return id;
}
