import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { PollingLoop, RunAtMostEvery } from '../../platform/queue/index.js';
import { DeliveriesService } from './deliveries.service.js';
import { lanes, type ClaimedDelivery, type Lane } from './delivery.repository.js';
import { FanOutService } from './fan-out.service.js';
import { QuietSummaries } from './push/quiet-summary.service.js';
import { NoticeFanOut } from './account-notices/notice-fan-out.service.js';

const INTERVAL_MS = 500;
const RECOVERY_MS = 5_000;
const SWEEP_MS = 60_000;
/** Requests under way at a time in one process. Addresses that hang hold up retries, not first tries. */
const CONCURRENCY: Readonly<Record<Lane, number>> = { first: 32, push: 50, retry: 8, paced: 32, club: 8 };
/** Places that are free before more is claimed. A claim costs as much as a message: push, which is quick, claims many at once. */
const CLAIM_AT: Readonly<Record<Lane, number>> = { first: 1, push: 25, retry: 1, paced: 1, club: 1 };

/** Delivers events in the worker. Several workers may run it. */
@Injectable()
export class DeliveryLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Channels');
  private readonly recovery = new RunAtMostEvery(RECOVERY_MS);
  private readonly sweep = new RunAtMostEvery(SWEEP_MS);
  private readonly underWay: Readonly<Record<Lane, Set<Promise<void>>>> = {
    first: new Set(),
    push: new Set(),
    retry: new Set(),
    paced: new Set(),
    club: new Set(),
  };
  private readonly loops: PollingLoop[];

  constructor(
    private readonly orm: MikroORM,
    private readonly deliveries: DeliveriesService,
    private readonly fanOut: FanOutService,
    private readonly notices: NoticeFanOut,
    private readonly summaries: QuietSummaries,
  ) {
    this.loops = [
      this.loopOf(() => this.fanOut.fanOutSome()),
      this.loopOf(() => this.notices.fanOutSome()),
      this.loopOf(() => this.summaries.sumUpOne()),
      ...lanes.map((lane) => this.loopOf(() => this.deliverDue(lane))),
    ];
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  /** Waits for the requests under way. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
    await Promise.all(lanes.flatMap((lane) => [...this.underWay[lane]]));
  }

  private loopOf(tick: () => Promise<boolean>): PollingLoop {
    return new PollingLoop({
      intervalMs: INTERVAL_MS,
      tick: () => RequestContext.create(this.orm.em, tick),
      onFirstFailure: (error) => this.log.warn({ err: error }, 'deliveries wait: the database is out of reach'),
    });
  }

  /** Starts due deliveries, and waits only while there is no place for more. */
  private async deliverDue(lane: Lane): Promise<boolean> {
    if (lane === 'retry') {
      await this.recovery.run(() => this.deliveries.recover());
      await this.sweep.run(() => this.deliveries.dropPreviousSecrets());
    }
    const underWay = this.underWay[lane];
    while (CONCURRENCY[lane] - underWay.size < CLAIM_AT[lane]) await Promise.race(underWay);
    const claimed = await this.deliveries.claim(lane, CONCURRENCY[lane] - underWay.size);
    for (const delivery of claimed) {
      const sending = this.deliver(delivery).finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
    return claimed.length > 0;
  }

  /** Never rejects: the lease ends, and the delivery is taken back. */
  private async deliver(delivery: ClaimedDelivery): Promise<void> {
    try {
      await RequestContext.create(this.orm.em, () => this.deliveries.deliver(delivery));
    } catch (error) {
      this.log.warn({ err: error, deliveryId: delivery.id }, 'a delivery failed on our side');
    }
  }
}
