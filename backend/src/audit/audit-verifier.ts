import { Injectable } from '@nestjs/common';
import { IsolationLevel, type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { AuditAnchors, type Anchor } from './audit-anchors.js';
import { CHAIN_START, chainedColumns, sealHash, type ChainedRow } from './audit-chain.js';
import { ANCHOR_EVERY } from './audit-sealer.js';
import { headsAgainstChain } from './log-heads.repository.js';

const BATCH = 1000;
/** How long an event may wait for its seal, or a seal for its anchor, while others are written; both take a minute at most where a worker runs. */
const PATIENCE = `interval '5 minutes'`;

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

interface LinkRow extends ChainedRow {
  seq: string;
  event_id: string;
  prev: Buffer;
  hash: Buffer;
}

interface AnchorRow {
  seq: string;
  hash: Buffer;
  mac: Buffer;
  sealed: Buffer | null;
}

class Broken extends Error {
  constructor(readonly where: ChainBreak) {
    super(where.message);
  }
}

const broken = (fault: ChainFault, seq: bigint | null, message: string, eventId: string | null = null) =>
  new Broken({ fault, seq: seq === null ? null : String(seq), eventId, message });

/** Reads the whole audit chain, in one snapshot and in batches, and finds the first place where it is not what was sealed (security 3.9). Changes nothing. */
@Injectable()
export class AuditVerifier {
  constructor(
    private readonly orm: MikroORM,
    private readonly anchors: AuditAnchors,
  ) {}

  /** `outside`: anchors that were kept where the database cannot reach, in the order in which they were written. Only they show that the end was cut off together with its anchors. */
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
      const rows = await tx.execute<LinkRow[]>(
        `select s.seq, s.event_id, s.prev, s.hash, ${chainedColumns} from audit_seals s left join audit_events e on e.id = s.event_id where s.seq > ? order by s.seq limit ${BATCH}`,
        [String(seq)],
      );
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
      const rows = await tx.execute<AnchorRow[]>(
        `select a.seq, a.hash, a.mac, s.hash as sealed from audit_anchors a left join audit_seals s on s.seq = a.seq where a.seq > ? order by a.seq limit ${BATCH}`,
        [String(last)],
      );
      for (const row of rows) {
        const seq = BigInt(row.seq);
        this.checkAnchor({ ...row, seq }, row.sealed, { report, believed: last });
        if (seq - last > ANCHOR_EVERY) throw broken('anchor', last + 1n, `there is no anchor between the numbers ${last} and ${seq}`);
        last = seq;
      }
      if (rows.length < BATCH) break;
    }
    const [tail] = await tx.execute<{ late: boolean }[]>(
      `select coalesce((select sealed_at from audit_seals where seq = ?) < (select max(sealed_at) from audit_seals where seq > ?) - ${PATIENCE}, false) as late`,
      [String(last + 1n), String(last)],
    );
    if (BigInt(report.sealed) - last > ANCHOR_EVERY || tail?.late)
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
    const [compared] = await tx.execute<{ n: number }[]>('select count(*)::int as n from log_heads where audit_count is not null');
    report.heads = compared?.n ?? 0;
  }

  private async outsideAnchors(tx: EntityManager, report: ChainReport, outside: AsyncIterable<Anchor> | Iterable<Anchor>): Promise<void> {
    let batch: Anchor[] = [];
    /** The lowest number that an anchor contradicts; a restore that follows may explain it. */
    let open: { seq: bigint; error: Broken } | null = null;
    const compare = async () => {
      const rows = await tx.execute<{ seq: string; hash: Buffer }[]>('select seq, hash from audit_seals where seq = any(?::bigint[])', [
        `{${batch.map(({ seq }) => seq).join(',')}}`,
      ]);
      const sealed = new Map(rows.map((row) => [row.seq, row.hash]));
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
    const [lost] = await tx.execute<{ id: string }[]>(
      `select e.id from audit_events e where not exists (select 1 from audit_seals s where s.event_id = e.id) and not exists (select 1 from audit_unsealed u where u.event_id = e.id) order by e.at, e.id limit 1`,
    );
    if (lost) throw broken('unsealed', null, `the event ${lost.id} has no seal and waits for none`, lost.id);
    const [gone] = await tx.execute<{ id: string }[]>(
      `select u.event_id as id from audit_unsealed u where not exists (select 1 from audit_events e where e.id = u.event_id) order by u.at, u.event_id limit 1`,
    );
    if (gone) throw broken('missing', null, `the event ${gone.id} was removed before it was sealed`, gone.id);
    // Measured by what happened after it, not by the clock: in a product that is at rest, or in a backup, the last events may wait.
    const [wait] = await tx.execute<{ waiting: string; id: string | null; late: boolean | null }[]>(
      `select (select count(*) from audit_unsealed) as waiting, o.event_id as id, o.at < greatest((select max(at) from audit_events), (select max(sealed_at) from audit_seals)) - ${PATIENCE} as late
        from (select 1) one left join (select event_id, at from audit_unsealed order by at, event_id limit 1) o on true`,
    );
    report.waiting = Number(wait?.waiting ?? 0);
    if (wait?.late)
      throw broken('unsealed', null, `${report.waiting} events are not sealed, the oldest is ${wait.id}: does a worker run?`, wait.id);
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
