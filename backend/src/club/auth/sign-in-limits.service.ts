import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Priority } from '../../platform/crypto/index.js';
import { RateLimits, type LimitName } from '../../platform/rate-limits/index.js';
import { KnownOriginRepository, type Known } from './known-origin.repository.js';
import type { SessionOrigin } from './session.service.js';
import { failedSignIns } from './sign-in.metrics.js';
import { SignInThrottleService } from './sign-in-throttle.service.js';

interface Counter {
  limit: LimitName;
  key: string;
}

/** What one attempt is counted by. */
export interface AttemptBudget {
  known: boolean;
  account: string;
  /** Attempts with the same key wait for each other. */
  key: string;
  counters: Counter[];
  priority: Priority;
}

/**
 * Limits on failed sign-ins (security T22). An account that has signed in from this network or browser has a budget there which strangers
 * elsewhere cannot use up; every other attempt is counted by account and network, by network, and slowed where failures pile up. Nothing
 * that strangers do elsewhere refuses the owner.
 */
@Injectable()
export class SignInLimitsService {
  constructor(
    private readonly em: EntityManager,
    private readonly limits: RateLimits,
    private readonly origins: KnownOriginRepository,
    private readonly brakes: SignInThrottleService,
  ) {}

  /** `userId`: of the account with this address, null where there is none. */
  async budgetOf(account: string, userId: string | null, origin: SessionOrigin): Promise<AttemptBudget> {
    const known = await this.origins.of(this.em, userId, origin);
    const subnet = origin.subnet ?? 'unknown';
    if (isKnown(known)) {
      const key = `${account} ${known.device ? `device ${origin.device}` : subnet}`;
      return { known: true, account, key, counters: [{ limit: 'signInKnownOrigin', key }], priority: 'first' };
    }
    const key = `${account} ${subnet}`;
    const counters: Counter[] = [
      { limit: 'signInOrigin', key },
      { limit: 'signInNetwork', key: subnet },
    ];
    return { known: false, account, key, counters, priority: 'normal' };
  }

  /** Throws TooMany where a budget is used up. */
  async check({ counters }: AttemptBudget): Promise<void> {
    for (const { limit, key } of counters) await this.limits.check(limit, key);
  }

  /** Waits where guessing is to be slowed. Throws TooMany. */
  async slow({ known, account }: AttemptBudget): Promise<void> {
    if (!known) await this.brakes.slow(account);
  }

  async countFailure({ known, account, counters }: AttemptBudget): Promise<void> {
    failedSignIns.inc({ reason: 'password' });
    for (const { limit, key } of counters) await this.limits.count(limit, key);
    if (!known) await this.brakes.countFailure(account);
  }

  /** After the right password. Failures of the whole network stay counted, as do those at this account from elsewhere. */
  async forget({ counters }: AttemptBudget): Promise<void> {
    for (const { limit, key } of counters) if (limit !== 'signInNetwork') await this.limits.reset(limit, key);
  }

  /** Clears the failed attempts of this network, for a person who has proved that they read the account's email. */
  async forgetOrigin(account: string, { subnet }: SessionOrigin): Promise<void> {
    await this.limits.reset('signInOrigin', `${account} ${subnet ?? 'unknown'}`);
    await this.limits.reset('signInKnownOrigin', `${account} ${subnet ?? 'unknown'}`);
  }
}

const isKnown = ({ network, device }: Known): boolean => network || device;
