import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AnnouncedReach } from '../../messaging/channels/index.js';
import { AnalysisPostRepository } from './analysis-post.repository.js';

/** Members with a notification centre, and addresses of members who chose analyses. */
export interface PublicationReach {
  centre: number;
  telegram: number;
  push: number;
  webhook: number;
}

/** Counts whom a publication would be told to. */
@Injectable()
export class AnalysisReachReader {
  constructor(
    private readonly em: EntityManager,
    private readonly posts: AnalysisPostRepository,
    private readonly announced: AnnouncedReach,
  ) {}

  async count(): Promise<PublicationReach> {
    const channels = await this.announced.count('analysis.published');
    return {
      centre: await this.posts.countMembers(this.em),
      telegram: channels.get('telegram') ?? 0,
      push: channels.get('push') ?? 0,
      webhook: channels.get('webhook') ?? 0,
    };
  }
}
