import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import {
  AccountKeysService,
  type KeyedAccount,
  checkKey,
  KeyFindingsService,
  type Finding,
  AccountLocksService,
} from '../exchange-accounts/index.js';
import {
  Banned,
  VenueUnavailable,
  ExchangeError,
  ExchangeGateway,
  KeyRejected,
  KeyTooPowerful,
  RateLimited,
  RightsUnclear,
  type ExchangeClient,
} from '../venues/index.js';
import { readAccountState } from './account-state.repository.js';
import { LedgerWriter } from './ledger.writer.js';
import { AccountReading } from './account-reading.js';
import type { SyncProgress } from './sync-progress.js';
import { RunSteps } from './run-steps.js';
import { WeightQuota, QuotaExceeded } from './fair-share.js';
import type { OpenRun } from './sync-run.repository.js';
import { SyncRunsService } from './sync-runs.service.js';

export interface Attempt {
  /** No further attempt follows. */
  last: boolean;
  signal: AbortSignal;
}

/**
 * done and failed are final. locked: another worker holds the account. reschedule: run again after `afterMs`, behind runs that have used
 * less weight than `spent`; it does not count as a failed attempt. Ordinary failures are thrown.
 */
export type SyncOutcome = { outcome: 'done' | 'failed' | 'locked' } | { outcome: 'reschedule'; afterMs: number; spent: number };

/** The state of one attempt. */
interface Turn {
  run: OpenRun;
  keyed: KeyedAccount | null;
  progress: SyncProgress;
  quota: WeightQuota;
  /** Aborted when the worker stops: rows that were read are still stored. */
  stop: AbortSignal;
  /** Aborted when nothing may be stored any more. */
  lose: AbortSignal;
}

const MINUTE_MS = 60_000;
/** A key that was refused once is checked again after this time; then the refusal counts. */
const CONFIRM_MINUTES = 10;
const MAX_WAIT_MS = 20_000;
const HEARTBEAT_MS = 15_000;
const STOPPED_MS = 1000;
/** Steps of an earlier attempt are not repeated within this time; longer in a full run, which is about history. */
const FRESH_MS = { changes: 10 * MINUTE_MS, full: 30 * MINUTE_MS };

/** The run was ended while it was running. */
class RunEnded extends Error {}

/** Reads a member's account from its exchange into the ledger. */
@Injectable()
export class SyncService {
  private readonly log = new Logger('Exchange');

  constructor(
    private readonly em: EntityManager,
    private readonly gateway: ExchangeGateway,
    private readonly keys: AccountKeysService,
    private readonly findings: KeyFindingsService,
    private readonly runs: SyncRunsService,
    private readonly locks: AccountLocksService,
  ) {}

  /**
   * Does the remaining work of a run. Safe to call at any time, in any state, from several workers: rows are never lost or duplicated, and
   * what a killed worker stored is not read again.
   */
  async run(runId: string, { last, signal }: Attempt): Promise<SyncOutcome> {
    const em = this.em.fork();
    const known = await this.runs.load(em, runId);
    if (!known || isOver(known)) return { outcome: 'done' };
    const lock = await this.locks.tryLock(known.accountId);
    if (!lock) return { outcome: 'locked' };
    const ended = new AbortController();
    let heartbeat: NodeJS.Timeout | undefined;
    let turn: Turn | null = null;
    try {
      // Read again: the previous holder of the lock may have continued the run.
      const run = await this.runs.load(em, runId);
      if (!run || isOver(run)) return { outcome: 'done' };
      await this.runs.begin(em, run);
      const progress = this.runs.progressOf(em, run);
      heartbeat = setInterval(() => void this.beat(progress, ended, runId), HEARTBEAT_MS);
      const quota = new WeightQuota(() => this.runs.othersWaiting(em, runId));
      turn = {
        run,
        keyed: await this.keys.load(em, run.accountId),
        progress,
        quota,
        stop: signal,
        lose: AbortSignal.any([lock.signal, ended.signal]),
      };
      return await this.read(em, turn);
    } catch (error) {
      if (!turn) throw error;
      return await this.settle(em, turn, error, last, { stopped: signal.aborted || lock.signal.aborted, ended: ended.signal.aborted });
    } finally {
      clearInterval(heartbeat);
      await lock.release();
    }
  }

  private async beat(progress: SyncProgress, ended: AbortController, runId: string): Promise<void> {
    try {
      if (!(await progress.save())) ended.abort(new RunEnded('the run was ended'));
    } catch (error) {
      this.log.warn({ err: error, runId }, 'progress not saved');
    }
  }

  private async read(em: EntityManager, turn: Turn): Promise<SyncOutcome> {
    const { run, keyed, progress, quota, stop, lose } = turn;
    const signal = AbortSignal.any([stop, lose]);
    const credentials = keyed && this.keys.open(keyed);
    if (!keyed || !credentials || keyed.keyState === 'invalid' || keyed.keyState === 'too_powerful') {
      await this.runs.fail(em, run, 'There is no key to read this account with');
      return { outcome: 'failed' };
    }
    const client = await this.gateway.open(keyed.venue, credentials, {
      lane: run.trigger === 'schedule' ? 'backfill' : 'interactive',
      maxWaitMs: MAX_WAIT_MS,
      signal,
    });
    // The key moved to another account, or was replaced.
    if ((await this.checkedKey(em, keyed, client)) !== keyed.id) return this.reschedule(em, turn);
    const [account, now] = await Promise.all([readAccountState(em, keyed.id), client.serverTime()]);
    const plan = this.runs.plan(run, account);
    const steps = new RunSteps(em, run.id, run.steps, now, plan.full ? FRESH_MS.full : FRESH_MS.changes);
    if (!steps.has('began')) {
      await this.runs.noteKind(em, run, plan);
      await steps.done('began');
    }
    const leftOver = new Set<string>();
    const reading = new AccountReading({
      em,
      accountId: keyed.id,
      client,
      history: plan.first ? client.inLane('backfill') : client,
      writer: new LedgerWriter(em, keyed.id, lose),
      progress,
      steps,
      quota,
      plan,
      account,
      signal,
      now,
      began: steps.at('began') ?? now,
      leftOver,
    });
    try {
      await reading.run();
    } finally {
      await progress.save();
    }
    await this.runs.reconcile(em, keyed.id, plan.full, () => reading.evidence());
    const finished = await this.runs.finish(em, run, progress, { head: plan.head, full: plan.full, more: leftOver.size > 0 });
    return { outcome: finished ? 'done' : 'failed' };
  }

  private async reschedule(em: EntityManager, { run, quota }: Turn, reason: string | null = null, afterMs = 0): Promise<SyncOutcome> {
    return { outcome: 'reschedule', afterMs, spent: await this.runs.postpone(em, run, { reason, afterMs, spent: quota.spent }) };
  }

  /**
   * Checks the key's rights before its first use and once a day, because a member can widen them at any time. Throws KeyTooPowerful,
   * KeyRejected, RightsUnclear. Returns the account that holds the key afterwards, or null where it was replaced meanwhile.
   */
  private async checkedKey(em: EntityManager, account: KeyedAccount, client: ExchangeClient): Promise<string | null> {
    if (account.keyState === 'valid' && !account.checkIsDue) return account.id;
    const answer = await checkKey(client);
    if (answer.outcome === 'too-powerful') throw new KeyTooPowerful(answer.rights);
    if (answer.outcome === 'refused') throw new KeyRejected('spot', answer.reason);
    return (await this.findings.settle(em, account, answer))?.accountId ?? null;
  }

  /** Decides what a failure means for run and key. Rethrows failures that another attempt may fix. */
  private async settle(
    em: EntityManager,
    turn: Turn,
    error: unknown,
    last: boolean,
    { stopped, ended }: { stopped: boolean; ended: boolean },
  ): Promise<SyncOutcome> {
    const { run, quota } = turn;
    if (ended) return { outcome: 'failed' };
    if (stopped) return this.reschedule(em, turn, 'the worker was stopped meanwhile', STOPPED_MS);
    if (error instanceof QuotaExceeded) return this.reschedule(em, turn);
    const finding = findingOf(error);
    if (finding) return this.refuseKey(em, turn, finding, (error as ExchangeError).message);
    const reason = error instanceof ExchangeError ? error.message : 'the sync failed for a reason of our own';
    const wait = error instanceof RateLimited || error instanceof Banned || error instanceof VenueUnavailable ? error.retryAfterMs : 0;
    if (wait > 0) return this.reschedule(em, turn, reason, wait);
    if (error instanceof ExchangeError && (last || !error.passing)) {
      this.log.warn({ err: error, runId: run.id }, 'a sync failed');
      await this.runs.fail(em, run, reason);
      return { outcome: 'failed' };
    }
    if (last) await this.runs.fail(em, run, reason);
    else await this.runs.postpone(em, run, { reason, spent: quota.spent });
    throw error;
  }

  /** Applies to the key this run started with, even if it has been replaced since. */
  private async refuseKey(em: EntityManager, { run, keyed }: Turn, finding: Finding, reason: string): Promise<SyncOutcome> {
    if (keyed) await this.findings.settle(em, keyed, finding);
    await this.runs.fail(em, run, reason, CONFIRM_MINUTES);
    return { outcome: 'failed' };
  }
}

function isOver({ state }: OpenRun): boolean {
  return state === 'done' || state === 'failed';
}

/** Returns what an error means for the key, or null. */
function findingOf(error: unknown): Finding | null {
  if (error instanceof KeyTooPowerful) return { outcome: 'too-powerful', rights: error.rights };
  if (error instanceof KeyRejected && error.scope === 'spot') return { outcome: 'refused', reason: error.reason };
  return error instanceof RightsUnclear ? { outcome: 'unclear' } : null;
}
