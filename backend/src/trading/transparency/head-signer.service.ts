import { Injectable, Logger } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { AuditLog, findLastSeal, HEAD_SIGNED, headsAgainstChain } from '../../operations/audit/index.js';
import { headText } from './leaf.js';
import { LogKeysService } from './log-keys.service.js';
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
import { TransparencyLogService } from './transparency-log.service.js';

const BATCH = 10_000;
/** Minimum age of the last head. The job runs every five minutes, so a leaf is signed within the hour, by at most one head an hour. */
export const HEAD_EVERY_MINUTES = 55;
/** Interval of heads without new leaves, because heads also contain the end of the audit log. */
export const QUIET_HEAD_HOURS = 24;
/** Signs tree heads, unless the tree contradicts an earlier one. */
@Injectable()
export class HeadSignerService {
  private readonly logger = new Logger('TransparencyLog');

  constructor(
    private readonly orm: MikroORM,
    private readonly log: TransparencyLogService,
    private readonly keys: LogKeysService,
    private readonly audit: AuditLog,
  ) {}

  /** Signs if there are unsigned leaves and the last head is old enough. Returns as `sign`. */
  async signWhereDue(): Promise<number | null> {
    return (await isHeadDue(this.orm.em.fork(), HEAD_EVERY_MINUTES)) ? this.sign() : null;
  }

  /** Returns whether there are leaves and no head. */
  isFirstDue(): Promise<boolean> {
    return isFirstHeadDue(this.orm.em.fork());
  }

  /**
   * Signs a head over all leaves and the end of the audit log, and returns its size. Returns null if nothing is new and the last head is
   * younger than a day, if another worker has signed, if tree or audit log contradict an earlier head, and, for all heads but the first, if
   * a publication holds the lock: the job's next run signs then.
   */
  async sign(): Promise<number | null> {
    const em = this.orm.em.fork();
    // Most of the tree is read before the lock, to keep it short.
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

  /** Returns false if the last head was altered or the audit log was cut: a further head would cover that up. */
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

/** Locks the log. `wait`: waits for the current holder, at most as long as a publishing transaction takes. */
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
