import { Module } from '@nestjs/common';
import { ReferralsV1Controller } from './http/referrals.v1.controller.js';
import { ReferralsModule } from './referrals.module.js';

@Module({ imports: [ReferralsModule], controllers: [ReferralsV1Controller] })
export class ReferralsHttpModule {}
