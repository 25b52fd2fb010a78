export { mayReadPost } from './post-readers.policy.js';
