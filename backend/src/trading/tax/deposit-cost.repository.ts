import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../../database.js';

export interface GivenCost {
  /** Of the whole deposit, in USDT. */
  cost: string;
  /** YYYY-MM-DD; null: the day of the deposit. */
  acquiredOn: string | null;
}

/** Returns the UTC day of a deposit; null: the account has no such deposit. */
export async function findDepositDay(em: EntityManager, accountId: string, depositId: string): Promise<string | null> {
  const row = await db(em)
    .selectFrom('deposits')
    .select('inserted_at')
    .where('account_id', '=', accountId)
    .where('id', '=', depositId)
    .executeTakeFirst();
  return row ? new Date(row.inserted_at).toISOString().slice(0, 10) : null;
}

export async function storeDepositCost(em: EntityManager, accountId: string, depositId: string, given: GivenCost): Promise<void> {
  const values = { cost: given.cost, acquired_on: given.acquiredOn, updated_at: new Date().toISOString() };
  await db(em)
    .insertInto('tax_deposit_costs')
    .values({ account_id: accountId, deposit_id: depositId, ...values })
    .onConflict((on) => on.columns(['account_id', 'deposit_id']).doUpdateSet(values))
    .execute();
}

export async function removeDepositCost(em: EntityManager, accountId: string, depositId: string): Promise<void> {
  await db(em).deleteFrom('tax_deposit_costs').where('account_id', '=', accountId).where('deposit_id', '=', depositId).execute();
}

export interface DepositOfMember {
  id: string;
  at: string;
  coin: string;
  amount: string;
  cost: string | null;
  acquiredOn: string | null;
}

/** Returns credited deposits of coins other than `except`, newest first, with what the member says they cost. */
export async function findDeposits(
  em: EntityManager,
  accountId: string,
  scope: { except: string; statuses: readonly number[]; until: Date; limit: number },
): Promise<DepositOfMember[]> {
  const rows = await db(em)
    .selectFrom('deposits as d')
    .leftJoin('tax_deposit_costs as c', (join) => join.onRef('c.account_id', '=', 'd.account_id').onRef('c.deposit_id', '=', 'd.id'))
    .select(['d.id', 'd.inserted_at', 'd.coin', 'd.amount', 'c.cost', 'c.acquired_on'])
    .where('d.account_id', '=', accountId)
    .where('d.coin', '<>', scope.except)
    .where('d.status', 'in', [...scope.statuses])
    .where('d.inserted_at', '<', scope.until.toISOString())
    .orderBy('d.inserted_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(scope.limit)
    .execute();
  return rows.map(({ id, inserted_at, coin, amount, cost, acquired_on }) => ({
    id,
    at: inserted_at,
    coin,
    amount,
    cost,
    acquiredOn: acquired_on,
  }));
}
