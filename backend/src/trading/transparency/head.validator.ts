import type { EntityManager } from '@mikro-orm/postgresql';
import { findSignedHeads, headsAgainstChain } from '../../operations/audit/index.js';
import { headText, type AuditHead } from './leaf.js';
import type { LogKeysService } from './log-keys.service.js';
import { findHeads, isLongerAgo, type LogHead, type StoredLeaf } from './log.repository.js';
import type { RunningRoot } from './merkle.js';

/** Age at which unsigned leaves are a fault: workers sign within the hour. */
const UNSIGNED_HOURS = 2;
const MAX_CONTRADICTED = 10;

/** Compares all heads with the tree while the leaves are read in order. Keeps the heads in memory, about 200 bytes each. */
export class HeadValidator {
  private next = 0;
  private leaves = 0;
  private unsignedSince: Date | null = null;

  private constructor(
    private readonly heads: readonly LogHead[],
    private readonly keys: LogKeysService,
    private readonly fault: (sentence: string) => void,
  ) {}

  static async of(tx: EntityManager, keys: LogKeysService, fault: (sentence: string) => void): Promise<HeadValidator> {
    const heads = await findHeads(tx);
    const check = new HeadValidator(heads, keys, fault);
    for (const [at, head] of heads.entries()) check.alone(head, heads[at - 1]);
    return check;
  }

  get count(): number {
    return this.heads.length;
  }

  get signed(): number {
    return Math.min(this.leaves, this.heads.at(-1)?.size ?? 0);
  }

  /** Call it for every leaf in order, after it was appended to `tree`. */
  leaf({ index, at }: StoredLeaf, tree: RunningRoot): void {
    this.leaves += 1;
    // Sizes count leaves, so a missing leaf makes every later head differ.
    const before = this.heads[this.next - 1];
    const head = this.heads[this.next];
    if (before && at <= before.signedAt)
      this.fault(
        `leaf ${index}: its time (${at.toISOString()}) is before head ${before.number} was signed ` +
          `(${before.signedAt.toISOString()}), which does not know it`,
      );
    if (!head) {
      this.unsignedSince ??= at;
      return;
    }
    if (at > head.signedAt)
      this.fault(
        `leaf ${index}: its time (${at.toISOString()}) is after head ${head.number} was signed ` +
          `(${head.signedAt.toISOString()}), which knows it`,
      );
    // Several heads may cover the same leaves: a log without new leaves is signed once a day, too.
    for (let due = this.heads[this.next]; due && tree.size >= due.size; due = this.heads[this.next]) {
      if (!tree.root().equals(due.root))
        this.fault(
          `head ${due.number}: the first ${due.size} leaves have the root ${tree.root().toString('hex')}, ` +
            `signed was ${due.root.toString('hex')}`,
        );
      this.next += 1;
    }
  }

  /** Call it after the last leaf. */
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

  /** Checks what does not need the tree. */
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

  /** Compares the audit log's end with that of the head before. */
  private audited({ number, audit }: LogHead, before: AuditHead): void {
    if (!audit) this.fault(`head ${number}: it says nothing of the audit log, as the head before it did`);
    else if (audit.count < before.count) this.fault(`head ${number}: the audit log has fewer events than at the head before it`);
    else if (audit.count === before.count && !Buffer.from(before.hash).equals(audit.hash))
      this.fault(`head ${number}: the audit log has as many events as at the head before it, and another hash`);
  }

  /** Compares heads with their records in the audit log, which is a hash chain of its own. */
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
