import { Injectable } from '@nestjs/common';

/** Periods and limits of live connections, in one place; tests shorten them before they connect. */
@Injectable()
export class LiveSettings {
  /** A peer that has not answered one ping when the next is due is gone. */
  pingMs = 30_000;
  /** How long a session that has ended may keep its sockets where the notice of its end was lost. */
  sessionCheckMs = 30_000;
  /** A socket that has not shown a token by then stays a public one. */
  authWithinMs = 10_000;
  /** A subscription may arrive this much later than the request that reads the resource at the same time. */
  delayMs = 2000;
  maxMessageBytes = 4096;
  messages = { most: 20, inMs: 10_000 };
  /** What a reader may leave unread before it is cut off: memory is ours, the delay is theirs. */
  maxUnreadBytes = 256 * 1024;
  /** A reader who has left more than this unread is passed over by public topics: nothing is queued there. */
  maxUnreadPublicBytes = 4096;
  /** How often those are looked at again. */
  catchUpMs = 1000;
  socketsOfSession = 5;
  socketsOfAddress = 50;
  sockets = 10_000;
}
