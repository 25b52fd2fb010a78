import { Module } from '@nestjs/common';
import { AnalysisModule } from './analysis.module.js';
import { PublishDuePostsHandler } from './publish-due-posts.handler.js';
import { SweepPicturesHandler } from './sweep-pictures.handler.js';

@Module({ imports: [AnalysisModule], providers: [PublishDuePostsHandler, SweepPicturesHandler] })
export class AnalysisJobsModule {}
