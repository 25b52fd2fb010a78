import { Injectable, Logger } from '@nestjs/common';
import { AppConfig } from '../../../platform/config/index.js';
import { Clock } from '../../../platform/domain/index.js';
import { GroupedCalls } from '../../../platform/queue/index.js';
import { ChannelBlockRepository } from '../channel-block.repository.js';
import { ChannelSender, type AddressLetter, type TurnAddress } from '../channel-sender.port.js';
import type { AddressNews, Content, DeliveryTarget, SendOutcome } from '../channel.types.js';
import { payloadText, tagOf, timeToLive, topicOf } from './push-message.rules.js';
import { pushJudgementOf, retrySeconds } from './push-outcome.rules.js';
import { PushServiceClient } from './push-service.client.js';
import { PushTargets } from './push-target.service.js';
import { pushText } from './push-texts.rules.js';
import { pushAlarms } from './push.metrics.js';

/** Messages whose turn one statement asks for. */
const TURNS = 100;

/**
 * Sends signals to members' browsers. A later state of a signal replaces an earlier one on the device, and so does a message that is
 * repeated: all of them have the topic and tag of the signal.
 */
@Injectable()
export class PushSender extends ChannelSender {
  readonly channel = 'push';
  readonly repeatsUncertain = true;
  override readonly disablesFailing = false;
  override readonly tellsOfLast = true;
  private readonly log = new Logger('Push');
  private readonly turns = new GroupedCalls(async (services: readonly string[]) => {
    const blocked = await this.blocks.allBlockedSeconds('push', [...new Set(services)]);
    return services.map((service) => blocked.get(service) ?? 0);
  }, TURNS);

  constructor(
    private readonly config: AppConfig,
    private readonly targets: PushTargets,
    private readonly client: PushServiceClient,
    private readonly blocks: ChannelBlockRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  retrySeconds(attempts: number): number | null {
    return retrySeconds(attempts);
  }

  /** Returns the seconds for which the push service has turned us away. */
  override turn({ service }: TurnAddress): Promise<number> {
    return service === null ? Promise.resolve(0) : this.turns.call(service);
  }

  async send(target: DeliveryTarget, { kind, payload, eventId, isSilent }: Content, secondsLeft: number): Promise<SendOutcome> {
    const text = pushText(kind, payload, target.language, eventId);
    if (!text) return unsent('no-text');
    const row = { rowId: target.addressId, userId: target.userId };
    const endpoint = this.targets.read(this.targets.open(target.address, row).endpoint);
    if (typeof endpoint === 'string') return unsent(endpoint);
    const { p256dh, auth, ours } = this.targets.openKeys(target.secret!, row);
    // The service would refuse it, and with it everything that we send there.
    if (ours !== this.config.webPush!.publicKey) return { ...unsent('other-key'), gone: true };
    const { title, body, dir, path, subjectId } = text;
    const begin = performance.now();
    const answer = await this.client.send({
      endpoint,
      p256dh,
      auth,
      payload: payloadText({ v: 1, title, body, tag: tagOf(subjectId), url: path, lang: target.language, dir, silent: isSilent }),
      timeToLive: timeToLive(kind, secondsLeft),
      urgency: isSilent ? 'normal' : 'high',
      topic: topicOf(subjectId),
    });
    const { outcome, blockSeconds, alarm } = pushJudgementOf(answer, {
      ms: Math.round(performance.now() - begin),
      now: this.clock.now(),
      hasAccepted: target.hasAccepted,
    });
    if (blockSeconds !== undefined) await this.blocks.block('push', blockSeconds, endpoint.hostname);
    if (alarm !== undefined) {
      pushAlarms.inc({ cause: alarm });
      this.log.error({ cause: alarm, service: endpoint.hostname, status: outcome.status }, 'a push service refuses what we send');
    }
    return outcome;
  }

  letterOf(news: AddressNews): AddressLetter | null {
    return news === 'disabled-gone' ? { letter: 'push-ended', data: {} } : null;
  }
}

const unsent = (answer: string) => ({ outcome: 'failed_permanent', gone: false as boolean, status: null, ms: 0, answer }) as const;
