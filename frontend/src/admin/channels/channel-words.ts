import type { AddressReasonWire, ChannelHealthWire, ChannelWire } from '../../lib/wire/types';
import type { StateWords } from '../state-badge';

export const channelNames: Readonly<Record<ChannelWire, string>> = {
  webhook: 'Webhooks',
  telegram: 'Telegram',
  push: 'Web push',
  'telegram-channel': 'Telegram channel of the club',
  'copy-bot': 'Channel of copy bots',
};

/** Why a channel is not set up. */
export const missingSettings: Readonly<Record<ChannelWire, string>> = {
  webhook: 'Webhooks need no settings',
  telegram: 'TELEGRAM_BOT_TOKEN is not set',
  push: 'WEB_PUSH_PUBLIC_KEY is not set',
  'telegram-channel': 'TELEGRAM_CHANNEL_ID is not set',
  'copy-bot': 'TELEGRAM_COPY_CHANNEL_ID is not set',
};

export const reasonWords: Readonly<Record<AddressReasonWire, StateWords>> = {
  blocked: { words: 'Blocked', tone: 'warn', meaning: 'The member blocked the bot. If they start it again, it is reconnected.' },
  gone: { words: 'Gone', tone: 'warn', meaning: 'The server reports that the address no longer exists' },
  failing: { words: 'Failing', tone: 'down', meaning: 'No delivery succeeded for five days' },
  setting: { words: 'Removed from the settings', tone: 'neutral', meaning: 'This channel is no longer in the settings' },
  member: { words: 'Turned off', tone: 'neutral', meaning: 'The member disabled it' },
};

export const active: StateWords = { words: 'Active', tone: 'up' };

export const addressState = ({ reason }: { reason: AddressReasonWire | null }): StateWords =>
  reason === null ? active : reasonWords[reason];

export const channelState = ({ isConfigured, heldUntil, unknown }: ChannelHealthWire): StateWords =>
  !isConfigured
    ? { words: 'Not set up', tone: 'neutral' }
    : heldUntil !== null
      ? { words: 'Held back', tone: 'warn' }
      : unknown > 0
        ? { words: 'Needs a decision', tone: 'warn' }
        : { words: 'Set up', tone: 'up' };
