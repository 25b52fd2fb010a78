import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { PollingLoop } from '../../../platform/queue/index.js';
import { SignalDigestsService } from './signal-digests.service.js';
import { SignalMailingsService } from './signal-mailings.service.js';

const INTERVAL_MS = 1000;

/** Writes letters about signals in the worker. Several workers may run it. */
@Injectable()
export class SignalMailSenderLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('SignalMail');
  private readonly loop = new PollingLoop({
    intervalMs: INTERVAL_MS,
    tick: () => RequestContext.create(this.orm.em, () => this.writeNext()),
    onFirstFailure: (error) => this.log.warn({ err: error }, 'letters about signals wait: the database is out of reach'),
  });

  constructor(
    private readonly orm: MikroORM,
    private readonly mailings: SignalMailingsService,
    private readonly digests: SignalDigestsService,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async writeNext(): Promise<boolean> {
    await this.mailings.note();
    const [hasWritten, hasSummed] = [await this.mailings.writeSome(), await this.digests.writeNext()];
    return hasWritten || hasSummed;
  }
}
