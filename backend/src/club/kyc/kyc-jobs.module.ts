import { Module } from '@nestjs/common';
import { CarryOutDecisionHandler } from './carry-out-decision.handler.js';
import { KycModule } from './kyc.module.js';

@Module({ imports: [KycModule], providers: [CarryOutDecisionHandler] })
export class KycJobsModule {}
