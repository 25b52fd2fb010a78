import { ChannelAddressSchema } from './channel-address.entity.js';
import { ChannelEventSchema } from './channel-event.entity.js';
import { DeliveryAttemptSchema } from './delivery-attempt.entity.js';
import { DeliverySchema } from './delivery.entity.js';

export const channelEntities = [ChannelEventSchema, ChannelAddressSchema, DeliverySchema, DeliveryAttemptSchema];
