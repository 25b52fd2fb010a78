import { clubNewsCame, noticesChanged, type LiveEvent } from '../live/index.js';
import type { Audience } from './broadcast.types.js';

/** The live event for open pages: a broadcast is in the notification centre. */
export const noticeOfBroadcast = ({ audience, userId }: { audience: Audience; userId: string | null }): LiveEvent =>
  userId === null ? clubNewsCame(audience) : noticesChanged(userId);
