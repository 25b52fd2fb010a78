export { LiveEvents } from './live-events.js';
export type { LiveEvent } from './live-event.js';
export type { Topic } from './topics.js';
