import { Inject, Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Counter } from 'prom-client';
import { metricsRegistry } from '../../platform/observability/metrics.js';
import { GroupedCalls } from '../../platform/queue/index.js';
import { AddressHealthRepository } from './address-health.repository.js';
import { AddressHealthService } from './address-health.service.js';
import { CHANNEL_SENDERS, type ChannelSender } from './channel-sender.port.js';
import { isClubChannel, type Channel, type SendOutcome } from './channel.types.js';
import { ClubWiringRepository } from './club/club-wiring.repository.js';
import { DeliveryRecoveryRepository } from './delivery-recovery.repository.js';
import { DeliveryWiringRepository } from './delivery-wiring.repository.js';
import { DeliveryRepository, type ClaimedDelivery, type Lane, type TryResult } from './delivery.repository.js';
import { settlementOf } from './settlement.rules.js';

const tries = new Counter({
  name: 'tidemark_channel_tries_total',
  help: 'Tries of messages to members, by channel and outcome',
  labelNames: ['channel', 'outcome'],
  registers: [metricsRegistry],
});

/** Deliveries that one transaction marks or settles: a commit each would cost more than the messages. */
const GROUP = 50;

type SenderResult = TryResult & { sender: ChannelSender };

/** Moves deliveries through their states: claimed, on their way, settled (ADR 30). */
@Injectable()
export class DeliveriesService {
  private readonly log = new Logger('Channels');
  private readonly senders: ReadonlyMap<Channel, ChannelSender>;
  private readonly repeating: readonly Channel[];
  private readonly wirings = new GroupedCalls((claims: readonly ClaimedDelivery[]) => this.wiring.wire(claims), GROUP);
  private readonly settlements = new GroupedCalls((results: readonly SenderResult[]) => this.settle(results), GROUP);

  constructor(
    private readonly em: EntityManager,
    private readonly deliveries: DeliveryRepository,
    private readonly wiring: DeliveryWiringRepository,
    private readonly clubWiring: ClubWiringRepository,
    private readonly recovery: DeliveryRecoveryRepository,
    private readonly health: AddressHealthService,
    private readonly addresses: AddressHealthRepository,
    @Inject(CHANNEL_SENDERS) senders: readonly ChannelSender[],
  ) {
    this.senders = new Map(senders.map((sender) => [sender.channel, sender]));
    this.repeating = senders.filter(({ repeatsUncertain }) => repeatsUncertain).map(({ channel }) => channel);
  }

  /** Releases deliveries of workers that died. Members get an email about messages that may not have arrived and are not repeated. */
  recover(): Promise<void> {
    return this.recovery.recover(async (tx, ids) => {
      for (const lost of await this.recovery.findLost(tx, ids, this.repeating))
        await this.health.tellUncertain(tx, lost, this.senders.get(lost.target.channel));
    });
  }

  dropPreviousSecrets(): Promise<void> {
    return this.addresses.dropPreviousSecrets();
  }

  async claim(lane: Lane, limit: number): Promise<ClaimedDelivery[]> {
    const channels = { served: [...this.senders.keys()], repeating: this.repeating };
    return (await this.deliveries.hasDue(lane, channels)) ? this.deliveries.claim(lane, limit, channels) : [];
  }

  /** Makes one try of a claimed delivery. A failure of our own leaves it to the end of its lease. */
  async deliver(claimed: ClaimedDelivery): Promise<void> {
    const { channel } = claimed;
    const sender = this.senders.get(channel);
    if (!sender) throw new Error(`no sender serves ${channel}`);
    // Before it is marked as on its way: a worker that dies while it waits has sent nothing.
    const seconds = await sender.turn(claimed);
    if (seconds > 0) return this.deliveries.postpone(claimed, seconds);
    const delivery = await (isClubChannel(channel) ? this.clubWiring.wire(claimed) : this.wirings.call(claimed));
    if (!delivery) return;
    const outcome = await sender.send(delivery.target, delivery.content, delivery.secondsLeft);
    tries.inc({ channel, outcome: outcome.outcome });
    const settlement = settlementOf(outcome, delivery, sender);
    const isStored = await this.settlements.call({ delivery, outcome, settlement, providerId: providerIdAfter(outcome), sender });
    if (!isStored) this.log.warn({ deliveryId: delivery.id }, 'a try took longer than its lease: its result is not stored');
  }

  /** Returns, for each, whether it is stored: a worker that was slower than its lease stores nothing. */
  private settle(results: readonly SenderResult[]): Promise<boolean[]> {
    return this.em.transactional(async (tx) => {
      // A member who deletes an address locks it before its deliveries: so does this.
      await this.addresses.lock(
        tx,
        results.map(({ delivery }) => delivery.target.addressId),
      );
      const stored = await this.deliveries.settle(tx, results);
      const isStored = ({ delivery }: SenderResult) => stored.has(delivery.id);
      await this.health.note(tx, results.filter(isStored));
      return results.map(isStored);
    });
  }
}

/** The message that the next revision changes; undefined: the one before. */
function providerIdAfter(outcome: SendOutcome): string | null | undefined {
  if (outcome.outcome === 'sent') return outcome.providerId ?? null;
  return outcome.outcome === 'failed_retryable' && outcome.isMessageGone ? null : undefined;
}
