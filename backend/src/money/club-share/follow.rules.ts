import { ONE } from '../../platform/domain/scaled.js';

/** How much of the recommended quantity the manager has to trade to have followed a signal, unless a case says otherwise. */
export const FOLLOW_SIZE = ONE / 4n;

/** Returns whether so much of an entry followed a signal; exactly the part is enough. */
export const isFollowed = (entryQty: bigint, recommendedQty: bigint, followSize = FOLLOW_SIZE): boolean =>
  entryQty * ONE >= followSize * recommendedQty;
