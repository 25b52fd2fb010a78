import { Module } from '@nestjs/common';
import { ReferralDirectory } from './referral-directory.js';
import { ReferralLists } from './referral-lists.js';

@Module({ providers: [ReferralDirectory, ReferralLists], exports: [ReferralDirectory, ReferralLists] })
export class ReferralsModule {}
