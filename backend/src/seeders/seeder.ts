import { Injectable, Logger } from '@nestjs/common';
import sharp from 'sharp';
import { AppConfig } from '../config/index.js';
import type { Membership } from '../common/domain/index.js';
import { KycDecisions, KycService } from '../kyc/index.js';
import { DemoMembers, FirstAdmin, type SeededAccount } from '../users/index.js';

export interface SignIn {
  who: string;
  email: string;
  /** Null where only its owner knows it. */
  password: string | null;
}

/** First admin and demo members, through the same services as everybody else. */
@Injectable()
export class Seeder {
  private readonly log = new Logger('Seeder');

  constructor(
    private readonly config: AppConfig,
    private readonly admins: FirstAdmin,
    private readonly members: DemoMembers,
    private readonly kyc: KycService,
    private readonly decisions: KycDecisions,
  ) {}

  /** Makes what is missing; returns the sign-ins to show. */
  async run(): Promise<SignIn[]> {
    const admin = await this.admins.ensure();
    const members = await this.members.ensure();
    for (const [membership, member] of Object.entries(members)) {
      if (admin && member.created) await this.admit(membership as Membership, member, admin.userId);
    }
    const rows: [string, SeededAccount | null | undefined][] = [
      ['admin', admin],
      ['trade club', members['trade club']],
      ['hedge fund', members['hedge fund']],
    ];
    return rows.flatMap(([who, account]) => (account ? [{ who, email: account.email, password: account.password }] : []));
  }

  /** A demo member with a key of the sandbox exchange sends KYC and is approved: the figures on their pages are synced like anybody's. */
  private async admit(membership: Membership, { userId }: SeededAccount, adminId: string): Promise<void> {
    const { demoExchangeKeys } = this.config;
    if (!demoExchangeKeys) return;
    const key = membership === 'trade club' ? demoExchangeKeys.tradeClub : demoExchangeKeys.hedgeFund;
    try {
      const document = await exampleDocument();
      await this.kyc.submit({ userId, membership }, { address: '1 Example Street, Demo City', platform: 'binance', key, login: null }, { idCard: document, proofOfAddress: document });
      await this.decisions.approve(adminId, { userId });
    } catch (error) {
      // The product runs without it: a demo member who has not sent KYC is a demo member too.
      this.log.warn({ err: error }, 'the demo member starts without an exchange account');
    }
  }
}

/** A blank card: nobody could take it for somebody's papers. */
function exampleDocument(): Promise<Buffer> {
  const field = (width: number, height: number, background: string) => ({ create: { width, height, channels: 3 as const, background } });
  return sharp(field(960, 600, '#0B6E75'))
    .composite([{ input: field(912, 552, '#F7F8FA') }])
    .png()
    .toBuffer();
}
