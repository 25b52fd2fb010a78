export {
  accountChanged,
  clubNewsCame,
  inboxChanged,
  noticesChanged,
  reviewChanged,
  type AccountChange,
  type LiveEvent,
  type ReviewChange,
} from './live-event.messages.js';
export { LiveHttpModule } from './live-http.module.js';
export { LiveSettings } from './live.settings.js';
export { LiveEvents } from './live-events.service.js';
export { PublicMessage } from './public-message.js';
export { PublicTopicsService, type PublicFeed } from './public-topics.service.js';
export { publishSessionChange } from './live-notify.sql.js';
export type { Topic } from './topics.rules.js';
