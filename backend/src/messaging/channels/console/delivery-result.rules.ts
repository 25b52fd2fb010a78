import { channels, type Channel, type DeliveryState } from '../channel.types.js';

/** What a person decides about a message whose outcome is unknown. */
export const decisions = ['arrived', 'send-again'] as const;
export type Decision = (typeof decisions)[number];

/** What became of a delivery. `unknown`: it may have arrived, is not repeated, and waits for a decision. */
export const deliveryResults = ['sent', 'waiting', 'not-sent', 'unknown'] as const;
export type DeliveryResult = (typeof deliveryResults)[number];

/** Whether a channel repeats messages that may have arrived, as its ChannelSender says. */
const repeats: Readonly<Record<Channel, boolean>> = {
  webhook: true,
  telegram: false,
  push: true,
  'telegram-channel': false,
  'copy-bot': false,
};

/** Channels on which a message that may have arrived waits for a decision. */
export const decidedChannels: readonly Channel[] = channels.filter((channel) => !repeats[channel]);

const results: Readonly<Record<DeliveryState, DeliveryResult>> = {
  queued: 'waiting',
  claimed: 'waiting',
  sending: 'waiting',
  failed_retryable: 'waiting',
  // On channels that repeat; of others it is unknown.
  uncertain: 'waiting',
  sent: 'sent',
  failed_permanent: 'not-sent',
  suppressed: 'not-sent',
  expired: 'not-sent',
};

export const resultOf = (channel: Channel, state: DeliveryState): DeliveryResult =>
  state === 'uncertain' && !repeats[channel] ? 'unknown' : results[state];

/** States that always have this result. An uncertain delivery depends on its channel. */
export const statesOf = (result: DeliveryResult): DeliveryState[] =>
  (Object.keys(results) as DeliveryState[]).filter((state) => state !== 'uncertain' && results[state] === result);

/**
 * Why a delivery was not sent: a code of the check before the request; `refused` by the other side; `nothing`: no post was needed;
 * `summary`: a device got one message for all that quiet hours had held.
 */
export const notSentReasons = ['no-access', 'preference', 'disabled', 'late', 'refused', 'nothing', 'summary'] as const;
export type NotSentReason = (typeof notSentReasons)[number];

/** Returns null for a delivery with another result. */
export function notSentReason(state: DeliveryState, lastAnswer: string | null): NotSentReason | null {
  if (state === 'expired') return 'late';
  if (state === 'failed_permanent') return 'refused';
  if (state !== 'suppressed') return null;
  return notSentReasons.find((reason) => reason === lastAnswer) ?? 'nothing';
}
