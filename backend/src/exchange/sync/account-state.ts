import type { EntityManager } from '@mikro-orm/postgresql';

/** What the spot wallet looked like when all its fills were known: balances that differ from this have news behind them. */
export interface SpotMark {
  /** The venue's own mark of the account at that time, where it tells one. */
  mark: string | null;
  /** The venue's time. */
  at: string;
  /** `free locked` by coin. */
  coins: Record<string, string>;
  /** Deposits less withdrawals by coin, as far as they had changed the wallet. */
  capital: Record<string, string>;
}

/** The same of the futures wallet. */
export interface FuturesMark {
  at: string;
  /** `balance time` by asset. */
  assets: Record<string, string>;
  /** `amount time` by contract and side. */
  positions: Record<string, string>;
  /** Resting orders by contract, each with what of it is filled. */
  orders: Record<string, string>;
  /** Since when the wallet differs from what fills and journal explain. */
  unexplainedSince?: string;
  /** Contracts still to be searched, where there are too many for one run. */
  unsearched?: number;
}

export interface AccountState {
  spotMark: SpotMark | null;
  futuresMark: FuturesMark | null;
  unexplainedSince: Date | null;
  futuresAvailable: boolean | null;
  verifiedAt: Date | null;
  lastSyncedAt: Date | null;
  /** Spot symbols still to be searched at the last count; null before the first. */
  unsearched: number | null;
}

interface StateRecord {
  swept_balances: SpotMark | null;
  futures_mark: FuturesMark | null;
  unexplained_since: string | null;
  futures_available: boolean | null;
  verified_at: string | null;
  last_synced_at: string | null;
  unsearched_symbols: number | null;
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

/** What the syncs before this one found out about an account. */
export async function readAccountState(em: EntityManager, accountId: string): Promise<AccountState> {
  const [row] = await em.execute<StateRecord[]>(
    'select swept_balances, futures_mark, unexplained_since, futures_available, verified_at, last_synced_at, unsearched_symbols from exchange_accounts where id = ?',
    [accountId],
  );
  if (!row) throw new Error('the account is gone');
  return {
    // A mark of an earlier form tells nothing that could be compared.
    spotMark: row.swept_balances?.coins ? row.swept_balances : null,
    futuresMark: row.futures_mark?.positions ? row.futures_mark : null,
    unexplainedSince: dateOf(row.unexplained_since),
    futuresAvailable: row.futures_available,
    verifiedAt: dateOf(row.verified_at),
    lastSyncedAt: dateOf(row.last_synced_at),
    unsearched: row.unsearched_symbols,
  };
}

export async function saveSpotMark(em: EntityManager, accountId: string, mark: SpotMark): Promise<void> {
  await em.execute('update exchange_accounts set swept_balances = ?::jsonb, unexplained_since = null where id = ?', [
    JSON.stringify(mark),
    accountId,
  ]);
}

export async function saveFuturesMark(em: EntityManager, accountId: string, mark: FuturesMark): Promise<void> {
  await em.execute('update exchange_accounts set futures_mark = ?::jsonb where id = ?', [JSON.stringify(mark), accountId]);
}

/** The first time that balances differ from what is known stays. */
export async function noteUnexplained(em: EntityManager, accountId: string, since: Date): Promise<void> {
  await em.execute('update exchange_accounts set unexplained_since = coalesce(unexplained_since, ?::timestamptz) where id = ?', [
    since,
    accountId,
  ]);
}

export async function noteFutures(em: EntityManager, accountId: string, available: boolean): Promise<void> {
  await em.execute('update exchange_accounts set futures_available = ? where id = ? and futures_available is distinct from ?', [
    available,
    accountId,
    available,
  ]);
}

export async function noteUnsearched(em: EntityManager, accountId: string, symbols: number): Promise<void> {
  await em.execute('update exchange_accounts set unsearched_symbols = ? where id = ? and unsearched_symbols is distinct from ?', [
    symbols,
    accountId,
    symbols,
  ]);
}
