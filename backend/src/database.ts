import type { EntityManager } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import type { TablesOf } from './platform/persistence/tables.query.js';
import type { entities } from './entities.js';

/**
 * Every table with its columns, inferred from the entities. Renaming a property of an entity breaks the build wherever its column is used.
 */
export type Database = TablesOf<(typeof entities)[number]>;

/**
 * Returns the typed query builder of `em`. Inside `em.transactional(async (tx) => …)` use `db(tx)`: it runs on the transaction's
 * connection, and a plain fork made outside does not. Kysely neither flushes first nor updates loaded entities.
 */
export function db(em: EntityManager): Kysely<Database> {
  return em.getKysely<Database>();
}
