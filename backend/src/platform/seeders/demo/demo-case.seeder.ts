import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountStatusService } from '../../../club/admin/account-status.service.js';
import { AppConfig } from '../../config/index.js';
import { KycDecisionsService, KycService } from '../../../club/kyc/index.js';
import { PaymentDecisionsService, PaymentsService, SubscriptionSettings } from '../../../club/payments/index.js';
import { ErasuresService } from '../../../club/privacy/index.js';
import { DemoMembersService } from '../../../club/users/index.js';
import { exampleDocument } from '../example-document.js';
import { DemoClock } from './demo-clocks.js';
import { DemoRepository, type CaseDates } from './demo.repository.js';
import { emailOf, type DemoAccount, type DemoCase, type DemoPerson } from './demo-people.js';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

const withoutDocuments: readonly DemoCase['is'][] = ['unconfirmed', 'new'];
const withPayment: readonly DemoCase['is'][] = ['payment-waits', 'payment-rejected', 'member', 'deactivated', 'rejected', 'asks-erasure'];

/** The members with a known sign-in, who already exist. */
const signIns: readonly (Pick<DemoPerson, 'daysAgo' | 'case'> & { email: string })[] = [
  { email: 'trade@example.com', daysAgo: 545, case: { is: 'member' } },
  { email: 'fund@example.com', daysAgo: 31, case: { is: 'payment-waits', hours: 7 } },
];

/** Creates members of the demo club in every state. */
@Injectable()
export class DemoCaseSeeder {
  private readonly log = new Logger('DemoClub');

  constructor(
    private readonly em: EntityManager,
    private readonly repository: DemoRepository,
    private readonly config: AppConfig,
    private readonly clock: DemoClock,
    private readonly members: DemoMembersService,
    private readonly kyc: KycService,
    private readonly kycDecisions: KycDecisionsService,
    private readonly payments: PaymentsService,
    private readonly paymentDecisions: PaymentDecisionsService,
    private readonly subscription: SubscriptionSettings,
    private readonly accounts: AccountStatusService,
    private readonly erasures: ErasuresService,
  ) {}

  /**
   * Adds missing members, each with the whole case in one transaction, and returns how many. A member whose case fails is skipped and
   * added by the next run.
   */
  async ensure(adminId: string, { now, people }: { now: Date; people: readonly DemoPerson[] }, signal: AbortSignal): Promise<number> {
    for (const { email, ...person } of signIns)
      await this.em.transactional((tx) => this.repository.moveSignUp(tx, email, datesOf(person, now)));
    let added = 0;
    for (const person of people) {
      signal.throwIfAborted();
      try {
        added += await this.em.transactional((tx) => this.add(tx, adminId, person, now));
      } catch (error) {
        this.log.warn({ err: error, case: person.case.is }, 'a demo member was left out');
      } finally {
        this.clock.set(null);
      }
    }
    return added;
  }

  /** The services run on the transaction of the context, so that their writes are committed with it. */
  private async add(tx: EntityManager, adminId: string, person: DemoPerson, now: Date): Promise<number> {
    const { daysAgo: _daysAgo, invitedBy, case: what, ...member } = person;
    const dates = datesOf(person, now);
    this.clock.set(dates.signedUp);
    const userId = await this.members.add(tx, {
      ...member,
      email: emailOf(person),
      // Random and not stored: no one signs in as this member.
      password: randomBytes(24).toString('base64url'),
      isConfirmed: what.is !== 'unconfirmed',
      referredBy: invitedBy ? await this.repository.findUserId(tx, `${invitedBy}@example.com`) : null,
    });
    this.clock.set(null);
    if (userId === null) return 0;
    if (!withoutDocuments.includes(what.is)) await this.sendDocuments(adminId, userId, person);
    if (withPayment.includes(what.is)) await this.pay(adminId, userId, person);
    if (what.is === 'deactivated') await this.accounts.setStatus(adminId, userId, 'deactivated');
    if (what.is === 'rejected') await this.accounts.delete(adminId, userId);
    if (what.is === 'asks-erasure') await this.erasures.askFor(userId, adminId);
    await this.repository.moveDates(tx, userId, dates);
    await this.repository.withdrawEmails(tx, userId);
    return 1;
  }

  private async sendDocuments(adminId: string, userId: string, { role, country, case: what }: DemoPerson): Promise<void> {
    const key = 'account' in what && what.account ? this.keyOf(what.account) : null;
    await this.kyc.submit(
      { userId, membership: role },
      // Without an exchange key the form requires a sign-in; only the fact that one was given is stored.
      { address: `1 Example Street, ${country}`, platform: 'binance', key, login: key ? null : { userName: 'demo', password: 'demo' } },
      { idCard: await exampleDocument(`id-card ${userId}`), proofOfAddress: await exampleDocument(`proof-of-address ${userId}`) },
    );
    if (what.is === 'kyc-waits') return;
    if (what.is !== 'kyc-rejected') await this.kycDecisions.approve(adminId, { userId });
    else await this.kycDecisions.reject(adminId, { userId }, { code: what.code, final: what.final });
  }

  private keyOf(account: DemoAccount): { apiKey: string; secretKey: string } | null {
    return this.config.demoExchangeKeys?.others[account] ?? null;
  }

  private async pay(adminId: string, userId: string, { role, case: what }: DemoPerson): Promise<void> {
    await this.payments.submit(
      { userId, membership: role },
      { amount: this.subscription.feeOf(role), txid: randomBytes(32).toString('hex') },
      await exampleDocument(`payment ${userId}`),
    );
    if (what.is === 'payment-waits') return;
    if (what.is === 'payment-rejected') await this.paymentDecisions.reject(adminId, { userId }, { code: what.code });
    else await this.paymentDecisions.approve(adminId, { userId });
  }
}

/** Dates each step: documents within a day or two, the fee soon after. Pending steps have waited as long as the case says. */
function datesOf({ daysAgo, case: what }: Pick<DemoPerson, 'daysAgo' | 'case'>, now: Date): CaseDates {
  const waits = (is: DemoCase['is']) => (what.is === is && 'hours' in what ? what.hours : null);
  const hoursAgo = daysAgo * DAY_HOURS;
  const at = (hours: number) => new Date(now.getTime() - Math.max(0.05, hours) * HOUR_MS);
  const documents = waits('kyc-waits') ?? hoursAgo * 0.995 - 4;
  const verified = documents * 0.99 - 6;
  const paid = waits('payment-waits') ?? verified - 20;
  const ended = waits('asks-erasure') ?? hoursAgo * 0.3;
  return {
    signedUp: at(hoursAgo),
    documentsSent: at(documents),
    documentsDecided: at(verified),
    paid: at(paid),
    paymentDecided: at(paid - 9),
    ended: at(ended),
  };
}
