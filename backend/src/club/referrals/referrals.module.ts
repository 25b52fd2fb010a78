import { Module } from '@nestjs/common';
import { ReferralRepository } from './referral.repository.js';
import { ReferralsService } from './referrals.service.js';

@Module({ providers: [ReferralRepository, ReferralsService], exports: [ReferralRepository, ReferralsService] })
export class ReferralsModule {}
