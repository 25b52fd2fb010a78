import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { publicListeners, sentEvents, skippedEvents } from './live.metrics.js';
import { LiveSettings } from './live.settings.js';
import type { LiveSocket } from './live-socket.js';
import type { PublicMessage } from './public-message.js';

/** What everybody may hear, with a session or without: the same messages for all. A feature offers it. */
export interface PublicFeed {
  readonly topic: string;
  /** The first listener of this process has come (true), or the last has gone. */
  watched(yes: boolean): void;
  /**
   * Everything there is, for a newcomer and for one who missed something. Asked for each of them: made once for those who come together.
   */
  first(): PublicMessage;
}

interface Offer {
  feed: PublicFeed;
  listeners: Set<LiveSocket>;
  /** Listeners who had not read when something was told: what they hear next is everything. */
  behind: Set<LiveSocket>;
}

/** Topics that need no session: who listens, and each message to all of them at the price of one write a listener. */
@Injectable()
export class PublicTopicsService implements OnApplicationShutdown {
  private readonly offers = new Map<string, Offer>();
  private catchingUp: NodeJS.Timeout | undefined;

  constructor(private readonly settings: LiveSettings) {}

  onApplicationShutdown(): void {
    clearTimeout(this.catchingUp);
  }

  /** Opens a topic. The returned function hands a message to everybody who listens to it. */
  offer(feed: PublicFeed): (message: PublicMessage) => void {
    if (this.offers.has(feed.topic)) throw new Error(`two features offer ${feed.topic}`);
    const offer: Offer = { feed, listeners: new Set(), behind: new Set() };
    this.offers.set(feed.topic, offer);
    return (message) => this.tell(offer, message);
  }

  has(topic: string): boolean {
    return this.offers.has(topic);
  }

  /** The socket listens from now on. It counts as behind until `greet`: it is to hear first that it is subscribed. */
  add(topic: string, socket: LiveSocket): void {
    const offer = this.offers.get(topic);
    if (!offer || offer.listeners.has(socket)) return;
    offer.listeners.add(socket);
    offer.behind.add(socket);
    socket.topics.add(topic);
    publicListeners.inc({ topic });
    if (offer.listeners.size === 1) offer.feed.watched(true);
  }

  remove(topic: string, socket: LiveSocket): void {
    const offer = this.offers.get(topic);
    if (!offer?.listeners.delete(socket)) return;
    offer.behind.delete(socket);
    socket.topics.delete(topic);
    publicListeners.dec({ topic });
    if (offer.listeners.size === 0) offer.feed.watched(false);
  }

  /** Tells a newcomer everything there is. */
  greet(socket: LiveSocket): void {
    for (const offer of this.offers.values()) if (offer.behind.has(socket)) this.bringUp(offer, socket);
    this.lookAgain();
  }

  /** Nothing waits for a slow reader: it is passed over, and told everything once it has read what it had. */
  private tell(offer: Offer, message: PublicMessage): void {
    const { listeners, behind } = offer;
    let [sent, skipped] = [0, 0];
    for (const socket of listeners) {
      if (!behind.has(socket) && socket.write(message)) {
        sent++;
      } else {
        skipped++;
        behind.add(socket);
      }
    }
    const { topic } = offer.feed;
    sentEvents.inc({ topic }, sent);
    skippedEvents.inc({ topic }, skipped);
    this.lookAgain();
  }

  private bringUp(offer: Offer, socket: LiveSocket): void {
    if (!socket.hasRead || !socket.write(offer.feed.first())) return;
    offer.behind.delete(socket);
    sentEvents.inc({ topic: offer.feed.topic });
  }

  /** As long as anybody is behind. */
  private lookAgain(): void {
    const anybody = [...this.offers.values()].some(({ behind }) => behind.size > 0);
    if (!anybody || this.catchingUp !== undefined) return;
    this.catchingUp = setTimeout(() => {
      this.catchingUp = undefined;
      for (const offer of this.offers.values()) for (const socket of offer.behind) this.bringUp(offer, socket);
      this.lookAgain();
    }, this.settings.catchUpMs).unref();
  }
}
