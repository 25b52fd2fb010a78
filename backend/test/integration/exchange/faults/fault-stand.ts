import assert from 'node:assert/strict';
import { putBack } from '../../../support/delayed.js';
import type { ExchangeWorker, RunRecord } from '../exchange-worker.js';
import { OwnSandbox, type LoggedCall } from '../own-sandbox.js';
import { storedRows, trueRows } from '../stored-rows.js';

export const MINUTE = 60_000;
/** A moment at which the sandbox's members live and nothing of them is near the edge of a window. */
export const NOW = Date.UTC(2026, 10, 18, 6);

export interface Fault {
  path: string;
  member?: string;
  params?: Record<string, string>;
  skip?: number;
  times?: number;
  do: Record<string, unknown>;
}

export interface Call extends LoggedCall {
  seq: number;
  at: number;
  name: string;
  params: Record<string, string>;
  member: string;
  scope: string;
  code?: number;
  fault?: number;
}

/** What one job did with a run: how often it was tried and how often it was put back without a try being used up. */
export interface Driven {
  run: RunRecord;
  attempts: number;
  postponed: number;
}

const ATTEMPTS = 6;
/** After which a job whose account somebody else works on is tried again. */
const BUSY_MS = 200;

/** One exchange and one worker; the faults of exchange.md section 6.6 are told to the exchange, and the rows compared with its truth. */
export class FaultStand {
  constructor(
    readonly sandbox: OwnSandbox,
    readonly worker: ExchangeWorker,
  ) {}

  /** No faults, no log, limits far away, the world standing still at `NOW`. */
  async calm(): Promise<void> {
    await this.sandbox.control('POST', 'reset');
    await this.sandbox.control('POST', 'clock', { freeze: NOW });
    await this.sandbox.control('POST', 'limits', { api: 1e9, fapi: 1e9, 'sapi-ip': 1e9, 'sapi-uid': 1e12, 'sapi-uid-second': 1e12 });
  }

  async arm(...faults: Fault[]): Promise<void> {
    await this.sandbox.control('POST', 'faults', faults);
  }

  async disarm(): Promise<void> {
    await this.sandbox.control('DELETE', 'faults');
  }

  /** How many requests each armed fault has hit. */
  async hits(): Promise<number[]> {
    return (await this.sandbox.control<{ hits: number }[]>('GET', 'faults')).map(({ hits }) => hits);
  }

  log(query = ''): Promise<Call[]> {
    return this.sandbox.control('GET', `log${query}`);
  }

  async clearLog(): Promise<void> {
    await this.sandbox.control('DELETE', 'log');
  }

  /** Requests a sync and treats it as its job does: six tries, and as many postponements as it asks for. */
  async drive(userId: string, trigger: 'approval' | 'demand' = 'approval', worker: ExchangeWorker = this.worker): Promise<Driven> {
    const runId = await worker.request(userId, trigger);
    let attempts = 0;
    let postponed = 0;
    while (attempts < ATTEMPTS) {
      try {
        const result = await worker.run(runId, { last: attempts + 1 === ATTEMPTS });
        if (result.outcome === 'done' || result.outcome === 'failed') break;
        postponed++;
        await putBack('afterMs' in result ? result.afterMs : BUSY_MS);
      } catch {
        attempts++; // what the queue would try again, after a pause that proves nothing here
      }
    }
    return { run: await worker.record(runId), attempts, postponed };
  }

  /** Drives syncs until nothing is left to refill. */
  async settle(userId: string, accountId: string): Promise<void> {
    for (let i = 0; i < 60; i++) {
      const [account] = await this.worker.rows<{ settled: boolean }>(
        `select next_sync_at > now() + interval '10 minutes' as settled from exchange_accounts where id = ?`,
        [accountId],
      );
      if (account?.settled) return;
      assert.equal((await this.drive(userId, 'demand')).run.state, 'done');
    }
    throw new Error('gaps are never refilled');
  }

  async expectTruth(accountId: string, member: string): Promise<void> {
    const stored = await storedRows(this.worker, accountId);
    for (const [dataset, rows] of Object.entries(trueRows(await this.sandbox.truth(member)))) {
      assert.deepEqual({ [dataset]: stored[dataset as keyof typeof stored] }, { [dataset]: rows });
    }
  }

  stored(accountId: string): ReturnType<typeof storedRows> {
    return storedRows(this.worker, accountId);
  }

  async keyState(accountId: string): Promise<string> {
    const [account] = await this.worker.rows<{ key_state: string }>('select key_state from exchange_accounts where id = ?', [accountId]);
    return account!.key_state;
  }
}
