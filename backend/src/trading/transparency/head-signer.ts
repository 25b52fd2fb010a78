import { Injectable, Logger } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { AuditLog, findLastSeal, HEAD_SIGNED, headsAgainstChain } from '../../operations/audit/index.js';
import { headText } from './leaf.js';
import { LogKeys } from './log-keys.js';
import {
  countLeaves,
  findLastHead,
  findLastHeadWithAge,
  findLeafHashes,
  insertHead,
  isFirstHeadDue,
  isHeadDue,
  lockLog,
  tryLockLog,
  type LogHead,
} from './log.repository.js';
import { RunningRoot } from './merkle.js';
import { TransparencyLog } from './transparency-log.js';

const BATCH = 10_000;
/** The job looks every five minutes: so no leaf waits longer than an hour for a head, and no two heads are made in one. */
export const HEAD_EVERY_MINUTES = 55;
/** A log in which nothing was published is signed so often, for the head names the end of the audit log too. */
export const QUIET_HEAD_HOURS = 24;
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
    return (await isHeadDue(this.orm.em.fork(), HEAD_EVERY_MINUTES)) ? this.sign() : null;
  }

  /** Whether there is a leaf and no head at all. */
  isFirstDue(): Promise<boolean> {
    return isFirstHeadDue(this.orm.em.fork());
  }

  /**
   * Signs a head over all leaves and the end of the audit log, and returns its size. Null where nothing is new and the last head is of
   * today, where another worker has signed, or where tree or audit log are not what was signed; and, for all heads but the first, where
   * somebody publishes right now: the next round of the job signs them.
   */
  async sign(): Promise<number | null> {
    const em = this.orm.em.fork();
    // The tree is read before the lock: publishing waits for the last few leaves alone.
    const running = new RunningRoot();
    const before = await findLastHead(em);
    const rootThen = await read(em, running, before?.size ?? 0);
    return em.transactional(async (tx) => {
      if (!(await isLocked(tx, before === null))) return null;
      const last = await findLastHeadWithAge(tx, QUIET_HEAD_HOURS);
      if (last?.number !== before?.number) return null;
      await read(tx, running, null);
      const audit = await findLastSeal(tx);
      const isQuiet = running.size === (last?.size ?? 0) && running.size === (await countLeaves(tx));
      if (isQuiet && !(last?.isOld && (audit?.count ?? 0) > (last.audit?.count ?? 0))) return null;
      if (!(await this.isAsSigned(tx, last))) return null;
      if (running.size !== (await countLeaves(tx)) || (last && !rootThen?.equals(last.root))) {
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
      await insertHead(tx, { ...head, keyId, signature: this.keys.sign(headText(head)) });
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

  /**
   * A head that follows one that was altered, or a cut audit log, would vouch for it: nothing is signed, and outsiders miss the next head.
   */
  private async isAsSigned(tx: EntityManager, last: LogHead | null): Promise<boolean> {
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

/** Takes the lock of the log. `wait`: waits while others hold it, never longer than a publishing transaction takes. */
async function isLocked(tx: EntityManager, wait: boolean): Promise<boolean> {
  if (!wait) return tryLockLog(tx);
  await lockLog(tx);
  return true;
}

/** Appends all leaves after those in `running`. Returns the root of the tree at size `at`. Stops at a gap. */
async function read(em: EntityManager, running: RunningRoot, at: number | null): Promise<Buffer | null> {
  let root = at === running.size ? running.root() : null;
  for (;;) {
    const leaves = await findLeafHashes(em, running.size, BATCH);
    for (const { index, hash } of leaves) {
      if (index !== running.size) return null;
      running.append(hash);
      if (running.size === at) root = running.root();
    }
    if (leaves.length < BATCH) return root;
  }
}
