import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../common/domain/index.js';
import { AccountKeys, type KeyedAccount } from '../accounts/account-keys.js';
import { checkKey } from '../accounts/key-check.js';
import { Banned, ExchangeDown, ExchangeError, ExchangeGateway, KeyRejected, KeyTooPowerful, RateLimited, type ExchangeClient } from '../port/index.js';
import { AccountLocks } from './account-locks.js';
import { LedgerWriter } from './ledger-writer.js';
import { RunJournal } from './run-journal.js';
import { syncDatasets } from './sync-datasets.js';
import { SyncRuns, type OpenRun } from './sync-runs.js';

export interface Attempt {
  /** No other attempt follows: what fails now has failed. */
  last: boolean;
  signal: AbortSignal;
}

/**
 * done and failed are final. busy: somebody else works on the account. again: not before `afterMs`, and not as a failed attempt; an
 * ordinary failure is thrown instead.
 */
export type SyncOutcome = { outcome: 'done' | 'failed' | 'busy' } | { outcome: 'again'; afterMs: number };

const DAY_MS = 86_400_000;
/** A key that was refused once is asked about again after this long; then the answer counts. */
const CONFIRM_MINUTES = 10;
const MAX_WAIT_MS = 20_000;
const HEARTBEAT_MS = 15_000;
const STOPPED_MS = 1000;

/** Reads a member's account from its exchange into the ledger. */
@Injectable()
export class SyncService {
  private readonly log = new Logger('Exchange');

  constructor(
    private readonly em: EntityManager,
    private readonly gateway: ExchangeGateway,
    private readonly keys: AccountKeys,
    private readonly runs: SyncRuns,
    private readonly locks: AccountLocks,
    private readonly clock: Clock,
  ) {}

  /**
   * Does what is left of a run. It may be called at any time, in any state, from several workers: rows are never lost or doubled, and what a
   * killed worker had stored is not asked for again.
   */
  async run(runId: string, { last, signal }: Attempt): Promise<SyncOutcome> {
    const em = this.em.fork();
    const run = await this.runs.load(em, runId);
    if (!run || run.state === 'done' || run.state === 'failed') return { outcome: 'done' };
    const lock = await this.locks.tryLock(run.accountId);
    if (!lock) return { outcome: 'busy' };
    const journal = new RunJournal(em, runId);
    const heartbeat = setInterval(() => void journal.save().catch((error: unknown) => this.log.warn({ err: error, runId }, 'progress not saved')), HEARTBEAT_MS);
    try {
      await this.runs.begin(em, runId);
      journal.restore(run.rows);
      return await this.read(em, run, journal, AbortSignal.any([signal, lock.signal]));
    } catch (error) {
      return await this.settle(em, run, error, last, signal.aborted || lock.signal.aborted);
    } finally {
      clearInterval(heartbeat);
      await lock.release();
    }
  }

  private async read(em: EntityManager, run: OpenRun, journal: RunJournal, signal: AbortSignal): Promise<SyncOutcome> {
    const account = await this.keys.load(em, run.accountId);
    const credentials = account && this.keys.open(account);
    if (!account || !credentials || account.keyState === 'invalid' || account.keyState === 'too_powerful') {
      await this.runs.fail(em, run, 'There is no key to read this account with');
      return { outcome: 'failed' };
    }
    const client = await this.gateway.open(account.venue, credentials, { lane: run.trigger === 'schedule' ? 'backfill' : 'interactive', maxWaitMs: MAX_WAIT_MS, signal });
    const holder = await this.checkedKey(em, account, client);
    if (holder !== account.id) {
      await em.execute('update sync_runs set account_id = ? where id = ?', [holder, run.id]);
      return { outcome: 'again', afterMs: 0 };
    }
    const now = await client.serverTime();
    const since = await this.runs.sinceLastDone(em, account.id);
    const full = !account.verifiedAt || this.clock.now().getTime() - account.verifiedAt.getTime() > DAY_MS;
    await syncDatasets({
      em,
      accountId: account.id,
      client,
      writer: new LedgerWriter(em, account.id),
      journal,
      signal,
      now,
      previous: since === null ? null : new Date(now.getTime() - since),
      full,
    });
    await this.runs.finish(em, run, journal, full);
    return { outcome: 'done' };
  }

  /**
   * Looks at the key's rights before a key is first used and once a day: a member can widen them at any time. Throws KeyTooPowerful.
   * Returns the account that holds the key afterwards, which is another one where the key turns out to read an account known before.
   */
  private async checkedKey(em: EntityManager, account: KeyedAccount, client: ExchangeClient): Promise<string> {
    const fresh = account.keyState === 'valid' && account.keyCheckedAt && this.clock.now().getTime() - account.keyCheckedAt.getTime() < DAY_MS;
    if (fresh && account.uid !== null) return account.id;
    const check = await checkKey(client);
    if (check.outcome === 'too-powerful') throw new KeyTooPowerful(check.rights);
    if (check.outcome === 'refused') throw new KeyRejected('spot', check.reason);
    return em.fork().transactional(async (tx) => {
      await this.keys.accepted(tx, account.id, check.rights);
      return check.uid === null || check.uid === account.uid ? account.id : this.keys.settleUid(tx, { ...account, keyState: 'valid' }, check.uid);
    });
  }

  /** What a failure means for run and key. Rethrows what another attempt may heal. */
  private async settle(em: EntityManager, run: OpenRun, error: unknown, last: boolean, stopped: boolean): Promise<SyncOutcome> {
    if (stopped) {
      await this.runs.postpone(em, run.id, 'the worker was stopped meanwhile');
      return { outcome: 'again', afterMs: STOPPED_MS };
    }
    if (error instanceof KeyTooPowerful || (error instanceof KeyRejected && error.scope === 'spot')) return this.refuseKey(em, run, error);
    const reason = error instanceof ExchangeError ? error.message : 'the sync failed for a reason of our own';
    const wait = error instanceof RateLimited || error instanceof Banned || error instanceof ExchangeDown ? error.retryAfterMs : 0;
    if (wait > 0) {
      await this.runs.postpone(em, run.id, reason, wait);
      return { outcome: 'again', afterMs: wait };
    }
    if (error instanceof ExchangeError && (last || !error.passing)) {
      this.log.warn({ err: error, runId: run.id }, 'a sync failed');
      await this.runs.fail(em, run, reason);
      return { outcome: 'failed' };
    }
    if (last) await this.runs.fail(em, run, reason);
    else await this.runs.postpone(em, run.id, reason);
    throw error;
  }

  private async refuseKey(em: EntityManager, run: OpenRun, error: KeyTooPowerful | KeyRejected): Promise<SyncOutcome> {
    const account = await this.keys.load(em, run.accountId);
    await em.fork().transactional(async (tx) => {
      if (!account) return;
      if (error instanceof KeyTooPowerful) return this.keys.tooPowerful(tx, account, error.rights);
      const doubted = account.keyRefusedAt;
      const confirmed = account.keyState === 'unchecked' || (doubted && this.clock.now().getTime() - doubted.getTime() >= (CONFIRM_MINUTES - 1) * 60_000);
      return confirmed ? this.keys.invalid(tx, account, error.reason) : this.keys.doubted(tx, account.id);
    });
    await this.runs.fail(em, run, error.message, CONFIRM_MINUTES);
    return { outcome: 'failed' };
  }
}
