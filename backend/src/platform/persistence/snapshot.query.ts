import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tablesOf } from './tables.query.js';

/** Lets a transaction see one moment, and change nothing. Call it before any other statement of the transaction. */
export async function useSnapshot(tx: EntityManager): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tablesOf(tx));
}
