import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Starts and ends the runs that read an account, as the changes of its key demand. Implemented by SyncRequests. Every method works in the
 * transaction of `em`.
 */
export abstract class AccountSync {
  /** See ExchangeService.requestSync. */
  abstract request(em: EntityManager, userId: string, trigger: 'approval' | 'demand'): Promise<string | null>;
  /** Requests a run and publishes its state. */
  abstract start(em: EntityManager, userId: string): Promise<void>;
  /** Fails the open run of an account. */
  abstract stop(em: EntityManager, accountId: string, reason: string): Promise<void>;
  /** Lets the open run of one account go on with another, unless that has an open run itself. */
  abstract moveOpenRun(em: EntityManager, from: string, to: string): Promise<void>;
}
