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

/** A counter with the list that it is the length of. */
export interface DashboardCounter {
  id: 'users' | 'paid' | 'kyc-approved' | 'kyc-pending' | 'kyc-rejected' | 'signals';
  count: number;
  list: 'users' | 'signals';
  /** Of the list. */
  filter: Record<string, string>;
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
export class DashboardService {
  constructor(private readonly em: EntityManager) {}

  /** One statement, one moment: the figures fit each other. */
  async counters(): Promise<DashboardCounters> {
    const [row] = await this.em.execute<DashboardCounters[]>(count);
    if (!row) throw new Error('an aggregate has a row');
    return row;
  }

  /** The same figures, each with the list that it opens. */
  async countersWithLists(): Promise<DashboardCounter[]> {
    const { users, paid, kycApproved, kycPending, kycRejected, signals } = await this.counters();
    return [
      { id: 'users', count: users, list: 'users', filter: {} },
      { id: 'paid', count: paid, list: 'users', filter: { payment: 'approved' } },
      { id: 'kyc-approved', count: kycApproved, list: 'users', filter: { kyc: 'approved' } },
      { id: 'kyc-pending', count: kycPending, list: 'users', filter: { kyc: 'pending' } },
      { id: 'kyc-rejected', count: kycRejected, list: 'users', filter: { kyc: 'rejected' } },
      { id: 'signals', count: signals, list: 'signals', filter: {} },
    ];
  }
}
