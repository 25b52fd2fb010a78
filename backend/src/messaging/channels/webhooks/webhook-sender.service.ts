import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/domain/index.js';
import { ANSWER_LENGTH } from '../delivery-attempt.entity.js';
import { ChannelSender, type AddressLetter } from '../channel-sender.port.js';
import type { AddressNews, Answered, Content, DeliveryTarget, SendOutcome } from '../channel.types.js';
import { WebhookHttpClient, type WebhookAnswer } from './webhook-http.client.js';
import { retryAfterSeconds, retrySeconds } from './webhook-retry.rules.js';
import { messageIdOf, signaturesOf } from './webhook-signature.rules.js';
import { WebhookTargetService } from './webhook-target.service.js';

const GONE = 410;
/** Statuses whose `Retry-After` is followed. */
const ASKS_TO_WAIT = [429, 503];

/** Posts events to members' servers (Standard Webhooks 1.0). A message may arrive more than once, under the same id. */
@Injectable()
export class WebhookSender extends ChannelSender {
  readonly channel = 'webhook';
  readonly repeatsUncertain = true;

  constructor(
    private readonly targets: WebhookTargetService,
    private readonly http: WebhookHttpClient,
    private readonly clock: Clock,
  ) {
    super();
  }

  retrySeconds(attempts: number): number | null {
    return retrySeconds(attempts);
  }

  async send(target: DeliveryTarget, { eventId, payload }: Content): Promise<SendOutcome> {
    const url = this.targets.read(this.addressOf(target));
    if (typeof url === 'string') return { outcome: 'failed_permanent', gone: false, status: null, ms: 0, answer: 'private-address' };
    const id = messageIdOf(eventId);
    const now = this.clock.now();
    const seconds = Math.floor(now.getTime() / 1000);
    const begin = performance.now();
    const answer = await this.http.post({
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Tidemark-Webhooks/1.0',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signaturesOf(this.secretsOf(target), id, seconds, payload),
      },
      body: Buffer.from(payload, 'utf8'),
    });
    return outcomeOf(answer, Math.round(performance.now() - begin), now);
  }

  letterOf(news: AddressNews, target: DeliveryTarget): AddressLetter | null {
    if (news === 'uncertain') return null;
    const { host } = new URL(this.addressOf(target));
    return news === 'failing'
      ? { letter: 'webhook-failing', data: { host } }
      : { letter: 'webhook-disabled', data: { host, reason: news === 'disabled-gone' ? 'gone' : 'failing' } };
  }

  private addressOf({ address, addressId, userId }: DeliveryTarget): string {
    return this.targets.open(address, addressId, userId, 'address');
  }

  private secretsOf({ secret, previousSecret, addressId, userId }: DeliveryTarget): string[] {
    return [
      ...(secret ? [this.targets.open(secret, addressId, userId, 'secret')] : []),
      ...(previousSecret ? [this.targets.open(previousSecret, addressId, userId, 'previous_secret')] : []),
    ];
  }
}

/** Judges an answer: only 2xx is a success, 410 is the end of the address, and every other is tried again. */
export function outcomeOf(answer: WebhookAnswer, ms: number, now: Date): SendOutcome {
  if (answer.kind !== 'answered') {
    const failed: Answered = { status: null, ms, answer: answer.code };
    if (answer.kind === 'refused') return { ...failed, outcome: 'failed_permanent', gone: false };
    return { ...failed, outcome: answer.kind === 'unsent' ? 'failed_retryable' : 'uncertain', retryAfterSeconds: null };
  }
  const { status, text, retryAfter } = answer;
  const answered: Answered = { status, ms, answer: oneText(text) };
  if (status >= 200 && status < 300) return { ...answered, outcome: 'sent' };
  if (status === GONE) return { ...answered, outcome: 'failed_permanent', gone: true };
  return {
    ...answered,
    outcome: status >= 500 ? 'uncertain' : 'failed_retryable',
    retryAfterSeconds: ASKS_TO_WAIT.includes(status) ? retryAfterSeconds(retryAfter, now) : null,
  };
}

/** Shortens an answer to text that can be stored. */
function oneText(text: string): string {
  return [...text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()].slice(0, ANSWER_LENGTH).join('');
}
