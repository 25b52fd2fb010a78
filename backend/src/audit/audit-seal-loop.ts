import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Pulse } from '../common/queue/index.js';
import { AuditSealer } from './audit-sealer.js';

/** Keeps the chain up with the events in every worker; a lock in the database lets one of them at it at a time. No job of the queue: the chain must not depend on it. */
@Injectable()
export class AuditSealLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Audit');
  private readonly pulse = new Pulse({
    everyMs: 2_000,
    round: async (signal) => {
      await this.sealer.sealAll(signal);
      return false; // it has sealed all there was
    },
    onOutage: (error) => this.log.warn({ err: error }, 'audit events are not sealed for the moment'),
  });

  constructor(private readonly sealer: AuditSealer) {}

  onApplicationBootstrap(): void {
    this.pulse.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.pulse.stop();
  }
}
