export { AttributedFills } from './attributed-fills.rules.js';
export { inFillOrder, inSignalOrder } from './attribution.rules.js';
export { clubShareAnswer } from './club-share-answer.mapper.js';
export { clubShareSchema } from './club-share-case.schema.js';
export type { Fill, Signal } from './club-share.types.js';
export { isFollowed } from './follow.rules.js';
export { MIN_MEMBERS, readIndexes, quantileSummary } from './slippage.rules.js';
