import type { LetterData, LetterName } from '../mail/index.js';
import type { AddressNews, Channel, Content, DeliveryTarget, DisabledReason, SendOutcome } from './channel.types.js';
import type { RetryPolicy } from './settlement.rules.js';

/** Injects every ChannelSender. */
export const CHANNEL_SENDERS = Symbol('channel senders');

/** A letter about an address, without its recipient. */
export type AddressLetter = { [N in LetterName]: { letter: N; data: LetterData<N> } }[LetterName];

/** Which address a message goes to, before anything is opened. */
export interface TurnAddress {
  hash: Buffer;
  /** Of web push: the host of the push service. */
  service: string | null;
}

/** Sends messages on one channel. The core keeps their states, and decides when and to whom. */
export abstract class ChannelSender implements RetryPolicy {
  abstract readonly channel: Channel;
  abstract readonly repeatsUncertain: boolean;

  /** Why an address is disabled that never takes anything again. */
  readonly goneReason: DisabledReason = 'gone';
  /** Whether failures are the address's own, so that an address that fails for days is disabled. */
  readonly disablesFailing: boolean = true;
  /** True: the member gets an email about an ended address only if they have no other on this channel. */
  readonly tellsOfLast: boolean = false;

  abstract retrySeconds(attempts: number): number | null;

  /** Waits for the turn of a message to an address. Returns 0, or how many seconds later to ask again. */
  turn(_address: TurnAddress): Promise<number> {
    return Promise.resolve(0);
  }

  /** Makes one try, within 45 seconds. `secondsLeft`: until the event expires. Never throws for what the other side does. */
  abstract send(target: DeliveryTarget, content: Content, secondsLeft: number): Promise<SendOutcome>;

  /** Returns the letter that tells the member; null: none. */
  abstract letterOf(news: AddressNews, target: DeliveryTarget): AddressLetter | null;
}
