import { Module } from '@nestjs/common';
import { AnalysisModule } from './analysis.module.js';
import { PublishDuePostsHandler } from './publish-due-posts.handler.js';

@Module({ imports: [AnalysisModule], providers: [PublishDuePostsHandler] })
export class AnalysisJobsModule {}
