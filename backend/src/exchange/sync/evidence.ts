import type { EntityManager } from '@mikro-orm/postgresql';
import type { MovementKind } from '../port/index.js';

const columns = {
  spot_trades: 'time',
  futures_trades: 'time',
  deposits: 'inserted_at',
  withdrawals: 'applied_at',
  wallet_movements: 'time',
} as const;
export type DatedTable = keyof typeof columns;

const dateOf = (text: string | null | undefined) => (text ? new Date(text) : null);

/** The time of the account's oldest row of a table, or null. */
export async function oldestStored(em: EntityManager, accountId: string, table: DatedTable): Promise<Date | null> {
  const [row] = await em.execute<{ oldest: string | null }[]>(
    `select min("${columns[table]}") as oldest from "${table}" where account_id = ?`,
    [accountId],
  );
  return dateOf(row?.oldest);
}

/** The time of the account's oldest movement of a kind, or null. */
export async function oldestMovement(em: EntityManager, accountId: string, kind: MovementKind): Promise<Date | null> {
  const [row] = await em.execute<{ oldest: string | null }[]>(
    'select min("time") as oldest from wallet_movements where account_id = ? and kind = ?',
    [accountId, kind],
  );
  return dateOf(row?.oldest);
}

/** The oldest thing known that the account did: no list can be taken to be empty before that without asking. */
export async function oldestEvidence(em: EntityManager, accountId: string): Promise<Date | null> {
  const tables = Object.keys(columns) as DatedTable[];
  const [row] = await em.execute<{ oldest: string | null }[]>(
    `select least(${tables.map((table) => `(select min("${columns[table]}") from "${table}" where account_id = ?)`).join(', ')}) as oldest`,
    tables.map(() => accountId),
  );
  return dateOf(row?.oldest);
}

/** The oldest row that may still change, of those not older than `since`. */
export async function oldestOpen(
  em: EntityManager,
  accountId: string,
  table: 'deposits' | 'withdrawals',
  since: Date,
): Promise<Date | null> {
  const column = columns[table];
  const [row] = await em.execute<{ oldest: string | null }[]>(
    `select min("${column}") as oldest from "${table}" where account_id = ? and not final and "${column}" >= ?`,
    [accountId, since],
  );
  return dateOf(row?.oldest);
}

/** Whether anything was ever in the account, as far as we know. */
export async function isFunded(em: EntityManager, accountId: string): Promise<boolean> {
  const tables = ['asset_balances', 'futures_assets', 'spot_trades', 'futures_trades', 'withdrawals'];
  const [row] = await em.execute<{ funded: boolean }[]>(
    `select ${tables.map((table) => `exists (select 1 from "${table}" where account_id = ?)`).join(' or ')} as funded`,
    tables.map(() => accountId),
  );
  return row?.funded ?? false;
}
