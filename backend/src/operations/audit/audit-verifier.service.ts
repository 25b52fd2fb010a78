import { Injectable } from '@nestjs/common';
import { IsolationLevel, type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { AuditAnchorsService, type Anchor } from './audit-anchors.service.js';
import {
  countWaiting,
  findAnchors,
  findLinks,
  findLostEvent,
  findRemovedEvent,
  findSealHashes,
  isAnchorOverdue,
  type LinkRow,
} from './audit-chain.repository.js';
import { CHAIN_START, sealHash } from './audit-chain.js';
import { ANCHOR_INTERVAL } from './audit-sealer.service.js';
import { countHeadsWithChain, headsAgainstChain } from './log-heads.repository.js';

const BATCH = 1000;

export type ChainFault =
  /** A number without a link, or with a link whose event is gone. */
  | 'missing'
  /** The event, or its link, is not what was sealed. */
  | 'altered'
  /** The link does not hang on the one before it. */
  | 'moved'
  /** An anchor knows of links that are gone from the end. */
  | 'cut-off'
  /** The links fit each other and not the anchor. */
  | 'rewritten'
  /** An anchor that is missing, or that we did not make. */
  | 'anchor'
  /** An event that should have been sealed long ago. */
  | 'unsealed';

export interface ChainBreak {
  fault: ChainFault;
  /** The first number that cannot be believed; null where an event has none. */
  seq: string | null;
  eventId: string | null;
  message: string;
}

export interface ChainReport {
  sealed: string;
  /** Of the last link, in hex; null: there is none. */
  head: string | null;
  /** Anchors that were compared, those from outside included. */
  anchors: number;
  /** Signed heads of the transparency log that were compared. */
  heads: number;
  /** Backups that were restored since the first anchor from outside. */
  restores: number;
  /** Events that wait for their seal. */
  waiting: number;
  firstBreak: ChainBreak | null;
}

class Broken extends Error {
  constructor(readonly where: ChainBreak) {
    super(where.message);
  }
}

const broken = (fault: ChainFault, seq: bigint | null, message: string, eventId: string | null = null) =>
  new Broken({ fault, seq: seq === null ? null : String(seq), eventId, message });

/**
 * Reads the whole audit chain, in one snapshot and in batches, and finds the first place where it is not what was sealed (security 3.9).
 * Changes nothing.
 */
@Injectable()
export class AuditVerifierService {
  constructor(
    private readonly orm: MikroORM,
    private readonly anchors: AuditAnchorsService,
  ) {}

  /**
   * `outside`: anchors that were kept where the database cannot reach, in the order in which they were written. Only they show that the end
   * was cut off together with its anchors.
   */
  async verify(outside: AsyncIterable<Anchor> | Iterable<Anchor> = []): Promise<ChainReport> {
    return this.orm.em
      .fork()
      .transactional((tx) => this.read(tx, outside), { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
  }

  private async read(tx: EntityManager, outside: AsyncIterable<Anchor> | Iterable<Anchor>): Promise<ChainReport> {
    const report: ChainReport = { sealed: '0', head: null, anchors: 0, heads: 0, restores: 0, waiting: 0, firstBreak: null };
    try {
      await this.links(tx, report);
      await this.storedAnchors(tx, report);
      await this.signedHeads(tx, report);
      await this.outsideAnchors(tx, report, outside);
      await this.unsealed(tx, report);
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      report.firstBreak = error.where;
    }
    return report;
  }

  private async links(tx: EntityManager, report: ChainReport): Promise<void> {
    let seq = 0n;
    let hash: Buffer = CHAIN_START;
    for (;;) {
      const rows = await findLinks(tx, seq, BATCH);
      for (const row of rows) {
        seq += 1n;
        checkLink(seq, hash, row);
        hash = row.hash;
        report.sealed = String(seq);
        report.head = hash.toString('hex');
      }
      if (rows.length < BATCH) return;
    }
  }

  private async storedAnchors(tx: EntityManager, report: ChainReport): Promise<void> {
    let last = 0n;
    for (;;) {
      const rows = await findAnchors(tx, last, BATCH);
      for (const row of rows) {
        const seq = BigInt(row.seq);
        this.checkAnchor({ ...row, seq }, row.sealed, { report, believed: last });
        if (seq - last > ANCHOR_INTERVAL) throw broken('anchor', last + 1n, `there is no anchor between the numbers ${last} and ${seq}`);
        last = seq;
      }
      if (rows.length < BATCH) break;
    }
    if (BigInt(report.sealed) - last > ANCHOR_INTERVAL || (await isAnchorOverdue(tx, last)))
      throw broken('anchor', last + 1n, `there is no anchor after the number ${last}`);
  }

  /** Outsiders keep the heads: the chain must have every end that was made public. */
  private async signedHeads(tx: EntityManager, report: ChainReport): Promise<void> {
    const [head] = await headsAgainstChain(tx, 1);
    if (head?.rewritten)
      throw broken(
        'rewritten',
        BigInt(head.count),
        `head ${head.number} of the transparency log names another hash of the number ${head.count}`,
      );
    if (head)
      throw broken(
        'cut-off',
        BigInt(report.sealed) + 1n,
        `the chain ends at the number ${report.sealed}, and head ${head.number} of the transparency log was signed at ${head.count}`,
      );
    report.heads = await countHeadsWithChain(tx);
  }

  private async outsideAnchors(tx: EntityManager, report: ChainReport, outside: AsyncIterable<Anchor> | Iterable<Anchor>): Promise<void> {
    let batch: Anchor[] = [];
    /** The lowest number that an anchor contradicts; a restore that follows may explain it. */
    let open: { seq: bigint; error: Broken } | null = null;
    const compare = async () => {
      const sealed = await findSealHashes(
        tx,
        batch.map(({ seq }) => seq),
      );
      for (const anchor of batch) {
        const error = this.contradiction(anchor, sealed.get(String(anchor.seq)) ?? null, report);
        if (error && (!open || anchor.seq < open.seq)) open = { seq: anchor.seq, error };
        if (error || !anchor.restored) continue;
        report.restores += 1;
        // What was cut with a later number belongs to the time before the restore.
        if (open && open.seq > anchor.seq) open = null;
      }
      batch = [];
    };
    for await (const anchor of outside) if (batch.push(anchor) === BATCH) await compare();
    if (batch.length > 0) await compare();
    if (open) throw (open as { error: Broken }).error;
  }

  /** An anchor that is not ours is no matter of restores: it is thrown at once. */
  private contradiction(anchor: Anchor, sealed: Buffer | null, report: ChainReport): Broken | null {
    if (anchor.restored && anchor.seq === 0n && this.anchors.isOurs(anchor)) return null;
    try {
      this.checkAnchor(anchor, sealed, { report, believed: anchor.seq - 1n });
      return null;
    } catch (error) {
      if (!(error instanceof Broken) || error.where.fault === 'anchor') throw error;
      return error;
    }
  }

  /** `believed`: up to where the chain is vouched for by the anchor before. */
  private checkAnchor(anchor: Anchor, sealed: Buffer | null, { report, believed }: { report: ChainReport; believed: bigint }): void {
    if (!this.anchors.isOurs(anchor))
      throw broken('anchor', anchor.seq, `the anchor at the number ${anchor.seq} was not made with our key`);
    if (!sealed)
      throw broken(
        'cut-off',
        BigInt(report.sealed) + 1n,
        `the chain ends at the number ${report.sealed}, and an anchor vouches for ${anchor.seq}`,
      );
    if (!sealed.equals(anchor.hash))
      throw broken(
        'rewritten',
        believed + 1n,
        `the chain was rewritten at or before the number ${anchor.seq}: it fits itself and not its anchor`,
      );
    report.anchors += 1;
  }

  private async unsealed(tx: EntityManager, report: ChainReport): Promise<void> {
    const lost = await findLostEvent(tx);
    if (lost) throw broken('unsealed', null, `the event ${lost} has no seal and waits for none`, lost);
    const removed = await findRemovedEvent(tx);
    if (removed) throw broken('missing', null, `the event ${removed} was removed before it was sealed`, removed);
    const { waiting, oldest, late } = await countWaiting(tx);
    report.waiting = waiting;
    if (late) throw broken('unsealed', null, `${waiting} events are not sealed, the oldest is ${oldest}: does a worker run?`, oldest);
  }
}

function checkLink(seq: bigint, before: Buffer, row: LinkRow): void {
  if (row.seq !== String(seq)) throw broken('missing', seq, `there is no link with the number ${seq}`);
  if (row.id === null) throw broken('missing', seq, `the event ${row.event_id} with the number ${seq} is gone`, row.event_id);
  if (!row.prev.equals(before))
    throw broken('moved', seq, `the link with the number ${seq} does not hang on the one before it`, row.event_id);
  if (!row.hash.equals(sealHash(before, seq, row)))
    throw broken('altered', seq, `the event ${row.event_id} with the number ${seq} is not what was sealed`, row.event_id);
}
