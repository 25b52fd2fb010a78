import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';

// What the transparency log and the audit chain record about each other. The log is built on this module, so its table is read here.

/** The audit action that records a signed tree head, so that removing the last head from the log is detected. */
export const HEAD_SIGNED = 'log.head';

/** A signed tree head that contradicts the chain. */
export interface ContradictedHead {
  number: string;
  /** The last sequence number of the chain when the head was signed. */
  count: string;
  /** True: the chain has another hash at that number. False: the chain is shorter. */
  rewritten: boolean;
}

/** Tree heads whose end of the audit chain is no longer in the chain, oldest first. */
export async function headsAgainstChain(em: EntityManager, limit: number): Promise<ContradictedHead[]> {
  const rows = await db(em)
    .selectFrom('log_heads as h')
    .leftJoin('audit_seals as s', 's.seq', 'h.audit_count')
    .select(['h.number', 'h.audit_count', (eb) => eb('s.hash', 'is not', null).as('rewritten')])
    .where('h.audit_count', 'is not', null)
    .where('s.hash', 'is distinct from', (eb) => eb.ref('h.audit_hash'))
    .orderBy('h.number')
    .limit(limit)
    .execute();
  return rows.map(({ number, audit_count, rewritten }) => ({ number, count: audit_count!, rewritten: Boolean(rewritten) }));
}

/** The end of the chain; null before the first event is sealed. */
export async function findLastSeal(em: EntityManager): Promise<{ count: number; hash: Buffer } | null> {
  const row = await db(em).selectFrom('audit_seals').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row ? { count: Number(row.seq), hash: row.hash } : null;
}

/** Number, size and root (hex) of every tree head that the audit log recorded, oldest first. */
export async function findSignedHeads(em: EntityManager): Promise<{ number: string; size: string; root: string }[]> {
  return db(em)
    .selectFrom('audit_events')
    .select([sql<string>`target_id`.as('number'), sql<string>`detail ->> 'size'`.as('size'), sql<string>`detail ->> 'root'`.as('root')])
    .where('action', '=', HEAD_SIGNED)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** The number of tree heads that name an end of the chain. */
export async function countHeadsWithChain(em: EntityManager): Promise<number> {
  const { n } = await db(em)
    .selectFrom('log_heads')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('audit_count', 'is not', null)
    .executeTakeFirstOrThrow();
  return n;
}
