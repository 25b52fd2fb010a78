import type { EntityManager } from '@mikro-orm/postgresql';
import { findSignedHeads, headsAgainstChain } from '../../operations/audit/index.js';
import { headText, type AuditHead } from './leaf.js';
import type { LogKeys } from './log-keys.js';
import { findHeads, isLongerAgo, type LogHead, type StoredLeaf } from './log.repository.js';
import type { RunningRoot } from './merkle.js';

/** A worker signs within the hour; twice that is no delay any more. */
const UNSIGNED_HOURS = 2;
const MAX_CONTRADICTED = 10;

/**
 * Holds each head against the tree while its leaves go by. All heads are in memory: some 200 bytes an hour in which something was
 * published.
 */
export class HeadCheck {
  private next = 0;
  private leaves = 0;
  private unsignedSince: Date | null = null;

  private constructor(
    private readonly heads: readonly LogHead[],
    private readonly keys: LogKeys,
    private readonly fault: (sentence: string) => void,
  ) {}

  static async of(tx: EntityManager, keys: LogKeys, fault: (sentence: string) => void): Promise<HeadCheck> {
    const heads = await findHeads(tx);
    const check = new HeadCheck(heads, keys, fault);
    for (const [at, head] of heads.entries()) check.alone(head, heads[at - 1]);
    return check;
  }

  get count(): number {
    return this.heads.length;
  }

  get signed(): number {
    return Math.min(this.leaves, this.heads.at(-1)?.size ?? 0);
  }

  /** To be told of every leaf in its order, `tree` having taken it in. */
  leaf({ index, at }: StoredLeaf, tree: RunningRoot): void {
    this.leaves += 1;
    // Sizes count leaves, so a leaf that is missing shows in every head after it as well.
    const before = this.heads[this.next - 1];
    const head = this.heads[this.next];
    if (before && at <= before.signedAt)
      this.fault(
        `leaf ${index}: its time (${at.toISOString()}) is before head ${before.number} was signed (${before.signedAt.toISOString()}), which does not know it`,
      );
    if (!head) {
      this.unsignedSince ??= at;
      return;
    }
    if (at > head.signedAt)
      this.fault(
        `leaf ${index}: its time (${at.toISOString()}) is after head ${head.number} was signed (${head.signedAt.toISOString()}), which knows it`,
      );
    // Several heads may vouch for the same leaves: a quiet log is signed as well.
    for (let due = this.heads[this.next]; due && tree.size >= due.size; due = this.heads[this.next]) {
      if (!tree.root().equals(due.root))
        this.fault(
          `head ${due.number}: the first ${due.size} leaves have the root ${tree.root().toString('hex')}, signed was ${due.root.toString('hex')}`,
        );
      this.next += 1;
    }
  }

  /** After the last leaf. */
  async end(tx: EntityManager): Promise<void> {
    for (const { number, size } of this.heads.slice(this.next))
      this.fault(`head ${number}: it vouches for ${size} leaves, the log has ${this.leaves}`);
    if (await isLongerAgo(tx, this.unsignedSince, UNSIGNED_HOURS))
      this.fault(`no head vouches for the leaves since ${this.unsignedSince!.toISOString()}: does a worker run?`);
    await this.witnessed(tx);
    for (const { number, count, rewritten } of await headsAgainstChain(tx, MAX_CONTRADICTED))
      this.fault(
        rewritten
          ? `head ${number}: the audit log's event ${count} has another hash than was signed`
          : `head ${number}: it was signed when the audit log had ${count} events, and it has fewer now`,
      );
  }

  /** What of a head can be seen without the tree. */
  private alone(head: LogHead, before: LogHead | undefined): void {
    const { number, size, signedAt, keyId, signature } = head;
    const expected = (before?.number ?? 0) + 1;
    if (number !== expected)
      this.fault(number === expected + 1 ? `head ${expected} is missing` : `heads ${expected} to ${number - 1} are missing`);
    const wasQuiet = before !== undefined && size === before.size && (head.audit?.count ?? 0) > (before.audit?.count ?? 0);
    if (size <= (before?.size ?? 0) && !wasQuiet) this.fault(`head ${number}: it vouches for no more leaves than the head before it`);
    if (before?.audit) this.audited(head, before.audit);
    if (before && signedAt <= before.signedAt) this.fault(`head ${number}: it was signed before the head before it`);
    if (!this.keys.knows(keyId)) this.fault(`head ${number}: its key ${keyId} is neither LOG_SIGNING_KEY nor one of LOG_EARLIER_KEYS`);
    else if (!this.keys.isSigned(headText(head), keyId, signature)) this.fault(`head ${number}: its signature does not hold`);
  }

  /** The audit log only grows as well. */
  private audited({ number, audit }: LogHead, before: AuditHead): void {
    if (!audit) this.fault(`head ${number}: it says nothing of the audit log, as the head before it did`);
    else if (audit.count < before.count) this.fault(`head ${number}: the audit log has fewer events than at the head before it`);
    else if (audit.count === before.count && !Buffer.from(before.hash).equals(audit.hash))
      this.fault(`head ${number}: the audit log has as many events as at the head before it, and another hash`);
  }

  /** The audit log, a chain of its own, tells of every head that was signed. */
  private async witnessed(tx: EntityManager): Promise<void> {
    const known = new Map(this.heads.map((head) => [String(head.number), head]));
    for (const { number, size, root } of await findSignedHeads(tx)) {
      const head = known.get(number);
      if (!head) this.fault(`head ${number} is missing: the audit log tells that it was signed over ${size} leaves`);
      else if (String(head.size) !== size || head.root.toString('hex') !== root)
        this.fault(`head ${number}: the audit log tells that it was signed over ${size} leaves with the root ${root}`);
    }
  }
}
