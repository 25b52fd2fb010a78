export { lineText, markdownText, slugOf } from './analysis-content.rules.js';
export { mayReadPost } from './post-readers.policy.js';
