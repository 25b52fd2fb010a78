import { Injectable, Logger } from '@nestjs/common';
import { AppConfig } from '../config/index.js';
import type { Membership } from '../domain/index.js';
import { KycDecisionsService, KycService } from '../../club/kyc/index.js';
import { PaymentDecisionsService, PaymentsService, SubscriptionSettings } from '../../club/payments/index.js';
import { exampleDocument } from './example-document.js';

export interface DemoMember {
  userId: string;
  membership: Membership;
}

/** Verifies demo members and their payments through the product's services. */
@Injectable()
export class DemoMemberSeeder {
  private readonly log = new Logger('DemoAdmission');

  constructor(
    private readonly config: AppConfig,
    private readonly kyc: KycService,
    private readonly decisions: KycDecisionsService,
    private readonly payments: PaymentsService,
    private readonly paymentDecisions: PaymentDecisionsService,
    private readonly subscription: SubscriptionSettings,
  ) {}

  /** Logs a failure of either part: the product runs without them. */
  async admit(member: DemoMember, adminId: string): Promise<void> {
    await this.tried('the demo member starts without an exchange account', () => this.verify(member, adminId));
    await this.tried('the demo member starts without a payment', () => this.pay(member, adminId));
  }

  /** Submits and approves KYC with a key of the sandbox exchange, so that a sync fills the member's pages. */
  private async verify({ userId, membership }: DemoMember, adminId: string): Promise<void> {
    const { demoExchangeKeys } = this.config;
    if (!demoExchangeKeys) return;
    const key = membership === 'trade club' ? demoExchangeKeys.tradeClub : demoExchangeKeys.hedgeFund;
    await this.kyc.submit(
      { userId, membership },
      { address: '1 Example Street, Demo City', platform: 'binance', key, login: null },
      { idCard: await exampleDocument(`id-card ${userId}`), proofOfAddress: await exampleDocument(`proof-of-address ${userId}`) },
    );
    await this.decisions.approve(adminId, { userId });
  }

  /**
   * Approves the trade club member's payment, which unlocks signals. The hedge fund member's stays pending, so that the console has one to
   * decide.
   */
  private async pay({ userId, membership }: DemoMember, adminId: string): Promise<void> {
    await this.payments.submit(
      { userId, membership },
      { amount: this.subscription.feeOf(membership), txid: null },
      await exampleDocument(`payment ${userId}`),
    );
    if (membership === 'trade club') await this.paymentDecisions.approve(adminId, { userId });
  }

  private async tried(failure: string, part: () => Promise<void>): Promise<void> {
    try {
      await part();
    } catch (error) {
      this.log.warn({ err: error }, failure);
    }
  }
}
