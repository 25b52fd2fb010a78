import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { PollingLoop } from '../../../platform/queue/index.js';
import { ClubAddressRepository } from './club-address.repository.js';
import { ClubChannels } from './club-channels.service.js';
import { measureUndecided } from './club-posts.metrics.js';

const INTERVAL_MS = 5_000;

/** Follows the settings once, when the worker starts, and counts the posts that wait for a decision. */
@Injectable()
export class ClubChannelsLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Channels');
  private readonly loop: PollingLoop;
  private isFollowed = false;

  constructor(
    private readonly orm: MikroORM,
    private readonly channels: ClubChannels,
    private readonly addresses: ClubAddressRepository,
  ) {
    this.loop = new PollingLoop({
      intervalMs: INTERVAL_MS,
      tick: () => RequestContext.create(this.orm.em, () => this.tick()),
      onFirstFailure: (error) => this.log.warn({ err: error }, 'the channels of the club wait: the database is out of reach'),
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async tick(): Promise<boolean> {
    if (!this.isFollowed) await this.channels.follow();
    this.isFollowed = true;
    measureUndecided(await this.addresses.countUndecided());
    return false;
  }
}
