import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { OutboxBacklog } from '../../platform/outbox/index.js';
import { MAIL_KIND } from '../../messaging/mail/index.js';
import { readTrends } from './dashboard-trends.sql.js';
import { DashboardRepository } from './dashboard.repository.js';

export type DashboardCounters = Awaited<ReturnType<DashboardRepository['counters']>>;

/** A counter and the list whose length it is. */
export interface DashboardCounter {
  id: 'users' | 'paid' | 'kyc-approved' | 'kyc-pending' | 'kyc-rejected' | 'signals';
  count: number;
  list: 'users' | 'signals';
  /** Filter of the list. */
  filter: Record<string, string>;
}

export const trendDays = [30, 90, 365] as const;
export type TrendDays = (typeof trendDays)[number];

/** One value per day of UTC, 0 for a day without rows. */
export interface DashboardTrends {
  /** YYYY-MM-DD, ascending, today last. */
  days: string[];
  /** Members who signed up, whatever their status is now. */
  signUps: number[];
  paymentsSubmitted: number[];
  /** By the day of the decision. */
  paymentsApproved: number[];
  signals: number[];
}

export interface MailQueue {
  waiting: number;
  sending: number;
  /** Given up, and neither retried nor dropped. */
  dead: number;
  /** When the oldest unsent email was queued. */
  oldestAt: Date | null;
  /** Unsent emails of running broadcasts. */
  broadcastWaiting: number;
}

/** The figures of the console's dashboard. */
@Injectable()
export class DashboardService {
  constructor(
    private readonly em: EntityManager,
    private readonly repository: DashboardRepository,
    private readonly backlog: OutboxBacklog,
  ) {}

  counters(): Promise<DashboardCounters> {
    return this.repository.counters();
  }

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

  /** Returns the last `days` days, today included. */
  async trends(days: TrendDays): Promise<DashboardTrends> {
    const rows = await readTrends(this.em, days);
    return {
      days: rows.map(({ day }) => day),
      signUps: rows.map(({ sign_ups }) => sign_ups),
      paymentsSubmitted: rows.map(({ submitted }) => submitted),
      paymentsApproved: rows.map(({ approved }) => approved),
      signals: rows.map(({ signals }) => signals),
    };
  }

  async mailQueue(): Promise<MailQueue> {
    const [kinds, broadcastWaiting] = await Promise.all([this.backlog.byKind(), this.repository.countWaitingBroadcastMails()]);
    const mails = kinds.find(({ kind }) => kind === MAIL_KIND);
    return {
      waiting: mails?.waiting ?? 0,
      sending: mails?.sending ?? 0,
      dead: mails?.dead ?? 0,
      oldestAt: mails?.oldestAt ?? null,
      broadcastWaiting,
    };
  }
}
