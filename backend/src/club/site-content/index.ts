export { PublishedPages } from './published-pages.loop.js';
