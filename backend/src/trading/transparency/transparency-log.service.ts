import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Outbox } from '../../platform/outbox/index.js';
import { DatabaseClock } from '../../platform/persistence/database-clock.service.js';
import { canonicalJson } from '../../platform/domain/canonical-json.rules.js';
import { committedHash, newNonce } from './leaf.js';
import type { LogContent, LogSubject } from './log-subjects.port.js';
import { findLastLeaf, insertLeaf, lockLog, nextTimestamp } from './log.repository.js';

/** Outbox kind: the log has its first leaf, and no head yet. */
export const SIGN_FIRST_HEAD = 'log.sign-first-head';

export interface LogEntry extends LogSubject {
  content: LogContent;
  at: Date;
}

/** Appends every signal and amendment as a leaf of an append-only tree. */
@Injectable()
export class TransparencyLogService {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Locks the log for this transaction and returns its timestamp: after every leaf and head, in whole milliseconds, by the database's
   * clock. Call it late: no other transaction can publish until this one has ended.
   */
  async moment(tx: EntityManager): Promise<Date> {
    await lockLog(tx);
    return nextTimestamp(tx, await this.clock.now(tx));
  }

  /** Appends a leaf in the publishing transaction, so that both are committed or neither. `at` is a `moment` of the same transaction. */
  async append(tx: EntityManager, { kind, subjectId, signalId, content, at }: LogEntry): Promise<void> {
    if (content['kind'] !== kind || content['id'] !== subjectId) throw new Error('the content of a leaf names its kind and its id');
    await lockLog(tx);
    const last = await findLastLeaf(tx);
    if (last && at <= last.at) throw new Error('a leaf is younger than those before it');
    const text = canonicalJson(content);
    const nonce = newNonce();
    const index = last ? last.index + 1n : 0n;
    await insertLeaf(tx, { index, kind, subjectId, signalId, content: text, nonce, hash: committedHash(nonce, text), at });
    // Later leaves are signed within the hour. The first is signed as soon as this transaction has committed.
    if (!last) await this.outbox.add(tx, { kind: SIGN_FIRST_HEAD, dedupeKey: `${SIGN_FIRST_HEAD}:${subjectId}`, payload: { v: 1 } });
  }
}
