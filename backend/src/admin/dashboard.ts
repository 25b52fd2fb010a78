import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';

export interface DashboardCounters {
  users: number;
  paid: number;
  kycApproved: number;
  kycPending: number;
  kycRejected: number;
  signals: number;
}

/** Each condition is the one of the list that the counter stands for. */
const count = `select count(*)::int as users,
    (count(*) filter (where payment_status = 'approved'))::int as paid,
    (count(*) filter (where kyc_status = 'approved'))::int as "kycApproved",
    (count(*) filter (where kyc_status = 'pending'))::int as "kycPending",
    (count(*) filter (where kyc_status = 'rejected'))::int as "kycRejected",
    (select count(*)::int from signals) as signals
  from users where rejected_at is null`;

@Injectable()
export class Dashboard {
  constructor(private readonly em: EntityManager) {}

  /** One statement, one moment: the figures fit each other. */
  async counters(): Promise<DashboardCounters> {
    const [row] = await this.em.execute<DashboardCounters[]>(count);
    if (!row) throw new Error('an aggregate has a row');
    return row;
  }
}
