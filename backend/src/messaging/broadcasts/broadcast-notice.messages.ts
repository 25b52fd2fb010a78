import { clubNewsCame, noticesChanged, type LiveEvent } from '../live/index.js';
import type { Recipients } from './broadcast.types.js';

/** The live event for open pages: a broadcast is in the notification centre. */
export function noticeOfBroadcast(recipients: Recipients): LiveEvent {
  if ('userId' in recipients) return noticesChanged(recipients.userId);
  return clubNewsCame('segment' in recipients ? 'segment' : recipients.audience);
}
