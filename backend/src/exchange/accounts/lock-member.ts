import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Changes of one member's keys happen one after the other: submissions, replacements, what checks find. Taken first in every such
 * transaction, before a row of exchange_accounts, so that no two of them wait for each other.
 */
export async function lockMember(em: EntityManager, userId: string): Promise<void> {
  await em.execute('select 1 from users where id = ? for no key update', [userId]);
}
