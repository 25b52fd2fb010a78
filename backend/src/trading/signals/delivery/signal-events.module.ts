import { Module } from '@nestjs/common';
import { ChannelEventsModule } from '../../../messaging/channels/index.js';
import { SignalAmendmentRepository } from '../amendments/signal-amendment.repository.js';
import { SignalScoreRepository } from '../scoring/jobs/signal-score.repository.js';
import { SignalRepository } from '../signal.repository.js';
import { SignalEventsService } from './signal-events.service.js';

/** For modules that publish, change or end signals. */
@Module({
  imports: [ChannelEventsModule],
  providers: [SignalEventsService, SignalRepository, SignalAmendmentRepository, SignalScoreRepository],
  exports: [SignalEventsService],
})
export class SignalEventsModule {}
