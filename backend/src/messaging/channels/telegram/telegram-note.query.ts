import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../../../database.js';
import { NOTE } from './telegram-texts.rules.js';

/** Returns the event of the note that is this message in the chat of an address; null: it is another message, or none of ours. */
export async function findNote(em: EntityManager, addressId: string, messageId: string): Promise<string | null> {
  const row = await db(em)
    .selectFrom('deliveries as d')
    .innerJoin('events as e', 'e.id', 'd.thread_id')
    .select('e.id')
    .where('d.address_id', '=', addressId)
    .where('d.provider_id', '=', messageId)
    .where('e.kind', '=', NOTE)
    .executeTakeFirst();
  return row?.id ?? null;
}
