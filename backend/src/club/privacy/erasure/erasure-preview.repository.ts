import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Query } from '../../../platform/persistence/page.query.js';
import { db } from '../../../database.js';

/** Counts of what a member's erasure request would delete at once and what it would keep for now. */
export interface ErasurePreview {
  atOnce: { exchangeKey: number; exchangeSignIns: number; pictures: number; phoneNumber: number; inviter: number };
  kept: { verifications: number; payments: number; files: number; exchangeAccounts: number; trades: number; signalsShown: number };
}

const count = (rows: Query<object>) => sql<number>`(${rows.select(sql<number>`count(*)::int`.as('n'))})`;

/** Counts what ImmediateErasureService and ErasureSweepService would delete. */
@Injectable()
export class ErasurePreviewRepository {
  constructor(private readonly em: EntityManager) {}

  async count(userId: string): Promise<ErasurePreview> {
    const { exchangeKey, exchangeSignIns, pictures, phoneNumber, inviter, ...kept } = await db(this.em)
      .selectFrom('users as u')
      .select((eb) => {
        const submissions = eb.selectFrom('kyc_submissions').whereRef('user_id', '=', 'u.id');
        const files = eb.selectFrom('files').whereRef('user_id', '=', 'u.id');
        const accounts = eb.selectFrom('exchange_accounts').whereRef('user_id', '=', 'u.id');
        const spot = count(eb.selectFrom('spot_trades').where('account_id', 'in', accounts.select('id')));
        const futures = count(eb.selectFrom('futures_trades').where('account_id', 'in', accounts.select('id')));
        return [
          count(accounts.where('is_current', '=', true).where('api_key', 'is not', null)).as('exchangeKey'),
          count(submissions.where('exchange_login', 'is not', null)).as('exchangeSignIns'),
          count(files.where('purpose', '=', 'profile-image')).as('pictures'),
          sql<number>`(u.phone_number <> '')::int`.as('phoneNumber'),
          sql<number>`(u.referred_by_id is not null)::int`.as('inviter'),
          count(submissions).as('verifications'),
          count(eb.selectFrom('payments').whereRef('user_id', '=', 'u.id')).as('payments'),
          count(files.where('purpose', '<>', 'profile-image')).as('files'),
          count(accounts).as('exchangeAccounts'),
          sql<number>`${spot} + ${futures}`.as('trades'),
          count(eb.selectFrom('signal_receipts').whereRef('user_id', '=', 'u.id')).as('signalsShown'),
        ];
      })
      .where('u.id', '=', userId)
      .executeTakeFirstOrThrow();
    return { atOnce: { exchangeKey, exchangeSignIns, pictures, phoneNumber, inviter }, kept };
  }
}
