import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { moment, sumOf } from './fragments.query.js';
import type { FuturesFillSum, IncomeSum } from './futures-changes.js';

/** Sums the fills between two moments by contract and side. */
export function futuresFillsBetween(em: EntityManager, accountId: string, after: Date, upTo: Date): Promise<FuturesFillSum[]> {
  return db(em)
    .selectFrom('futures_trades')
    .select((eb) => [
      'symbol',
      'position_side as positionSide',
      sumOf(sql`case when ${eb.ref('buyer')} then ${eb.ref('qty')} else -${eb.ref('qty')} end`).as('amount'),
      sumOf(eb.ref('realized_pnl')).as('profit'),
      sumOf(eb.ref('fee')).as('fee'),
      'fee_asset as feeAsset',
    ])
    .where('account_id', '=', accountId)
    .where('time', '>', moment(after))
    .where('time', '<=', moment(upTo))
    .groupBy(['symbol', 'position_side', 'fee_asset'])
    .execute();
}

/** Sums income that belongs to no fill between two moments by asset. */
export function incomeBetween(em: EntityManager, accountId: string, after: Date, upTo: Date): Promise<IncomeSum[]> {
  return db(em)
    .selectFrom('futures_income')
    .select((eb) => ['asset', sumOf(eb.ref('amount')).as('amount')])
    .where('account_id', '=', accountId)
    .where('trade_id', 'is', null)
    .where('time', '>', moment(after))
    .where('time', '<=', moment(upTo))
    .groupBy('asset')
    .execute();
}

/** Returns the contracts that the stored income names for a fill after `since`. */
export async function incomeSymbols(em: EntityManager, accountId: string, since: Date): Promise<string[]> {
  const rows = await db(em)
    .selectFrom('futures_income')
    .select('symbol')
    .distinct()
    .where('account_id', '=', accountId)
    .where('trade_id', 'is not', null)
    .where('symbol', '<>', '')
    .where('time', '>', moment(since))
    .execute();
  return rows.map(({ symbol }) => symbol);
}
