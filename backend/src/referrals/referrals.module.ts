import { Module } from '@nestjs/common';
import { ReferralDirectory } from './referral-directory.js';

@Module({ providers: [ReferralDirectory], exports: [ReferralDirectory] })
export class ReferralsModule {}
