import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';

/** A leaf with what it commits to. */
export interface OpenedLeaf {
  index: number;
  kind: string;
  hash: Buffer;
  at: Date;
  content: string;
  nonce: Buffer;
}

interface Row {
  index: string;
  kind: string;
  leaf_hash: Buffer;
  at: string;
  content: string;
  nonce: Buffer;
}

/**
 * What leaves commit to, revealed or not, for whoever was told it: it proves later that this is what they were told. Unlike LogReader it asks nobody: whoever
 * calls it knows that the reader may see what these leaves are about.
 */
@Injectable()
export class LogReceipts {
  constructor(private readonly em: EntityManager) {}

  /** Leaves about these, in the order of the log; what has none is left out. */
  async of(subjectIds: readonly string[]): Promise<OpenedLeaf[]> {
    if (subjectIds.length === 0) return [];
    const rows = await this.em.execute<Row[]>(
      'select index, kind, leaf_hash, at, content, nonce from log_leaves where subject_id = any(?::uuid[]) order by index',
      [`{${subjectIds.join(',')}}`],
    );
    return rows.map(({ index, kind, leaf_hash, at, content, nonce }) => ({
      index: Number(index),
      kind,
      hash: leaf_hash,
      at: new Date(at),
      content,
      nonce,
    }));
  }
}
