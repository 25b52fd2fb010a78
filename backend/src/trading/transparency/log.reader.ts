import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { RevealPolicy } from './log-subjects.port.js';
import { countLeaves, findHeads, findLastHead, findLeaves, type LogHead } from './log.repository.js';

export interface LogLeaf {
  index: number;
  kind: string;
  hash: Buffer;
  at: Date;
  /** Null until the signal has ended. */
  revealed: { content: string; nonce: Buffer } | null;
}

/** The public view of the log. */
@Injectable()
export class LogReader {
  constructor(
    private readonly em: EntityManager,
    private readonly policy: RevealPolicy,
  ) {}

  /** The number of leaves and the newest head. */
  async state(): Promise<{ size: number; head: LogHead | null }> {
    return { size: await countLeaves(this.em), head: await findLastHead(this.em) };
  }

  heads(from: number, limit: number): Promise<LogHead[]> {
    return findHeads(this.em, from, limit);
  }

  /** Content and nonce are included only for signals that have ended. */
  async leaves(from: number, limit: number): Promise<LogLeaf[]> {
    const leaves = await findLeaves(this.em, from, limit);
    const ended = await this.policy.revealed(this.em, [...new Set(leaves.map(({ signalId }) => signalId))]);
    return leaves.map(({ index, kind, signalId, content, nonce, hash, at }) => ({
      index,
      kind,
      hash,
      at,
      revealed: ended.has(signalId) ? { content, nonce } : null,
    }));
  }
}
