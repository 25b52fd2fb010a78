import { BroadcastDeliverySchema } from './broadcast-delivery.entity.js';
import { BroadcastSchema } from './broadcast.entity.js';

export const broadcastEntities = [BroadcastSchema, BroadcastDeliverySchema];
