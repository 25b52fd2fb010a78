import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Outbox } from '../common/outbox/index.js';
import { DatabaseClock } from '../common/persistence/database-clock.js';
import { canonicalJson } from './canonical-json.js';
import { committedHash, newNonce } from './leaf.js';
import type { LogContent, LogSubject } from './log-subjects.js';

/** Whoever appends or signs holds it to the end of its transaction: so indexes have no holes, and times rise with them. */
export const LOG_LOCK = 7_489_206;

/** Outbox kind: the log has its first leaf, and no head yet. */
export const SIGN_FIRST_HEAD = 'log.sign-first-head';

export interface LogEntry extends LogSubject {
  content: LogContent;
  at: Date;
}

/** Every signal, and everything told about one, is a leaf of a tree that only grows. */
@Injectable()
export class TransparencyLog {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Takes the turn of this transaction, and says its moment: after every leaf and every head there is, in whole milliseconds, by the database's clock. Call
   * it late: nobody else publishes until the transaction has ended.
   */
  async moment(tx: EntityManager): Promise<Date> {
    await this.lock(tx);
    const [row] = await tx.execute<{ at: string }[]>(
      `select greatest(
          ?::timestamptz,
          (select at from log_leaves order by index desc limit 1) + interval '1 millisecond',
          (select signed_at from log_heads order by number desc limit 1) + interval '1 millisecond'
        ) as at`,
      [await this.clock.now(tx)],
    );
    return new Date(row!.at);
  }

  /** Appends in the transaction that tells it to members: both are there, or neither. `at` is a `moment` of the same transaction. */
  async append(tx: EntityManager, { kind, subjectId, signalId, content, at }: LogEntry): Promise<void> {
    if (content['kind'] !== kind || content['id'] !== subjectId) throw new Error('the content of a leaf names its kind and its id');
    await this.lock(tx);
    const [last] = await tx.execute<{ index: string; at: string }[]>('select index, at from log_leaves order by index desc limit 1');
    if (last && at <= new Date(last.at)) throw new Error('a leaf is younger than those before it');
    const text = canonicalJson(content);
    const nonce = newNonce();
    await tx.execute(
      'insert into log_leaves (index, kind, subject_id, signal_id, content, nonce, leaf_hash, at) values (?, ?, ?, ?, ?, ?, ?, ?)',
      [last ? String(BigInt(last.index) + 1n) : '0', kind, subjectId, signalId, text, nonce, committedHash(nonce, text), at],
    );
    // Later leaves wait for the head that is due within the hour; the first one is signed as soon as this transaction has committed.
    if (!last) await this.outbox.add(tx, { kind: SIGN_FIRST_HEAD, dedupeKey: `${SIGN_FIRST_HEAD}:${subjectId}`, payload: { v: 1 } });
  }

  private async lock(tx: EntityManager): Promise<void> {
    await tx.execute('select pg_advisory_xact_lock(?)', [LOG_LOCK]);
  }
}
