import type { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type SelectQueryBuilder } from 'kysely';
import { db, type Database } from '../../database.js';
import { moment, sumOf } from './fragments.query.js';
import type { FillSum } from './spot-changes.js';

/** The number of newest fills that show what a member trades currently. */
const RECENT = 500;

const query = expressionBuilder<Database>();

/** Sums the fills between two moments by symbol and side. */
export function fillsBetween(em: EntityManager, accountId: string, after: Date, upTo: Date): Promise<FillSum[]> {
  return db(em)
    .selectFrom('spot_trades')
    .select((eb) => [
      'symbol',
      'buyer',
      sumOf(eb.ref('qty')).as('qty'),
      sumOf(eb.ref('quote_qty')).as('quoteQty'),
      'fee_asset as feeAsset',
      sumOf(eb.ref('fee')).as('fee'),
    ])
    .where('account_id', '=', accountId)
    .where('time', '>', moment(after))
    .where('time', '<=', moment(upTo))
    .groupBy(['symbol', 'buyer', 'fee_asset'])
    .execute();
}

/** Returns deposits less withdrawals of the spot wallet by coin, as far as they have changed it. */
export function capitalByCoin(em: EntityManager, accountId: string): Promise<Record<string, string>> {
  // The venue's codes: a deposit counts when it is credited, a withdrawal, with its fee, from its request on, unless it ended without
  // success.
  const credited = query
    .selectFrom('deposits')
    .select(['coin', 'amount'])
    .where('account_id', '=', accountId)
    .where('status', 'in', [1, 6])
    .where('wallet_type', '=', 0);
  const withdrawn = query
    .selectFrom('withdrawals')
    .select((eb) => ['coin', sql<string>`-(${eb.ref('amount')} + ${eb.ref('transaction_fee')})`.as('amount')])
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('final', '=', false), eb('status', '=', 6)]))
    .where('wallet_type', '=', 0);
  return amountsByCoin(em, credited.unionAll(withdrawn));
}

/** Returns what transfers, conversions and dividends between two moments added to the spot wallet, by coin. */
export function movementsBetween(em: EntityManager, accountId: string, after: Date, upTo: Date): Promise<Record<string, string>> {
  const movements = query
    .selectFrom('wallet_movements')
    .where('account_id', '=', accountId)
    .where('time', '>', moment(after))
    .where('time', '<=', moment(upTo));
  const received = movements.select(['to_asset as coin', 'to_amount as amount']).where('to_wallet', '=', 'spot');
  const sent = movements
    .select((eb) => ['from_asset as coin', sql<string | null>`-${eb.ref('from_amount')}`.as('amount')])
    .where('from_wallet', '=', 'spot');
  return amountsByCoin(em, received.unionAll(sent));
}

/** Returns symbols by their latest trade, and the coins that fees were paid in. */
export async function recentlyTraded(em: EntityManager, accountId: string): Promise<{ symbols: string[]; feeAssets: string[] }> {
  const recent = query
    .selectFrom('spot_trades')
    .select(['symbol', 'fee_asset', 'time'])
    .where('account_id', '=', accountId)
    .orderBy('time', 'desc')
    .orderBy('trade_id', 'desc')
    .limit(RECENT)
    .as('recent');
  const rows = await db(em)
    .selectFrom(recent)
    .select((eb) => ['symbol', sql<string[]>`array_to_json(array_agg(distinct ${eb.ref('fee_asset')}))`.as('fees')])
    .groupBy('symbol')
    .orderBy((eb) => eb.fn.max('time'), 'desc')
    .execute();
  return { symbols: rows.map(({ symbol }) => symbol), feeAssets: [...new Set(rows.flatMap(({ fees }) => fees))] };
}

/** Returns every coin that was deposited, withdrawn or moved. */
export async function capitalCoins(em: EntityManager, accountId: string): Promise<string[]> {
  const movements = query.selectFrom('wallet_movements').where('account_id', '=', accountId);
  const rows = await db(em)
    .selectFrom('deposits')
    .select((eb) => eb.ref('coin').$castTo<string | null>().as('coin'))
    .where('account_id', '=', accountId)
    .union(query.selectFrom('withdrawals').select('coin').where('account_id', '=', accountId))
    .union(movements.select('from_asset as coin').where('from_asset', 'is not', null))
    .union(movements.select('to_asset as coin').where('to_asset', 'is not', null))
    .execute();
  return rows.map(({ coin }) => coin!);
}

// The builder's own type parameters are invariant (page-reader.ts).
// oxlint-disable-next-line typescript/no-explicit-any
type Amounts = SelectQueryBuilder<any, any, { coin: string | null; amount: string | null }>;

/** Sums amounts by coin, as text. */
async function amountsByCoin(em: EntityManager, amounts: unknown): Promise<Record<string, string>> {
  const rows = await db(em)
    .selectFrom((amounts as Amounts).as('moved'))
    .select((eb) => ['coin', sumOf(eb.ref('amount')).as('amount')])
    .groupBy('coin')
    .execute();
  return Object.fromEntries(rows.map(({ coin, amount }) => [coin!, amount]));
}
