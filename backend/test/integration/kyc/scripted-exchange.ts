import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { Module } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AccountSync, ExchangeAccountService, type KeyCheck, type KeySummary } from '../../../src/trading/exchange-accounts/index.js';
import type { Credentials } from '../../../src/trading/venues/index.js';

const accepted: KeyCheck = {
  outcome: 'ok',
  uid: '1001',
  rights: { canRead: true, excessive: [], restrictedByAddress: true, expiresAt: null },
  futures: true,
  warnings: [],
};
const harmless: KeySummary = {
  accountId: '',
  userId: '',
  venue: 'binance',
  hint: '',
  state: 'valid',
  rights: [],
  restrictedByAddress: true,
  checkedAt: null,
};

/** Met by a failure alone. */
const DEADLINE_MS = 60_000;

/** The exchange as a script: answers what the test tells it to, and remembers what it was asked. */
export class ScriptedExchange {
  answer = accepted;
  summary = harmless;
  /** Thrown by attachKey, in the middle of the transaction. */
  failure: Error | null = null;
  readonly checked: string[] = [];
  readonly attached: { userId: string; apiKey: string; venue: string; passphrase?: string }[] = [];
  readonly synced: { userId: string; trigger: string }[] = [];

  readonly removed: string[] = [];
  readonly #checks = new EventEmitter();
  #gate: Promise<void> = Promise.resolve();

  /** Lets every check wait until the returned function is called. */
  hold(): () => void {
    let open = () => undefined as void;
    this.#gate = new Promise((resolve) => (open = resolve));
    return open;
  }

  /** Resolves once `count` checks have begun. */
  async asked(count: number): Promise<void> {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    while (this.checked.length < count) {
      await once(this.#checks, 'begun', { signal }).catch(() => {
        throw new Error(`only ${this.checked.length} checks began`);
      });
    }
  }

  reset(): void {
    Object.assign(this, { answer: accepted, summary: harmless, failure: null });
    this.#gate = Promise.resolve();
    for (const list of [this.checked, this.attached, this.synced, this.removed]) list.length = 0;
  }

  async checkKey({ apiKey }: { apiKey: string }): Promise<KeyCheck> {
    this.checked.push(apiKey);
    this.#checks.emit('begun');
    await this.#gate;
    return this.answer;
  }

  async attachKey(
    _em: EntityManager,
    { userId, venue, apiKey, passphrase }: Credentials & { userId: string; venue: string },
  ): Promise<string> {
    if (this.failure) throw this.failure;
    this.attached.push({ userId, apiKey, venue, ...(passphrase !== undefined && { passphrase }) });
    return randomUUID();
  }

  /** As AccountSync. */
  async request(_em: EntityManager, userId: string, trigger: string): Promise<string> {
    if (this.failure) throw this.failure;
    this.synced.push({ userId, trigger });
    return randomUUID();
  }

  async removeKey(_em: EntityManager, userId: string): Promise<void> {
    this.removed.push(userId);
  }

  async keySummaries(accountIds: readonly string[]): Promise<ReadonlyMap<string, KeySummary>> {
    return new Map(accountIds.map((id) => [id, this.summary]));
  }
}

@Module({
  providers: [
    { provide: ExchangeAccountService, useClass: ScriptedExchange },
    { provide: AccountSync, useExisting: ExchangeAccountService },
  ],
  exports: [AccountSync, ExchangeAccountService],
})
export class ScriptedExchangeModule {}

/** Replaces SyncModule: ScriptedExchangeModule provides AccountSync. */
@Module({})
export class ScriptedSyncModule {}
