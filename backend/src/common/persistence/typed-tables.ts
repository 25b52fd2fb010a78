import type { EntityManager, InferKyselyDB } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import type { AsStored } from './columns.js';

/** The tables of these entities with the columns that the driver returns. */
export type TablesOf<Entities extends { name: string }> = AsStored<InferKyselyDB<Entities>>;

/**
 * Returns the query builder of `em` for tables of common/, which knows no other entity: `tablesOf<typeof OutboxMessageSchema>(tx)`. Everything else uses
 * `db` (database.ts). The same rules hold: inside a transaction pass `tx`, and Kysely neither flushes first nor changes loaded entities.
 */
export function tablesOf<Entities extends { name: string }>(em: EntityManager): Kysely<TablesOf<Entities>> {
  return em.getKysely() as unknown as Kysely<TablesOf<Entities>>;
}
