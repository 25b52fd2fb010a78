import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { limits, RateLimits } from '../../platform/rate-limits/index.js';
import { RandomOrderQueue } from './random-order-queue.js';
import { slowedSignIns } from './sign-in.metrics.js';
import { SignInSettings } from './sign-in.settings.js';

/**
 * Slows down guessing from many networks. Never locks an account: failures elsewhere delay sign-ins from unknown networks and do not affect
 * those from a network or browser that the account has signed in from.
 */
@Injectable()
export class SignInThrottleService implements OnModuleDestroy {
  private readonly accounts: RandomOrderQueue;
  private readonly everywhere: BoundedDelay;

  constructor(
    private readonly limits: RateLimits,
    settings: SignInSettings,
  ) {
    this.accounts = new RandomOrderQueue(() => ({
      everyMs: settings.accountEveryMs,
      waiting: settings.accountWaiting,
      waitingOverall: settings.accountsWaiting,
      maxWaitMs: settings.accountMaxWaitMs,
    }));
    this.everywhere = new BoundedDelay(() => ({ delayMs: settings.everywhereDelayMs, waiting: settings.everywhereWaiting }));
  }

  onModuleDestroy(): void {
    this.accounts.close();
    this.everywhere.close();
  }

  /** Delays an attempt from an unknown network. Throws TooMany if its turn does not come in time. */
  async slow(account: string): Promise<void> {
    if ((await this.limits.used('signInEverywhere', 'all')) >= limits.signInEverywhere.points) {
      slowedSignIns.inc({ brake: 'everywhere' });
      await this.everywhere.pass();
    }
    if ((await this.limits.used('signInAccount', account)) < limits.signInAccount.points) return;
    slowedSignIns.inc({ brake: 'account' });
    await this.accounts.turn(account);
  }

  async countFailure(account: string): Promise<void> {
    await this.limits.count('signInAccount', account);
    await this.limits.count('signInEverywhere', 'all');
  }
}

interface DelaySettings {
  delayMs: number;
  waiting: number;
}

/** Delays every caller and rejects none: when `waiting` callers already wait, the oldest of them continues at once. */
class BoundedDelay {
  readonly #waiting = new Set<() => void>();

  constructor(private readonly settings: () => DelaySettings) {}

  pass(): Promise<void> {
    const { delayMs, waiting } = this.settings();
    const [longest] = this.#waiting;
    if (longest && this.#waiting.size >= waiting) longest();
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer);
        this.#waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(go, delayMs);
      this.#waiting.add(go);
    });
  }

  /** Releases all callers, for shutdown. */
  close(): void {
    for (const go of this.#waiting) go();
  }
}
