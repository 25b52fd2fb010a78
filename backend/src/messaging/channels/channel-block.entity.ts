import { defineEntity, p } from '@mikro-orm/core';
import { channels } from './channel.types.js';

const ChannelBlockSchema = defineEntity({
  name: 'ChannelBlock',
  tableName: 'channel_blocks',
  properties: {
    channel: p.enum(channels).primary(),
    /** `all`, or the hash of one address in base64url. */
    scope: p.string().length(64).primary(),
    /** The next free moment: each request takes one. */
    nextAt: p.datetime().defaultRaw('now()'),
    /** The other side asked us to send nothing until then. */
    blockedUntil: p.datetime().nullable(),
  },
});

/** When the next request of a channel may go out, over all processes. */
export class ChannelBlock extends ChannelBlockSchema.class {}
ChannelBlockSchema.setClass(ChannelBlock);
export { ChannelBlockSchema };
