import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { AppConfig } from '../../../platform/config/index.js';
import { PollingLoop } from '../../../platform/queue/index.js';
import { DraftPublisher } from './draft-publisher.service.js';

const INTERVAL_MS = 1000;

/** Publishes confirmed drafts in the worker. Several workers may run it. */
@Injectable()
export class DraftPublisherLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Signals');
  private readonly loop = new PollingLoop({
    intervalMs: INTERVAL_MS,
    tick: () => RequestContext.create(this.orm.em, () => this.publisher.publishNext()),
    onFirstFailure: (error) => this.log.warn({ err: error }, 'a draft that was confirmed waits to be published'),
  });

  constructor(
    private readonly orm: MikroORM,
    private readonly config: AppConfig,
    private readonly publisher: DraftPublisher,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.telegram) this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }
}
