import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { AnalysisPublisher } from './analysis-publisher.service.js';
import { publishDuePosts } from './analysis.jobs.js';

@Injectable()
@HandlesJob(publishDuePosts)
export class PublishDuePostsHandler implements JobHandler<Record<string, never>> {
  constructor(private readonly publisher: AnalysisPublisher) {}

  handle(): Promise<void> {
    return this.publisher.publishDue();
  }
}
