import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { Counter } from 'prom-client';
import { metricsRegistry } from '../common/observability/metrics.js';
import { PollingLoop } from '../common/queue/index.js';
import { BulkMail } from '../mail/index.js';
import { BroadcastLedger } from './broadcast-ledger.js';

const INTERVAL_MS = 500;
/** Mails under way at a time: as many as there are connections. */
const LANES = 2;
/** Mails of one broadcast before a look around: a mail to one person overtakes a broadcast to thousands here. */
const STRETCH = 25;

const sent = new Counter({
  name: 'tidemark_broadcast_mails_total',
  help: 'Broadcast mails',
  labelNames: ['outcome'],
  registers: [metricsRegistry],
});

/**
 * Sends what the ledgers of broadcasts hold, one mail a recipient, straight from the ledger: a hundred thousand recipients put nothing into the outbox or
 * the queues, where letters would wait behind it. Several workers may run it. Pausing and cancelling act on the next mail.
 */
@Injectable()
export class BroadcastPump implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Broadcasts');
  private readonly loop = new PollingLoop({
    intervalMs: INTERVAL_MS,
    tick: (signal) => RequestContext.create(this.orm.em, () => this.sendDue(signal)),
    onFirstFailure: (error) => this.log.warn({ err: error }, 'broadcasts wait: the database is out of reach'),
  });

  constructor(
    private readonly orm: MikroORM,
    private readonly ledger: BroadcastLedger,
    private readonly mail: BulkMail,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** One stretch of the first broadcast that has something to send. False: none had. */
  private async sendDue(signal: AbortSignal): Promise<boolean> {
    await this.ledger.wakeUp();
    for (const broadcastId of await this.ledger.due()) {
      const lanes = await Promise.allSettled(
        Array.from({ length: LANES }, () => RequestContext.create(this.orm.em, () => this.lane(broadcastId, signal))),
      );
      const failed = lanes.find((lane) => lane.status === 'rejected');
      if (failed) throw failed.reason;
      if (lanes.some((lane) => lane.status === 'fulfilled' && lane.value > 0)) return true;
      await this.ledger.finish(broadcastId);
    }
    return false;
  }

  /** Sends one after the other; returns how many it had in hand. */
  private async lane(broadcastId: string, signal: AbortSignal): Promise<number> {
    let mails = 0;
    for (; mails < STRETCH && !signal.aborted; mails++) {
      const delivery = await this.ledger.claim(broadcastId);
      if (!delivery) return mails;
      if (delivery.suppression) {
        await this.ledger.suppress(delivery, delivery.suppression);
        sent.inc({ outcome: 'suppressed' });
        continue;
      }
      const outcome = await this.mail.send(delivery, delivery, delivery.kind === 'news');
      await this.ledger.settle(delivery, outcome);
      sent.inc({ outcome: outcome.outcome });
      if (outcome.outcome === 'away') this.log.warn({ broadcastId, answer: outcome.answer }, 'a broadcast waits for the mail server');
    }
    return mails;
  }
}
