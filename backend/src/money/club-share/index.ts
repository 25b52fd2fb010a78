export { clubShareAnswer } from './club-share-answer.mapper.js';
export { clubShareSchema } from './club-share-case.schema.js';
