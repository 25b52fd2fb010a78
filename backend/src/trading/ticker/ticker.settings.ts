import { Injectable } from '@nestjs/common';
import type { StreamTimes } from './stream-connection.client.js';

/** Periods of the ticker in milliseconds, in one place; tests shorten them before the first listener. */
@Injectable()
export class TickerSettings implements StreamTimes {
  handshakeMs = 10_000;
  silenceMs = 30_000;
  backoffMs: StreamTimes['backoffMs'] = [1000, 30_000];
  /** A page that is loaded anew should not cost a connection. */
  lingerMs = 30_000;
  /** Between two lists of all prices. A connection that breaks again and again must not use up the limit that members' syncs need. */
  listEveryMs = 60_000;
  /** Minimum interval between messages to visitors. */
  frameMs = 1000;
}
