import type { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql } from 'kysely';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { moment } from './fragments.query.js';
import { db, type Database } from '../../database.js';
import type { MovementKind } from '../venues/index.js';

const timeColumns = {
  spot_trades: 'time',
  futures_trades: 'time',
  deposits: 'inserted_at',
  withdrawals: 'applied_at',
  wallet_movements: 'time',
} as const satisfies { [Table in keyof Database]?: keyof Database[Table] };
export type DatedTable = keyof typeof timeColumns;
const datedTables = Object.keys(timeColumns) as DatedTable[];
const fundedTables = ['asset_balances', 'futures_assets', 'spot_trades', 'futures_trades', 'withdrawals'] as const;

const time = (table: DatedTable) => sql<string>`${sql.ref(timeColumns[table])}`;
const earliestOf = (accountId: string, table: DatedTable) =>
  expressionBuilder<Database>()
    .selectFrom(table)
    .select(({ fn }) => fn.min<string | null>(time(table)).as('oldest'))
    .where('account_id', '=', accountId);

/** Returns the time of the account's oldest row of a table, or null. */
export async function oldestStored(em: EntityManager, accountId: string, table: DatedTable): Promise<Date | null> {
  return least(em, [earliestOf(accountId, table)]);
}

/** Returns the time of the account's oldest movement of a kind, or null. */
export async function oldestMovement(em: EntityManager, accountId: string, kind: MovementKind): Promise<Date | null> {
  return least(em, [earliestOf(accountId, 'wallet_movements').where('kind', '=', kind)]);
}

/** Returns the time of the account's oldest row of any list. Before it a list must not be assumed to be empty without reading it. */
export async function oldestEvidence(em: EntityManager, accountId: string): Promise<Date | null> {
  return least(
    em,
    datedTables.map((table) => earliestOf(accountId, table)),
  );
}

/** Returns the time of the oldest row from `since` on that may still change, or null. */
export async function oldestOpen(
  em: EntityManager,
  accountId: string,
  table: 'deposits' | 'withdrawals',
  since: Date,
): Promise<Date | null> {
  const open = earliestOf(accountId, table).where('final', '=', false).where(time(table), '>=', moment(since));
  return least(em, [open]);
}

/** Returns whether the account is known to have ever held anything. */
export async function isFunded(em: EntityManager, accountId: string): Promise<boolean> {
  const row = await db(em)
    .selectNoFrom((eb) =>
      eb
        .or(fundedTables.map((table) => eb.exists(eb.selectFrom(table).select('account_id').where('account_id', '=', accountId))))
        .as('funded'),
    )
    .executeTakeFirstOrThrow();
  return row.funded === true;
}

async function least(em: EntityManager, times: ReturnType<typeof earliestOf>[]): Promise<Date | null> {
  const row = await db(em)
    .selectNoFrom((eb) => eb.fn<string | null>('least', times).as('oldest'))
    .executeTakeFirstOrThrow();
  return dateOrNull(row.oldest);
}
