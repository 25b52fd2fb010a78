import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder } from 'kysely';
import { db, type Database } from '../../database.js';
import { isMember } from '../../trading/exchange-accounts/index.js';
import { fullNameOf } from '../../full-name.query.js';

/** What signing a mandate depends on. */
export interface Client {
  fullName: string;
  /** Their identity is verified and they are not in the rejected list. */
  isVerified: boolean;
  /** Their current account, if its key works. */
  accountId: string | null;
}

@Injectable()
export class ClientRepository {
  async find(em: EntityManager, userId: string): Promise<Client> {
    const row = await db(em)
      .selectFrom('users as u')
      .leftJoin('exchange_accounts as a', (join) =>
        join.onRef('a.user_id', '=', 'u.id').on('a.is_current', '=', true).on('a.key_state', '=', 'valid').on('a.api_key', 'is not', null),
      )
      .select([
        fullNameOf('u').as('full_name'),
        isMember(expressionBuilder<Database & { u: Database['users'] }, 'u'>()).as('is_verified'),
        'a.id as account_id',
      ])
      .where('u.id', '=', userId)
      .executeTakeFirstOrThrow();
    return { fullName: row.full_name, isVerified: row.is_verified === true, accountId: row.account_id };
  }
}
