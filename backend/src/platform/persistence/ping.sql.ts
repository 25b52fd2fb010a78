import type { EntityManager } from '@mikro-orm/postgresql';

/** Fails if the database does not answer. Reads no table. */
export async function ping(em: EntityManager): Promise<void> {
  await em.execute('select 1');
}
