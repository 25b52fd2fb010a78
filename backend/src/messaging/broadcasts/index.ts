export { Broadcast, BroadcastSchema } from './broadcast.entity.js';
export { BroadcastDelivery, BroadcastDeliverySchema } from './broadcast-delivery.entity.js';
export { BroadcastsHttpModule } from './broadcasts-http.module.js';
export { BroadcastsJobsModule } from './broadcasts-jobs.module.js';
export { BroadcastsModule } from './broadcasts.module.js';
export { BroadcastsService } from './broadcasts.service.js';
