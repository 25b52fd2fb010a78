import { Injectable } from '@nestjs/common';
import { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { AuditAnchorsService, type Anchor } from './audit-anchors.service.js';
import { appendLinks, findChainEnd, findUnsealed, hasWork, insertAnchor, tryLockChain } from './audit-chain.repository.js';
import { CHAIN_START, sealHash } from './audit-chain.js';

/** The largest distance between two anchors; the verification relies on it. */
export const ANCHOR_INTERVAL = 100;
export const ANCHOR_AFTER_SECONDS = 60;

interface Step {
  sealed: number;
  anchor: Anchor | null;
  more: boolean;
}
const NOTHING: Step = { sealed: 0, anchor: null, more: false };

/**
 * Appends every committed audit event to the chain. An event that commits late gets a later number and none is skipped: each leaves the
 * waiting list in the transaction that seals it.
 */
@Injectable()
export class AuditSealerService {
  constructor(
    private readonly orm: MikroORM,
    private readonly anchors: AuditAnchorsService,
  ) {}

  /**
   * Seals all waiting events and returns their number. Returns early while another process holds the lock, and when `signal` is aborted.
   */
  async sealAll(signal?: AbortSignal): Promise<number> {
    let sealed = 0;
    while (signal?.aborted !== true) {
      const step = await this.step();
      sealed += step.sealed;
      if (step.anchor) await this.anchors.publish(step.anchor);
      if (!step.more) break;
    }
    return sealed;
  }

  private async step(): Promise<Step> {
    const em = this.orm.em.fork();
    if (!(await hasWork(em))) return NOTHING;
    return em.transactional(async (tx) => ((await tryLockChain(tx)) ? this.seal(tx) : NOTHING));
  }

  /** Runs under the lock, so every statement sees what the previous holder committed. */
  private async seal(tx: EntityManager): Promise<Step> {
    const end = await findChainEnd(tx, ANCHOR_AFTER_SECONDS);
    let { seq } = end;
    let hash = end.hash ?? CHAIN_START;
    // Up to the next anchor.
    const room = Math.max(1, ANCHOR_INTERVAL - Number(seq - end.anchored));
    const rows = await findUnsealed(tx, room);
    const links = rows.map((row) => {
      const prev = hash;
      seq += 1n;
      hash = sealHash(prev, seq, row);
      return { seq: String(seq), eventId: row.id, prev: prev.toString('hex'), hash: hash.toString('hex') };
    });
    if (links.length > 0) await appendLinks(tx, links);
    const due = seq > end.anchored && (seq - end.anchored >= BigInt(ANCHOR_INTERVAL) || end.anchorDue);
    const anchor = due ? this.anchors.make(seq, hash) : null;
    if (anchor) await insertAnchor(tx, anchor);
    return { sealed: rows.length, anchor, more: rows.length === room };
  }
}
