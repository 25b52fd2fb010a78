import type { EntityManager } from '@mikro-orm/postgresql';

/** A signed head of the transparency log that the chain contradicts. */
export interface ContradictedHead {
  number: string;
  /** The last number of the chain, as the head has it. */
  count: string;
  /** The chain has a link of that number, with another hash. */
  rewritten: boolean;
}

/** The heads whose end of the audit chain is not in the chain any more, the oldest first. By SQL, for the transparency log is built on this module. */
export async function headsAgainstChain(em: EntityManager, limit: number): Promise<ContradictedHead[]> {
  return em.execute<ContradictedHead[]>(
    `select h.number, h.audit_count as count, s.hash is not null as rewritten from log_heads h left join audit_seals s on s.seq = h.audit_count
      where h.audit_count is not null and s.hash is distinct from h.audit_hash order by h.number limit ?`,
    [limit],
  );
}
