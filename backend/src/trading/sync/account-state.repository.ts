import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { jsonb } from '../../platform/persistence/jsonb.js';
import { moment } from './fragments.query.js';
import { db } from '../../database.js';
import type { FuturesMark, SpotMark } from '../exchange-accounts/index.js';

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

const now = sql<Date>`now()`;
const inMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`;

/** Starts an update of the account's row. */
const update = (em: EntityManager, accountId: string) => db(em).updateTable('exchange_accounts').where('id', '=', accountId);

/** Returns what earlier syncs stored about an account. */
export async function readAccountState(em: EntityManager, accountId: string): Promise<AccountState> {
  const row = await db(em)
    .selectFrom('exchange_accounts')
    .select([
      'swept_balances',
      'futures_mark',
      'unexplained_since',
      'futures_available',
      'verified_at',
      'last_synced_at',
      'unsearched_symbols',
    ])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw new Error('the account is gone');
  return {
    // Marks of an earlier format cannot be compared.
    spotMark: row.swept_balances?.coins ? row.swept_balances : null,
    futuresMark: row.futures_mark?.positions ? row.futures_mark : null,
    unexplainedSince: dateOrNull(row.unexplained_since),
    futuresAvailable: row.futures_available,
    verifiedAt: dateOrNull(row.verified_at),
    lastSyncedAt: dateOrNull(row.last_synced_at),
    unsearched: row.unsearched_symbols,
  };
}

export async function saveSpotMark(em: EntityManager, accountId: string, mark: SpotMark): Promise<void> {
  await update(em, accountId)
    .set({ swept_balances: jsonb(mark), unexplained_since: null })
    .execute();
}

/** Counts what deposits and withdrawals explain from now on from `capital`. */
export async function setMarkedCapital(em: EntityManager, accountId: string, capital: SpotMark['capital']): Promise<void> {
  await update(em, accountId)
    .set((eb) => ({ swept_balances: sql<SpotMark>`jsonb_set(${eb.ref('swept_balances')}, '{capital}', ${jsonb(capital)})` }))
    .where('swept_balances', 'is not', null)
    .execute();
}

export async function saveFuturesMark(em: EntityManager, accountId: string, mark: FuturesMark): Promise<void> {
  await update(em, accountId)
    .set({ futures_mark: jsonb(mark) })
    .execute();
}

/** Stores how many contracts are still to be searched. */
export async function setUnsearchedContracts(em: EntityManager, accountId: string, contracts: number): Promise<void> {
  await update(em, accountId)
    .set((eb) => ({ futures_mark: sql<FuturesMark>`jsonb_set(${eb.ref('futures_mark')}, '{unsearched}', to_jsonb(${contracts}::int))` }))
    .where('futures_mark', 'is not', null)
    .execute();
}

/** Stores since when balances differ from what is known; the earliest time stays. */
export async function noteUnexplained(em: EntityManager, accountId: string, since: Date): Promise<void> {
  await update(em, accountId)
    .set((eb) => ({ unexplained_since: eb.fn.coalesce('unexplained_since', moment(since)) }))
    .execute();
}

export async function noteFutures(em: EntityManager, accountId: string, available: boolean): Promise<void> {
  await update(em, accountId).set({ futures_available: available }).where('futures_available', 'is distinct from', available).execute();
}

export async function noteUnsearched(em: EntityManager, accountId: string, symbols: number): Promise<void> {
  await update(em, accountId).set({ unsearched_symbols: symbols }).where('unsearched_symbols', 'is distinct from', symbols).execute();
}

export async function noteOrdersListed(em: EntityManager, accountId: string): Promise<void> {
  await update(em, accountId).set({ orders_listed_at: now }).execute();
}

/** Returns whether orders of all contracts were never listed, or not in the last `runs` scheduled runs that read futures. */
export async function isOrderListingDue(em: EntityManager, accountId: string, runs: number): Promise<boolean> {
  const row = await db(em)
    .selectFrom('exchange_accounts as a')
    .select((eb) => {
      const since = eb
        .selectFrom('sync_runs as r')
        .select('r.id')
        .whereRef('r.account_id', '=', 'a.id')
        .where('r.trigger', '=', 'schedule')
        .whereRef('r.finished_at', '>', 'a.orders_listed_at')
        .where((run) => run.fn<boolean>('jsonb_exists', ['r.steps', run.val('futures')]))
        .limit(runs)
        .as('runs');
      const counted = eb.selectFrom(since).select((of) => of.fn.countAll<string>().as('n'));
      return eb.or([eb('a.orders_listed_at', 'is', null), eb(counted, '>=', String(runs))]).as('due');
    })
    .where('a.id', '=', accountId)
    .executeTakeFirst();
  return row?.due !== false;
}

/**
 * Stores the end of a run. `head`: it read the balances, not only history; otherwise the time of the next full run does not change. `more`:
 * something is still unread, so the next run starts in a minute.
 */
export async function noteSynced(
  tx: EntityManager,
  accountId: string,
  { head, full, more, intervalMinutes }: { head: boolean; full: boolean; more: boolean; intervalMinutes: number },
): Promise<void> {
  const next = (eb: { ref: (name: 'last_synced_at') => unknown }) =>
    sql<Date>`greatest(now(), ${head ? now : eb.ref('last_synced_at')} + make_interval(mins => ${intervalMinutes}))`;
  await update(tx, accountId)
    .set((eb) => ({
      ...(head && { last_synced_at: now }),
      ...(full && { verified_at: now }),
      next_sync_at: more ? inMinutes(1) : next(eb),
      key_refused_at: null,
      updated_at: now,
    }))
    .execute();
}

/** Stores when the account is read next after a failed run; never while its key must not be used. */
export async function noteFailedSync(tx: EntityManager, accountId: string, nextMinutes: number): Promise<void> {
  await update(tx, accountId)
    .set((eb) => ({
      next_sync_at: eb.case().when('key_state', 'in', ['valid', 'unchecked']).then(inMinutes(nextMinutes)).end(),
      updated_at: now,
    }))
    .execute();
}

/** Returns the accounts of approved members that are due and have no open run, longest due first. */
export function findDueAccounts(em: EntityManager, limit: number): Promise<{ accountId: string; userId: string }[]> {
  return db(em)
    .selectFrom('exchange_accounts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.id as accountId', 'a.user_id as userId'])
    .where('a.is_current', '=', true)
    .where('a.sync_enabled', '=', true)
    .where('a.next_sync_at', '<=', sql<string>`now()`)
    .where('a.key_state', 'in', ['valid', 'unchecked'])
    .where('u.status', '=', 'active')
    .where('u.rejected_at', 'is', null)
    .where('u.kyc_status', '=', 'approved')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('sync_runs as r')
            .select('r.id')
            .whereRef('r.account_id', '=', 'a.id')
            .where('r.state', 'in', ['queued', 'running']),
        ),
      ),
    )
    .orderBy('a.next_sync_at')
    .limit(limit)
    .execute();
}
