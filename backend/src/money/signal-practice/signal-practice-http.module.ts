import { Module } from '@nestjs/common';
import { SignalsModule } from '../../trading/signals/index.js';
import { ProfitShareModule } from '../profit-share/index.js';
import { OwnTradesController } from './http/own-trades.controller.js';
import { SignalPracticeController } from './http/signal-practice.controller.js';
import { OwnTradesReader } from './own-trades.reader.js';
import { SignalPracticeReader } from './signal-practice.reader.js';
import { SignalPracticeRepository } from './signal-practice.repository.js';

@Module({
  imports: [ProfitShareModule, SignalsModule],
  controllers: [SignalPracticeController, OwnTradesController],
  providers: [SignalPracticeReader, SignalPracticeRepository, OwnTradesReader],
})
export class SignalPracticeHttpModule {}
