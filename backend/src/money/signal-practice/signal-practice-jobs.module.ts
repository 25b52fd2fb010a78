import { Module } from '@nestjs/common';
import { ProfitShareModule } from '../profit-share/index.js';
import { ComputeSignalPracticeHandler } from './compute-signal-practice.handler.js';
import { FollowRateReader } from './follow-rate.reader.js';
import { MemberSlippageReader } from './member-slippage.reader.js';
import { PracticeFactsRepository } from './practice-facts.repository.js';
import { SignalPracticeRepository } from './signal-practice.repository.js';
import { SignalPracticeService } from './signal-practice.service.js';

@Module({
  imports: [ProfitShareModule],
  providers: [
    ComputeSignalPracticeHandler,
    SignalPracticeService,
    FollowRateReader,
    MemberSlippageReader,
    PracticeFactsRepository,
    SignalPracticeRepository,
  ],
})
export class SignalPracticeJobsModule {}
