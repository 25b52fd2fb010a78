import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { Pulse } from '../../common/queue/index.js';
import { SignalMailings } from './signal-mailings.js';

const PULSE_MS = 1000;

/** Sees in the worker to letters about signals. Several workers may run it. */
@Injectable()
export class SignalMailPump implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('SignalMail');
  private readonly pulse = new Pulse({
    everyMs: PULSE_MS,
    round: () => RequestContext.create(this.orm.em, () => this.round()),
    onOutage: (error) => this.log.warn({ err: error }, 'letters about signals wait: the database is out of reach'),
  });

  constructor(
    private readonly orm: MikroORM,
    private readonly mailings: SignalMailings,
  ) {}

  onApplicationBootstrap(): void {
    this.pulse.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.pulse.stop();
  }

  private async round(): Promise<boolean> {
    await this.mailings.note();
    return this.mailings.writeSome();
  }
}
