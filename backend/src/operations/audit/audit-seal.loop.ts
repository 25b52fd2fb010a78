import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { PollingLoop } from '../../platform/queue/index.js';
import { AuditSealerService } from './audit-sealer.service.js';

/**
 * Keeps the chain up with the events in every worker; a lock in the database lets one of them at it at a time. No job of the queue: the
 * chain must not depend on it.
 */
@Injectable()
export class AuditSealLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Audit');
  private readonly loop = new PollingLoop({
    intervalMs: 2_000,
    tick: async (signal) => {
      await this.sealer.sealAll(signal);
      return false; // it has sealed all there was
    },
    onFirstFailure: (error) => this.log.warn({ err: error }, 'audit events are not sealed for the moment'),
  });

  constructor(private readonly sealer: AuditSealerService) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }
}
