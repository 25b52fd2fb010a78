export type { AnnouncedKind } from './announced-kinds.rules.js';
export { ChannelEvents, type SubjectChange } from './channel-events.service.js';
export { ChannelEventsModule } from './channel-events.module.js';
export { ChannelsHttpModule } from './channels-http.module.js';
export { ChannelsModule } from './channels.module.js';
export { TelegramErasure } from './telegram/telegram-erasure.service.js';
export { ChannelsJobsModule } from './channels-jobs.module.js';
