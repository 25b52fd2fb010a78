import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { AnnouncedReachModule, ChannelEventsModule } from '../../messaging/channels/index.js';
import { AnalysisFeedRepository } from './analysis-feed.repository.js';
import { AnalysisPostRepository } from './analysis-post.repository.js';
import { AnalysisPublisher } from './analysis-publisher.service.js';
import { AnalysisReachReader } from './analysis-reach.reader.js';
import { AnalysisReader } from './analysis-reader.service.js';
import { AnalysisRevisionRepository } from './analysis-revision.repository.js';
import { AnalysisService } from './analysis.service.js';

const EXPORTED = [
  AnalysisPostRepository,
  AnalysisPublisher,
  AnalysisReachReader,
  AnalysisReader,
  AnalysisRevisionRepository,
  AnalysisService,
];

@Module({
  imports: [AuditModule, ChannelEventsModule, AnnouncedReachModule],
  providers: [...EXPORTED, AnalysisFeedRepository],
  exports: EXPORTED,
})
export class AnalysisModule {}
