import { sql } from 'kysely';
import type { QueryCreator } from 'kysely';
import type { Database } from '../../database.js';
import { lastSynced, type KeyState } from '../exchange-accounts/index.js';
import type { Venue } from '../venues/index.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';

/** current: synced within the last two intervals. behind: not. none: no account. */
export const syncStandings = ['current', 'behind', 'none'] as const;
export type SyncStanding = (typeof syncStandings)[number];

/** State of an account's sync, from its row. */
export interface AccountState {
  accountId: string | null;
  venue: Venue | null;
  /** Null: no key. Likewise the next two. */
  keyState: KeyState | null;
  keyHint: string | null;
  /** When the exchange began to reject the key; null: it does not. */
  keyRefusedAt: Date | null;
  standing: SyncStanding;
  /** When the balances were last read; null until the first sync has ended. */
  lastSyncedAt: Date | null;
  nextSyncAt: Date | null;
  /** Seconds since `lastSyncedAt`. */
  lag: number | null;
  futuresAvailable: boolean | null;
  /** Spot symbols of the venue that were never searched; null before the first count. */
  unsearched: number | null;
  /** Every symbol was searched once, and stored rows explain the balances. */
  settled: boolean;
}

/** Selects users (`u`) with their current account (`a`), if any. */
export const withCurrentAccount = (creator: QueryCreator<Database>) =>
  creator
    .selectFrom('users as u')
    .leftJoin('exchange_accounts as a', (join) => join.onRef('a.user_id', '=', 'u.id').on('a.is_current', '=', true));

/** The standing of account `a` by the database's clock; `minutes`: interval between two syncs. */
export const standing = (minutes: number) =>
  sql<SyncStanding>`case when a.id is null then 'none'
    when coalesce(${lastSynced}, a.created_at) < now() - interval '1 minute' * ${sql.lit(2 * minutes)} then 'behind' else 'current' end`;

const ofKey = <T>(column: string) => sql<T | null>`case when a.api_key is not null then ${sql.ref(column)} end`;
const keyRefusedAt = sql<string | null>`case when a.api_key is not null and a.key_state in ('valid', 'invalid')
  then coalesce(a.key_refused_at, case when a.key_state = 'invalid' then a.key_checked_at end) end`;

/** Columns for `toAccountState`, of account `a`. */
export const accountSelection = (minutes: number) =>
  [
    'a.id as accountId',
    'a.venue',
    'a.next_sync_at as nextSyncAt',
    'a.futures_available as futuresAvailable',
    'a.unsearched_symbols as unsearched',
    standing(minutes).as('standing'),
    lastSynced.as('lastSyncedAt'),
    ofKey<KeyState>('a.key_state').as('keyState'),
    ofKey<string>('a.key_hint').as('keyHint'),
    keyRefusedAt.as('keyRefusedAt'),
    sql<number | null>`floor(extract(epoch from now() - ${lastSynced}))::float8`.as('lag'),
    sql<boolean | null>`a.verified_at is not null and a.unexplained_since is null`.as('settled'),
  ] as const;

type StoredText<T> = T extends Date ? string : T;
/** An AccountState as the driver returns it: dates as text. */
export type AccountStateRow = { [Field in keyof AccountState]: StoredText<AccountState[Field]> } & { settled: boolean | null };

export function toAccountState<Row extends Omit<AccountStateRow, 'settled'> & { settled: boolean | null }>(row: Row) {
  return {
    ...row,
    keyRefusedAt: dateOrNull(row.keyRefusedAt),
    lastSyncedAt: dateOrNull(row.lastSyncedAt),
    nextSyncAt: dateOrNull(row.nextSyncAt),
    settled: row.settled ?? false,
  };
}
