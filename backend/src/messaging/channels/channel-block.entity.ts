import { defineEntity, p } from '@mikro-orm/core';
import { channels } from './channel.types.js';

const ChannelBlockSchema = defineEntity({
  name: 'ChannelBlock',
  tableName: 'channel_blocks',
  properties: {
    channel: p.enum(channels).primary(),
    /** `all`, the hash of one address in base64url, or the host of a push service. */
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
