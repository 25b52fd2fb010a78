import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../../database.js';
import { lastSynced } from '../exchange-accounts/index.js';

export async function findLastSynced(em: EntityManager, accountId: string): Promise<string | null> {
  const account = await db(em)
    .selectFrom('exchange_accounts as a')
    .select(lastSynced.as('at'))
    .where('a.id', '=', accountId)
    .executeTakeFirst();
  return account?.at ?? null;
}

export const findWalletBalances = (em: EntityManager, accountId: string) =>
  db(em).selectFrom('wallet_balances').select(['name', 'balance']).where('account_id', '=', accountId).orderBy('position').execute();

/** Returns the coins of the spot wallet, highest value first. */
export const findAssetBalances = (em: EntityManager, accountId: string) =>
  db(em)
    .selectFrom('asset_balances')
    .select(['coin', 'free', 'locked', 'value'])
    .where('account_id', '=', accountId)
    .orderBy('value', (by) => by.desc().nullsLast())
    .orderBy('coin')
    .execute();
