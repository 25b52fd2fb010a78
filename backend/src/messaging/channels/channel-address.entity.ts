import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';
import { addressStates, channels, clubChannels, disabledReasons } from './channel.types.js';

/** The unique index that lets an active address belong to one member. */
export const ONE_ACTIVE_ADDRESS = 'channel_addresses_active_unique';
/** Those that let a Telegram account belong to one member, and a member have one. */
export const ONE_MEMBER_A_TELEGRAM = 'channel_addresses_telegram_unique';
export const ONE_TELEGRAM_A_MEMBER = 'channel_addresses_own_telegram_unique';

/** Characters of the host of a push service. */
export const SERVICE_LENGTH = 64;

const ChannelAddressSchema = defineEntity({
  name: 'ChannelAddress',
  tableName: 'channel_addresses',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    /** Null: an address of the club itself. */
    user: () => p.manyToOne(User).name('user_id').mapToPk().nullable().deleteRule('cascade'),
    channel: p.enum(channels),
    /**
     * Of a webhook: its URL. Of Telegram: number and name of the account; of the club's channels their number, and the one in the settings.
     * Of web push: the browser's endpoint and name. Sealed for this row and member.
     */
    address: p.blob().hidden(),
    /** Blind index of channel and address. */
    hash: p.blob().hidden(),
    /** Of a webhook: what its messages are signed with. Of web push: the keys of the browser. */
    secret: p.blob().nullable().hidden(),
    /** Signs too, until then: receivers change over without losing a message. */
    previousSecret: p.blob().nullable().hidden(),
    previousSecretUntil: p.datetime().nullable(),
    state: p.enum(addressStates).default('active'),
    reason: p.enum(disabledReasons).nullable(),
    /** First failure since the last success. */
    failingSince: p.datetime().nullable(),
    /** Failed tries since the last success. */
    failures: p.integer().default(0),
    /** When the email about the failures was queued. */
    warnedAt: p.datetime().nullable(),
    lastOkAt: p.datetime().nullable(),
    /** Of web push: the host of the push service, which many members share. */
    service: p.string().length(SERVICE_LENGTH).nullable(),
    /** Of web push: when the browser last showed that it still has the subscription. */
    renewedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [
    {
      name: ONE_ACTIVE_ADDRESS,
      expression: `create unique index "${ONE_ACTIVE_ADDRESS}" on "channel_addresses" ("channel", "hash") where "state" = 'active'`,
    },
    {
      name: ONE_MEMBER_A_TELEGRAM,
      expression: `create unique index "${ONE_MEMBER_A_TELEGRAM}" on "channel_addresses" ("hash") where "channel" = 'telegram'`,
    },
    {
      name: ONE_TELEGRAM_A_MEMBER,
      expression: `create unique index "${ONE_TELEGRAM_A_MEMBER}" on "channel_addresses" ("user_id") where "channel" = 'telegram'`,
    },
  ],
  indexes: [
    { name: 'channel_addresses_user_index', properties: ['user', 'channel', 'createdAt'] },
    {
      name: 'channel_addresses_renewed_index',
      expression: `create index "channel_addresses_renewed_index" on "channel_addresses" ("renewed_at") where "renewed_at" is not null`,
    },
  ],
  checks: [
    { name: 'channel_addresses_disabled_check', expression: `("state" = 'disabled') = ("reason" is not null)` },
    {
      name: 'channel_addresses_member_check',
      expression: `("user_id" is null) = ("channel" in (${clubChannels.map((channel) => `'${channel}'`).join(', ')}))`,
    },
  ],
});

/** An address of a member on one channel: the URL of a webhook, a Telegram chat, or a browser. Or a Telegram channel of the club. */
export class ChannelAddress extends ChannelAddressSchema.class {}
ChannelAddressSchema.setClass(ChannelAddress);
export { ChannelAddressSchema };
