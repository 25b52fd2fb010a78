import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { AnnouncedReachModule, ChannelEventsModule } from '../../messaging/channels/index.js';
import { MarketModule } from '../../trading/market/index.js';
import { VenuesModule } from '../../trading/venues/index.js';
import { FilesModule } from '../files/index.js';
import { AnalysisCharts } from './analysis-charts.service.js';
import { AnalysisFeedRepository } from './analysis-feed.repository.js';
import { AnalysisPictureRepository } from './analysis-picture.repository.js';
import { AnalysisPictures } from './analysis-pictures.service.js';
import { AnalysisPostRepository } from './analysis-post.repository.js';
import { AnalysisPublisher } from './analysis-publisher.service.js';
import { AnalysisReachReader } from './analysis-reach.reader.js';
import { AnalysisReader } from './analysis-reader.service.js';
import { AnalysisRevisionRepository } from './analysis-revision.repository.js';
import { AnalysisTexts } from './analysis-texts.service.js';
import { AnalysisService } from './analysis.service.js';

const EXPORTED = [
  AnalysisCharts,
  AnalysisPictureRepository,
  AnalysisPictures,
  AnalysisPostRepository,
  AnalysisPublisher,
  AnalysisReachReader,
  AnalysisReader,
  AnalysisRevisionRepository,
  AnalysisService,
];

@Module({
  imports: [AuditModule, ChannelEventsModule, AnnouncedReachModule, FilesModule, MarketModule, VenuesModule],
  providers: [...EXPORTED, AnalysisFeedRepository, AnalysisTexts],
  exports: EXPORTED,
})
export class AnalysisModule {}
