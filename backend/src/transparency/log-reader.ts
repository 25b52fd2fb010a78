import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { headColumns, toHead, type HeadRow, type LogHead } from './log-head.js';
import { RevealPolicy } from './log-subjects.js';

export interface LogLeaf {
  index: number;
  kind: string;
  hash: Buffer;
  at: Date;
  /** Null while it is committed alone. */
  revealed: { content: string; nonce: Buffer } | null;
}

interface LeafRow {
  index: string;
  kind: string;
  signal_id: string;
  content: string;
  nonce: Buffer;
  leaf_hash: Buffer;
  at: string;
}

const HEADS = `select ${headColumns} from log_heads`;

/** What everybody may read of the log. */
@Injectable()
export class LogReader {
  constructor(
    private readonly em: EntityManager,
    private readonly policy: RevealPolicy,
  ) {}

  /** How many leaves there are, and the newest head. */
  async state(): Promise<{ size: number; head: LogHead | null }> {
    const [count] = await this.em.execute<{ size: string }[]>('select coalesce(max(index) + 1, 0) as size from log_leaves');
    const [head] = await this.em.execute<HeadRow[]>(`${HEADS} order by number desc limit 1`);
    return { size: Number(count?.size), head: head ? toHead(head) : null };
  }

  async heads(from: number, limit: number): Promise<LogHead[]> {
    const rows = await this.em.execute<HeadRow[]>(`${HEADS} where number >= ? order by number limit ?`, [from, limit]);
    return rows.map(toHead);
  }

  /** The content goes out with a signal that has ended, and with no other. */
  async leaves(from: number, limit: number): Promise<LogLeaf[]> {
    const rows = await this.em.execute<LeafRow[]>(
      'select index, kind, signal_id, content, nonce, leaf_hash, at from log_leaves where index >= ? order by index limit ?',
      [from, limit],
    );
    const over = await this.policy.revealed(this.em, [...new Set(rows.map(({ signal_id }) => signal_id))]);
    return rows.map(({ index, kind, signal_id, content, nonce, leaf_hash, at }) => ({
      index: Number(index),
      kind,
      hash: leaf_hash,
      at: new Date(at),
      revealed: over.has(signal_id) ? { content, nonce } : null,
    }));
  }
}
