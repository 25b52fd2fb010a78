import { Injectable, Logger } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { AuditLog, headsAgainstChain } from '../audit/index.js';
import { headText, type AuditHead } from './leaf.js';
import { headColumns, toHead, type HeadRow, type LogHead } from './log-head.js';
import { LogKeys } from './log-keys.js';
import { RunningRoot } from './merkle.js';
import { LOG_LOCK, TransparencyLog } from './transparency-log.js';

const BATCH = 10_000;
/** The job looks every five minutes: so no leaf waits longer than an hour for a head, and no two heads are made in one. */
export const HEAD_EVERY_MINUTES = 55;
/** A log in which nothing was published is signed so often, for the head names the end of the audit log too. */
export const QUIET_HEAD_HOURS = 24;
/** In the audit log, which the database's owner alone cannot rewrite either: a head that is removed from the end is missed there. */
export const HEAD_SIGNED = 'log.head';

interface LastHead extends LogHead {
  /** Signed more than QUIET_HEAD_HOURS ago. */
  isOld: boolean;
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
    const [row] = await this.orm.em.fork().execute<{ due: boolean }[]>(
      `select exists (select 1 from log_leaves) and coalesce((
            select signed_at <= now() - interval '${HEAD_EVERY_MINUTES} minutes' from log_heads order by number desc limit 1), true) as due`,
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
   * Signs a head over all leaves and the end of the audit log, and returns its size. Null where nothing is new and the last head is of today, where another
   * worker has signed, or where tree or audit log are not what was signed; and, for all heads but the first, where somebody publishes right now: the next round of the job signs them.
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
      const audit = await auditHead(tx);
      const isQuiet = running.size === (last?.size ?? 0) && running.size === (await countOf(tx));
      if (isQuiet && !(last?.isOld && (audit?.count ?? 0) > (last.audit?.count ?? 0))) return null;
      if (!(await this.isAsSigned(tx, last))) return null;
      if (running.size !== (await countOf(tx)) || (last && !rootThen?.equals(last.root))) {
        this.logger.error(
          { head: last?.number ?? null, leaves: running.size },
          'the log is not what was signed, or has a hole: nothing more is signed, see log:verify',
        );
        return null;
      }
      const head = {
        number: (last?.number ?? 0) + 1,
        size: running.size,
        root: running.root(),
        signedAt: await this.log.moment(tx),
        audit,
      };
      const keyId = this.keys.current.id;
      await tx.execute(
        'insert into log_heads (number, size, root, signed_at, signature, key_id, audit_count, audit_hash) values (?, ?, ?, ?, ?, ?, ?, ?)',
        [
          head.number,
          head.size,
          head.root,
          head.signedAt,
          this.keys.sign(headText(head)),
          keyId,
          audit?.count ?? null,
          audit?.hash ?? null,
        ],
      );
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

  /** A head that follows one that was altered, or a cut audit log, would vouch for it: nothing is signed, and outsiders miss the next head. */
  private async isAsSigned(tx: EntityManager, last: LastHead | null): Promise<boolean> {
    if (!last) return true;
    const [contradicted] = await headsAgainstChain(tx, 1);
    const isSigned = !this.keys.knows(last.keyId) || this.keys.isSigned(headText(last), last.keyId, last.signature);
    if (contradicted)
      this.logger.error(
        { head: contradicted },
        'the audit log is not what was signed: nothing more is signed, see audit:verify and log:verify',
      );
    if (!isSigned) this.logger.error({ head: last.number }, 'the last head was altered: nothing more is signed, see log:verify');
    return !contradicted && isSigned;
  }
}

/** The end of the audit chain; null where nothing was sealed yet. */
async function auditHead(em: EntityManager): Promise<AuditHead | null> {
  const [row] = await em.execute<{ seq: string; hash: Buffer }[]>('select seq, hash from audit_seals order by seq desc limit 1');
  return row ? { count: Number(row.seq), hash: row.hash } : null;
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
  const [row] = await em.execute<(HeadRow & { is_old: boolean })[]>(
    `select ${headColumns}, signed_at <= now() - interval '${QUIET_HEAD_HOURS} hours' as is_old from log_heads order by number desc limit 1`,
  );
  return row ? { ...toHead(row), isOld: row.is_old } : null;
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
