import type { EntityManager, InferKyselyDB } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import type { AsStored } from './columns.types.js';

/** The tables of these entities, typed as the driver returns them. */
export type TablesOf<Entities extends { name: string }> = AsStored<InferKyselyDB<Entities>>;

/**
 * Returns the query builder of `em` for tables of common/, which may not know the features' entities: `tablesOf<typeof
 * OutboxMessageSchema>(tx)`. Features use `db` (database.ts). The same rules hold: pass `tx` inside a transaction; Kysely neither flushes
 * nor changes loaded entities.
 */
export function tablesOf<Entities extends { name: string }>(em: EntityManager): Kysely<TablesOf<Entities>> {
  return em.getKysely() as unknown as Kysely<TablesOf<Entities>>;
}
