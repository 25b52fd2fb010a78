import type { IncomingMessage } from 'node:http';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { WebSocket } from 'ws';
import { AppConfig, inNetworks } from '../../platform/config/index.js';
import { SessionLiveness, SessionReader, type Actor, type Standing } from '../../platform/http/session-reader.port.js';
import { tokenOf } from '../../platform/http/session.strategy.js';
import { clientAddress, countedAs } from './client-address.js';
import { LiveChannel } from './live-channel.client.js';
import { decodeEvent, decodeSessionChange, type LiveEvent } from './live-event.messages.js';
import { measureUnread, openSockets, sentEvents } from './live.metrics.js';
import { LiveSettings } from './live.settings.js';
import { LiveSocket, type SocketEvents } from './live-socket.js';
import { frames } from './live.messages.js';
import { PublicTopicsService } from './public-topics.service.js';
import { RecentEvents } from './recent-events.store.js';
import { SubscriptionRegistry } from './subscription-registry.store.js';
import { isCheckedFor, isGuarded, isTopic, mayHear, type Topic } from './topics.rules.js';

/** Time for sockets to answer the close frame at shutdown. */
const CLOSE_TIMEOUT_MS = 1000;

const frameOf = ({ topic, data }: LiveEvent) => (data === null ? frames.resync : frames.event(topic, data));

/** Holds every socket of this process and delivers each event to the sockets subscribed to it. */
@Injectable()
export class LiveHubService implements SocketEvents, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Live');
  private readonly sockets = new Set<LiveSocket>();
  private readonly byClient = new WeakMap<WebSocket, LiveSocket>();
  private readonly subscriptions = new SubscriptionRegistry();
  private readonly recent = new RecentEvents();
  private readonly channel: LiveChannel;
  private readonly isProxy: (address: string) => boolean;
  private closing = false;

  constructor(
    config: AppConfig,
    private readonly settings: LiveSettings,
    private readonly sessions: SessionReader,
    private readonly liveness: SessionLiveness,
    private readonly publicTopics: PublicTopicsService,
  ) {
    this.isProxy = inNetworks(config.trustedProxies);
    measureUnread(() => this.unread());
    this.channel = new LiveChannel(config.databaseUrl, {
      payload: (text) => this.hear(text),
      listening: () => this.restart(),
      outage: (error) => this.log.warn({ err: error }, 'live events wait: the database is unreachable'),
    });
  }

  onApplicationBootstrap(): Promise<void> {
    return this.channel.start();
  }

  /** Closes all sockets: the HTTP server waits for its connections, and these do not end by themselves. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    for (const socket of this.sockets) socket.close('goingAway');
    for (const end = performance.now() + CLOSE_TIMEOUT_MS; this.sockets.size > 0 && performance.now() < end;)
      await new Promise((next) => setTimeout(next, 20));
    for (const socket of this.sockets) socket.terminate();
    await this.channel.stop();
  }

  /** Returns why another socket of this client is refused, or null. */
  refusalOf(request: IncomingMessage): 'closing' | 'full' | 'address' | null {
    if (this.closing) return 'closing';
    if (this.sockets.size >= this.settings.sockets) return 'full';
    const address = this.addressOf(request);
    return this.count((socket) => socket.address === address) >= this.settings.socketsOfAddress ? 'address' : null;
  }

  /** `request.socket` is the connection that the WebSocket runs on. */
  add(client: WebSocket, request: IncomingMessage): void {
    const socket = new LiveSocket(client, request.socket, this.addressOf(request), this.settings, this);
    this.sockets.add(socket);
    this.byClient.set(client, socket);
    openSockets.inc();
  }

  socketOf(client: WebSocket): LiveSocket {
    return this.byClient.get(client)!;
  }

  gone(socket: LiveSocket): void {
    if (!this.sockets.delete(socket)) return;
    this.leave(socket, [...socket.topics]);
    openSockets.dec();
  }

  /**
   * Closes the socket if its session has ended, and ends subscriptions that its owner may no longer have. Does not count as use of the
   * session.
   */
  async checkSession(socket: LiveSocket): Promise<void> {
    if (!socket.actor) return;
    try {
      const standing = await this.liveness.standing(socket.actor.sessionId);
      if (!standing) return socket.close('signIn');
      this.withdraw(socket, standing);
    } catch (error) {
      // Events come through the database too, so none are delivered during its outage.
      this.log.debug({ err: error }, 'a session could not be checked');
    }
  }

  async authenticate(socket: LiveSocket, authorization: string): Promise<void> {
    if (socket.actor || performance.now() - socket.openedAt > this.settings.authWithinMs) return void socket.send(frames.authOver);
    const token = tokenOf(authorization);
    let actor: Actor | null;
    try {
      actor = token ? await this.sessions.read(token) : null;
    } catch (error) {
      this.log.warn({ err: error }, 'a session could not be read');
      return socket.close('later');
    }
    if (!actor) return socket.close('signIn');
    if (actor.scope !== 'full') return socket.close('secondFactor');
    const { sessionId } = actor;
    if (this.count((other) => other.actor?.sessionId === sessionId) >= this.settings.socketsOfSession)
      return socket.close('tooManySockets');
    socket.actor = actor;
    socket.send(frames.ready);
  }

  /** `missedMs`: how long the page has shown these resources without receiving their events. Events of that time are sent now. */
  async subscribe(socket: LiveSocket, names: readonly string[], missedMs?: number): Promise<void> {
    const from = performance.now() - this.settings.delayMs - (missedMs ?? 0);
    const standing = names.some((name) => isCheckedFor(name, socket.actor)) ? await this.standingOf(socket) : null;
    if (!this.sockets.has(socket)) return; // closed meanwhile: nothing would remove its subscriptions again
    const added: Topic[] = [];
    for (const name of names) {
      if (this.publicTopics.has(name)) this.publicTopics.add(name, socket);
      else if (!isTopic(name)) socket.send(frames.unknownTopic(name));
      else if (!socket.actor) socket.send(frames.sessionRequired(name));
      else if (isCheckedFor(name, socket.actor) && !(standing && mayHear(name, standing))) socket.send(frames.forbidden(name));
      else if (!socket.topics.has(name)) {
        this.subscriptions.add(name, socket);
        added.push(name);
      }
    }
    socket.send(frames.subscribed([...socket.topics]));
    if (missedMs !== undefined && added.length > 0) this.repeat(socket, added, from);
    this.publicTopics.greet(socket);
  }

  unsubscribe(socket: LiveSocket, names: readonly string[]): void {
    this.leave(socket, names);
    socket.send(frames.subscribed([...socket.topics]));
  }

  pong(socket: LiveSocket): void {
    socket.send(frames.pong);
  }

  /** Returns the current rights of the session's owner, or null if it has ended or cannot be read. */
  private async standingOf({ actor }: LiveSocket): Promise<Standing | null> {
    if (!actor) return null;
    try {
      return await this.liveness.standing(actor.sessionId);
    } catch (error) {
      this.log.warn({ err: error }, 'a session could not be checked');
      return null;
    }
  }

  private withdraw(socket: LiveSocket, standing: Standing): void {
    const lost = [...socket.topics].filter((name) => isTopic(name) && !mayHear(name, standing));
    if (lost.length === 0) return;
    this.unsubscribe(socket, lost);
  }

  private leave(socket: LiveSocket, names: readonly string[]): void {
    for (const name of names) {
      if (isTopic(name)) {
        if (socket.topics.has(name)) socket.left.set(name, this.recent.position);
        this.subscriptions.remove(name, socket);
      } else this.publicTopics.remove(name, socket);
    }
  }

  private hear(payload: string): void {
    const sessionsOf = decodeSessionChange(payload);
    if (sessionsOf !== null) return this.checkSessionsOf(sessionsOf);
    const event = decodeEvent(payload);
    if (event) {
      this.recent.add(event, performance.now());
      this.deliver(event);
    } else this.log.warn('a malformed live event was ignored');
  }

  /** Tells a new subscriber what has happened since `from`, without what this socket heard before it unsubscribed. */
  private repeat(socket: LiveSocket, added: readonly Topic[], from: number): void {
    const missed = this.recent.since(from);
    if (!missed) return void socket.send(frames.resync);
    for (const { position, event } of missed) {
      const { topic, userId } = event;
      if (!added.includes(topic) || position <= (socket.left.get(topic) ?? 0)) continue;
      if (this.subscriptions.hears(socket, topic, userId) && socket.send(frameOf(event))) sentEvents.inc({ topic });
    }
  }

  /** Serialises the event once for all sockets. */
  private deliver(event: LiveEvent): void {
    const { topic, userId } = event;
    const frame = frameOf(event);
    let sent = 0;
    for (const socket of this.subscriptions.of(topic, userId)) if (socket.send(frame)) sent++;
    sentEvents.inc({ topic }, sent);
    if (topic === 'account') this.lookAgainAt(userId);
  }

  /** Called when a session of the user has ended, perhaps in another process. The periodic check covers outages of the channel. */
  private checkSessionsOf(userId: string): void {
    for (const socket of this.sockets) if (socket.actor?.userId === userId) void this.checkSession(socket);
  }

  /** Checks the user's guarded subscriptions again, because a decision about the account may have ended a right. */
  private lookAgainAt(userId: string | null): void {
    for (const socket of this.sockets)
      if (socket.actor?.userId === userId && [...socket.topics].some(isGuarded)) void this.checkSession(socket);
  }

  /** Tells subscribers to read again, because events were missed. Public topics do not use this channel. */
  private restart(): void {
    this.recent.restart(performance.now());
    for (const socket of this.sockets) if ([...socket.topics].some(isTopic)) socket.send(frames.resync);
  }

  private addressOf(request: IncomingMessage): string {
    return countedAs(clientAddress(request, this.isProxy));
  }

  private unread(): number {
    let bytes = 0;
    for (const socket of this.sockets) bytes += socket.unread;
    return bytes;
  }

  private count(fits: (socket: LiveSocket) => boolean): number {
    let found = 0;
    for (const socket of this.sockets) if (fits(socket)) found++;
    return found;
  }
}
