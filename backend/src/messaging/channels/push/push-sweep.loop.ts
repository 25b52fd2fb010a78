import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { PollingLoop } from '../../../platform/queue/index.js';
import { ChannelBlockRepository } from '../channel-block.repository.js';
import { PushSubscriptionRepository } from './push-subscription.repository.js';

const INTERVAL_MS = 30_000;
/** Browsers renew their subscription at each page load. */
export const FORGOTTEN_AFTER_DAYS = 60;

/** Deletes subscriptions that nobody uses any more. Several workers may run it. */
@Injectable()
export class PushSweepLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Push');
  private readonly loop: PollingLoop;

  constructor(
    private readonly orm: MikroORM,
    private readonly subscriptions: PushSubscriptionRepository,
    private readonly blocks: ChannelBlockRepository,
  ) {
    this.loop = new PollingLoop({
      intervalMs: INTERVAL_MS,
      tick: () => RequestContext.create(this.orm.em, () => this.sweep()),
      onFirstFailure: (error) => this.log.warn({ err: error }, 'subscriptions of browsers are not swept'),
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async sweep(): Promise<boolean> {
    await this.subscriptions.deleteForgotten(FORGOTTEN_AFTER_DAYS);
    await this.subscriptions.deleteOfClosed();
    await this.blocks.sweep();
    return false;
  }
}
