export { accountChanged, type AccountChange } from './account-change.js';
export { LiveEvents } from './live-events.js';
export type { LiveEvent } from './live-event.js';
export { PublicMessage } from './public-message.js';
export { PublicTopics, type PublicFeed } from './public-topics.js';
export { reviewChanged, type ReviewChange } from './review-change.js';
export { publishSessionChange } from './session-change.js';
export type { Topic } from './topics.js';
