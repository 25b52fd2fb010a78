import { Injectable, Logger } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { headText } from './leaf.js';
import { LogKeys } from './log-keys.js';
import { RunningRoot } from './merkle.js';
import { LOG_LOCK, TransparencyLog } from './transparency-log.js';

const BATCH = 10_000;
/** The job looks every five minutes: so no leaf waits longer than an hour for a head, and no two heads are made in one. */
export const HEAD_EVERY_MINUTES = 55;
/** In the audit log, which the database's owner alone cannot rewrite either: a head that is removed from the end is missed there. */
export const HEAD_SIGNED = 'log.head';

interface LastHead {
  number: number;
  size: number;
  root: Buffer;
}

/** Signs what the tree is, unless it is not what it was. */
@Injectable()
export class HeadSigner {
  private readonly logger = new Logger('TransparencyLog');

  constructor(
    private readonly orm: MikroORM,
    private readonly log: TransparencyLog,
    private readonly keys: LogKeys,
    private readonly audit: AuditLog,
  ) {}

  /** Signs where leaves wait and the last head is old enough; see `sign`. */
  async signWhereDue(): Promise<number | null> {
    const [row] = await this.orm.em
      .fork()
      .execute<{ due: boolean }[]>(
        `select exists (select 1 from log_leaves) and coalesce((select signed_at <= now() - interval '${HEAD_EVERY_MINUTES} minutes' from log_heads order by number desc limit 1), true) as due`,
      );
    return row?.due ? this.sign() : null;
  }

  /** Whether there is a leaf and no head at all. */
  async isFirstDue(): Promise<boolean> {
    const [row] = await this.orm.em
      .fork()
      .execute<{ due: boolean }[]>('select exists (select 1 from log_leaves) and not exists (select 1 from log_heads) as due');
    return row?.due ?? false;
  }

  /**
   * Signs a head over all leaves, and returns its size. Null where nothing is new, where another worker has signed, or where the tree is not what was signed;
   * and, for all heads but the first, where somebody publishes right now: the next round of the job signs them.
   */
  async sign(): Promise<number | null> {
    const em = this.orm.em.fork();
    // The tree is read before the lock: publishing waits for the last few leaves alone.
    const running = new RunningRoot();
    const before = await lastHead(em);
    const rootThen = await read(em, running, before?.size ?? 0);
    return em.transactional(async (tx) => {
      if (!(await isLocked(tx, before === null))) return null;
      const last = await lastHead(tx);
      if (last?.number !== before?.number) return null;
      await read(tx, running, null);
      if (running.size === (last?.size ?? 0) && running.size === (await countOf(tx))) return null;
      if (running.size !== (await countOf(tx)) || (last && !rootThen?.equals(last.root))) {
        this.logger.error(
          { head: last?.number ?? null, leaves: running.size },
          'the log is not what was signed, or has a hole: nothing more is signed, see log:verify',
        );
        return null;
      }
      const head = { number: (last?.number ?? 0) + 1, size: running.size, root: running.root(), signedAt: await this.log.moment(tx) };
      const keyId = this.keys.current.id;
      await tx.execute('insert into log_heads (number, size, root, signed_at, signature, key_id) values (?, ?, ?, ?, ?, ?)', [
        head.number,
        head.size,
        head.root,
        head.signedAt,
        this.keys.sign(headText(head)),
        keyId,
      ]);
      await this.audit.record(tx, {
        action: HEAD_SIGNED,
        actorId: null,
        actorRole: null,
        targetType: 'log',
        targetId: String(head.number),
        detail: { size: head.size, root: head.root.toString('hex') },
      });
      this.logger.log({ head: { number: head.number, size: head.size, root: head.root.toString('hex'), keyId } }, 'transparency log head');
      return head.size;
    });
  }
}

/** Takes the log's turn; `wait`: however long others have it, which is never longer than a transaction that publishes. */
async function isLocked(tx: EntityManager, wait: boolean): Promise<boolean> {
  if (wait) {
    await tx.execute('select pg_advisory_xact_lock(?)', [LOG_LOCK]);
    return true;
  }
  const [lock] = await tx.execute<{ mine: boolean }[]>('select pg_try_advisory_xact_lock(?) as mine', [LOG_LOCK]);
  return lock?.mine ?? false;
}

async function lastHead(em: EntityManager): Promise<LastHead | null> {
  const [row] = await em.execute<{ number: string; size: string; root: Buffer }[]>(
    'select number, size, root from log_heads order by number desc limit 1',
  );
  return row ? { number: Number(row.number), size: Number(row.size), root: row.root } : null;
}

async function countOf(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ n: string }[]>('select coalesce(max(index) + 1, 0) as n from log_leaves');
  return Number(row?.n);
}

/** Takes in all leaves from where `running` stands; returns the root that the tree had at the size `at`. A hole ends the reading. */
async function read(em: EntityManager, running: RunningRoot, at: number | null): Promise<Buffer | null> {
  let root = at === running.size ? running.root() : null;
  for (;;) {
    const rows = await em.execute<{ index: string; leaf_hash: Buffer }[]>(
      'select index, leaf_hash from log_leaves where index >= ? order by index limit ?',
      [running.size, BATCH],
    );
    for (const { index, leaf_hash } of rows) {
      if (Number(index) !== running.size) return null;
      running.append(leaf_hash);
      if (running.size === at) root = running.root();
    }
    if (rows.length < BATCH) return root;
  }
}
