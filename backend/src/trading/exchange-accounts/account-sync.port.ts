import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Starts and ends the runs that read an account, as the changes of its key demand. Implemented by SyncRequestsService. Every method works
 * in the transaction of `em`.
 */
export abstract class AccountSync {
  /**
   * Starts a sync of the member's account when the transaction commits. Returns the run's id: that of the open run where there is one.
   * `approval` starts the regular syncs and returns null where there is no usable key; `demand` throws NoExchangeKey or KeyNotUsable
   * (409).
   */
  abstract request(em: EntityManager, userId: string, trigger: 'approval' | 'demand'): Promise<string | null>;
  /** Requests a run and publishes its state. */
  abstract start(em: EntityManager, userId: string): Promise<void>;
  /** Fails the open run of an account. */
  abstract stop(em: EntityManager, accountId: string, reason: string): Promise<void>;
  /** Lets the open run of one account go on with another, unless that has an open run itself. */
  abstract moveOpenRun(em: EntityManager, from: string, to: string): Promise<void>;
}
