import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ReviewStatus } from '../../platform/domain/index.js';
import { db } from '../../database.js';

/** Emails of broadcasts beyond this number are not counted. */
const MAX_COUNTED = 100_000;

const count = sql<number>`count(*)::int`;

/** Counts for the console's dashboard. */
@Injectable()
export class DashboardRepository {
  constructor(private readonly em: EntityManager) {}

  /** Counts users and signals in one statement, so that the figures are consistent. Conditions equal those of the lists they open. */
  counters() {
    return db(this.em)
      .selectFrom('users')
      .select((eb) => {
        const countOf = (column: 'payment_status' | 'kyc_status', status: ReviewStatus) =>
          sql<number>`(${eb.fn.countAll().filterWhere(column, '=', status)})::int`;
        return [
          count.as('users'),
          countOf('payment_status', 'approved').as('paid'),
          countOf('kyc_status', 'approved').as('kycApproved'),
          countOf('kyc_status', 'pending').as('kycPending'),
          countOf('kyc_status', 'rejected').as('kycRejected'),
          eb.selectFrom('signals').select(count.as('n')).$asScalar().as('signals'),
        ];
      })
      .where('rejected_at', 'is', null)
      .executeTakeFirstOrThrow();
  }

  /** Counts the unsent emails of running broadcasts, up to MAX_COUNTED. */
  async countWaitingBroadcastMails(): Promise<number> {
    const { n } = await db(this.em)
      .selectFrom((eb) =>
        eb
          .selectFrom('broadcasts as b')
          .innerJoin('broadcast_deliveries as d', 'd.broadcast_id', 'b.id')
          .select(sql<number>`1`.as('one'))
          .where('b.state', 'in', ['scheduled', 'sending', 'paused'])
          .where('d.status', 'in', ['queued', 'sending', 'uncertain', 'failed_retryable'])
          .limit(sql.lit(MAX_COUNTED))
          .as('waiting'),
      )
      .select(count.as('n'))
      .executeTakeFirstOrThrow();
    return n;
  }
}
