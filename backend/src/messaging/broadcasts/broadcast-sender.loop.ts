import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { Counter } from 'prom-client';
import { metricsRegistry } from '../../platform/observability/metrics.js';
import { PollingLoop } from '../../platform/queue/index.js';
import { LiveEvents } from '../live/index.js';
import { BulkMail } from '../mail/index.js';
import { BroadcastDeliveryRepository } from './broadcast-delivery.repository.js';
import { noticeOfBroadcast } from './broadcast-notice.messages.js';
import { BroadcastStarter } from './broadcast-starter.service.js';

const INTERVAL_MS = 500;
/** Concurrent mails: as many as there are connections. */
const CONCURRENCY = 2;
/** Mails of one broadcast before looking for others: a mail to one user overtakes a broadcast to thousands here. */
const BATCH = 25;

const sent = new Counter({
  name: 'tidemark_broadcast_mails_total',
  help: 'Broadcast mails',
  labelNames: ['outcome'],
  registers: [metricsRegistry],
});

/**
 * Sends broadcasts, one mail a recipient, directly from their deliveries: a hundred thousand recipients add nothing to the outbox or the
 * queues, where letters would wait behind them. Several workers may run it. Pausing and cancelling take effect with the next mail.
 */
@Injectable()
export class BroadcastSenderLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Broadcasts');
  private readonly loop = new PollingLoop({
    intervalMs: INTERVAL_MS,
    tick: (signal) => RequestContext.create(this.orm.em, () => this.sendDue(signal)),
    onFirstFailure: (error) => this.log.warn({ err: error }, 'broadcasts wait: the database is out of reach'),
  });

  constructor(
    private readonly orm: MikroORM,
    private readonly deliveries: BroadcastDeliveryRepository,
    private readonly starter: BroadcastStarter,
    private readonly mail: BulkMail,
    private readonly live: LiveEvents,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Sends one batch of the first broadcast with due deliveries. Returns false if there is none. */
  private async sendDue(signal: AbortSignal): Promise<boolean> {
    if (!(await this.deliveries.hasDue())) return false;
    await this.starter.startDue();
    for (const started of await this.deliveries.startDue()) await this.live.publish(null, noticeOfBroadcast(started));
    for (const broadcastId of await this.deliveries.findSendable()) {
      const batches = await Promise.allSettled(
        Array.from({ length: CONCURRENCY }, () => RequestContext.create(this.orm.em, () => this.sendBatch(broadcastId, signal))),
      );
      const failed = batches.find((batch) => batch.status === 'rejected');
      if (failed) throw failed.reason;
      if (batches.some((batch) => batch.status === 'fulfilled' && batch.value > 0)) return true;
      await this.deliveries.finish(broadcastId);
      await this.deliveries.rest(broadcastId);
    }
    return false;
  }

  /** Sends deliveries one after the other. Returns how many it claimed. */
  private async sendBatch(broadcastId: string, signal: AbortSignal): Promise<number> {
    let mails = 0;
    for (; mails < BATCH && !signal.aborted; mails++) {
      const delivery = await this.deliveries.claim(broadcastId);
      if (!delivery) return mails;
      if (delivery.suppression) {
        await this.deliveries.suppress(delivery, delivery.suppression);
        sent.inc({ outcome: 'suppressed' });
        continue;
      }
      if (delivery.heldUntil) {
        await this.deliveries.hold(delivery, delivery.heldUntil);
        continue;
      }
      const outcome = await this.mail.send(delivery, delivery, delivery.kind === 'news');
      await this.deliveries.settle(delivery, outcome);
      sent.inc({ outcome: outcome.outcome });
      if (outcome.outcome === 'away') this.log.warn({ broadcastId, answer: outcome.answer }, 'a broadcast waits for the mail server');
    }
    return mails;
  }
}
