import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { teamRoleOf } from '../../platform/domain/index.js';
import type { UserStatus } from '../users/index.js';
import type { AccountState } from './user-actions.rules.js';

const now = sql<string>`now()`;

/** The statements behind changes of an account's status, in the transaction of `em`. */
@Injectable()
export class AccountStatusRepository {
  /** Locks these users in the order of their ids, so that concurrent calls cannot deadlock. */
  async lock(em: EntityManager, ids: readonly string[]): Promise<AccountState[]> {
    const users = await db(em)
      .selectFrom('users')
      .select(['id', 'role', 'team_role', 'status', 'rejected_at'])
      .where('id', 'in', ids)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    return users.map(({ id, role, team_role, status, rejected_at }) => ({
      id,
      role,
      teamRole: teamRoleOf({ role, teamRole: team_role }),
      status,
      rejected: rejected_at !== null,
    }));
  }

  setStatus(em: EntityManager, userId: string, status: UserStatus): Promise<void> {
    return this.update(em, userId, { status });
  }

  reject(em: EntityManager, userId: string): Promise<void> {
    return this.update(em, userId, { rejected_at: now });
  }

  restore(em: EntityManager, userId: string): Promise<void> {
    return this.update(em, userId, { rejected_at: null });
  }

  /** Deletes the exchange sign-ins of the user's KYC submissions. */
  async discardExchangeLogins(em: EntityManager, userId: string): Promise<void> {
    await db(em)
      .updateTable('kyc_submissions')
      .set({ exchange_login: null })
      .where('user_id', '=', userId)
      .where('exchange_login', 'is not', null)
      .execute();
  }

  private async update(em: EntityManager, userId: string, columns: StatusColumns): Promise<void> {
    await db(em)
      .updateTable('users')
      .set({ ...columns, updated_at: now })
      .where('id', '=', userId)
      .execute();
  }
}

type StatusColumns = { status: UserStatus } | { rejected_at: typeof now | null };
