import { Injectable } from '@nestjs/common';
import { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { AuditAnchors, type Anchor } from './audit-anchors.js';
import { CHAIN_START, chainedColumns, sealHash, type ChainedRow } from './audit-chain.js';

/** Only its holder may put links to the chain. */
export const CHAIN_LOCK = 7_489_205;
/** Links between two anchors at most; the verification counts on it. */
export const ANCHOR_EVERY = 100;
export const ANCHOR_AFTER_SECONDS = 60;

interface Head {
  seq: string | null;
  hash: Buffer | null;
  anchored: string | null;
  /** The oldest link that no anchor covers has waited for more than ANCHOR_AFTER_SECONDS. */
  due: boolean;
}

const readHead = `select h.seq, h.hash, a.seq as anchored,
    coalesce((select s.sealed_at < now() - interval '${ANCHOR_AFTER_SECONDS} seconds' from audit_seals s where s.seq = coalesce(a.seq, 0) + 1), false) as due
  from (select 1) one left join (select seq, hash from audit_seals order by seq desc limit 1) h on true left join (select seq from audit_anchors order by seq desc limit 1) a on true`;

/**
 * Puts every audit event that was committed on the chain. One that commits late gets a later number, none is passed over: each leaves the list of what
 * waits in the transaction that seals it.
 */
@Injectable()
export class AuditSealer {
  constructor(
    private readonly orm: MikroORM,
    private readonly anchors: AuditAnchors,
  ) {}

  /** Seals what waits, and returns how many that were. Returns early while another process is at it, and when `signal` says so. */
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

  private async step(): Promise<{ sealed: number; anchor: Anchor | null; more: boolean }> {
    const em = this.orm.em.fork();
    const [idle] = await em.execute<{ waiting: boolean; open: boolean }[]>(
      `select exists(select 1 from audit_unsealed) as waiting, coalesce((select max(seq) from audit_seals), 0) > coalesce((select max(seq) from audit_anchors), 0) as open`,
    );
    if (!idle?.waiting && !idle?.open) return { sealed: 0, anchor: null, more: false };
    return em.transactional(async (tx) => {
      const [lock] = await tx.execute<{ mine: boolean }[]>('select pg_try_advisory_xact_lock(?) as mine', [CHAIN_LOCK]);
      if (!lock?.mine) return { sealed: 0, anchor: null, more: false };
      return this.seal(tx);
    });
  }

  /** Under the lock: every statement sees what the holder before has committed. */
  private async seal(tx: EntityManager): Promise<{ sealed: number; anchor: Anchor | null; more: boolean }> {
    const [head] = await tx.execute<Head[]>(readHead);
    const anchored = BigInt(head?.anchored ?? 0);
    let seq = BigInt(head?.seq ?? 0);
    let hash = head?.hash ?? CHAIN_START;
    // Up to where the next anchor stands, no further.
    const room = Math.max(1, ANCHOR_EVERY - Number(seq - anchored));
    const rows = await tx.execute<ChainedRow[]>(
      `select ${chainedColumns} from audit_unsealed u join audit_events e on e.id = u.event_id order by u.at, u.event_id limit ?`,
      [room],
    );
    if (rows.length > 0) {
      const links = rows.map((row) => {
        const prev = hash;
        seq += 1n;
        hash = sealHash(prev, seq, row);
        return { seq: String(seq), event_id: row.id, prev: prev.toString('hex'), hash: hash.toString('hex') };
      });
      await tx.execute(
        `insert into audit_seals (seq, event_id, prev, hash) select l.seq, l.event_id, decode(l.prev, 'hex'), decode(l.hash, 'hex') from jsonb_to_recordset(?::jsonb) as l (seq bigint, event_id uuid, prev text, hash text)`,
        [JSON.stringify(links)],
      );
      await tx.execute(`delete from audit_unsealed where event_id = any(?::uuid[])`, [`{${rows.map(({ id }) => id).join(',')}}`]);
    }
    const due = seq > anchored && (seq - anchored >= BigInt(ANCHOR_EVERY) || head?.due === true);
    return { sealed: rows.length, anchor: due ? await this.anchor(tx, seq, hash) : null, more: rows.length === room };
  }

  private async anchor(tx: EntityManager, seq: bigint, hash: Buffer): Promise<Anchor> {
    const anchor = this.anchors.make(seq, hash);
    await tx.execute('insert into audit_anchors (seq, hash, mac) values (?, ?, ?)', [String(seq), anchor.hash, anchor.mac]);
    return anchor;
  }
}
