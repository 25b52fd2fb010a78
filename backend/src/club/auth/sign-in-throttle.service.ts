import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { limits, RateLimits } from '../../platform/rate-limits/index.js';
import { RandomOrderQueue } from './random-order-queue.js';
import { BoundedDelay } from './bounded-delay.js';
import { slowedSignIns } from './sign-in.metrics.js';
import { SignInSettings } from './sign-in.settings.js';

/**
 * Slow down guessing that is spread over many networks. Neither locks an account: failures elsewhere delay a sign-in from an unknown
 * network and have no effect on one from a network or browser that the account has signed in from.
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

  /** Before an attempt from an unknown network. Throws TooMany where it was not drawn in time. */
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
