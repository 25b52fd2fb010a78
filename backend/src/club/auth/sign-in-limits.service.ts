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

/** The counters of one attempt. */
export interface AttemptBudget {
  known: boolean;
  account: string;
  /** Attempts with the same key run one after another. */
  key: string;
  counters: Counter[];
  priority: Priority;
}

/**
 * Limits failed sign-ins (security T22). From a network or browser that the account has signed in from, it has its own budget, which others
 * cannot use up. Other attempts are counted by account and network and by network, and slowed when failures accumulate. Attempts elsewhere
 * never lock the owner out.
 */
@Injectable()
export class SignInLimitsService {
  constructor(
    private readonly em: EntityManager,
    private readonly limits: RateLimits,
    private readonly origins: KnownOriginRepository,
    private readonly throttle: SignInThrottleService,
  ) {}

  /** `userId`: the account with this address, or null. */
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

  /** Throws TooMany if a budget is used up. */
  async check({ counters }: AttemptBudget): Promise<void> {
    for (const { limit, key } of counters) await this.limits.check(limit, key);
  }

  /** Delays attempts from unknown networks while failures accumulate. Throws TooMany. */
  async slow({ known, account }: AttemptBudget): Promise<void> {
    if (!known) await this.throttle.slow(account);
  }

  async countFailure({ known, account, counters }: AttemptBudget): Promise<void> {
    failedSignIns.inc({ reason: 'password' });
    for (const { limit, key } of counters) await this.limits.count(limit, key);
    if (!known) await this.throttle.countFailure(account);
  }

  /** Clears the failures after a correct password, except those of the whole network and of other networks. */
  async forget({ counters }: AttemptBudget): Promise<void> {
    for (const { limit, key } of counters) if (limit !== 'signInNetwork') await this.limits.reset(limit, key);
  }

  /** Clears the failed attempts of this network, for a user who has proved access to the account's mailbox. */
  async forgetOrigin(account: string, { subnet }: SessionOrigin): Promise<void> {
    await this.limits.reset('signInOrigin', `${account} ${subnet ?? 'unknown'}`);
    await this.limits.reset('signInKnownOrigin', `${account} ${subnet ?? 'unknown'}`);
  }
}

const isKnown = ({ network, device }: Known): boolean => network || device;
