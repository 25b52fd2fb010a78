import type { Duplex } from 'node:stream';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { WebSocket } from 'ws';
import { AppConfig } from '../../config/index.js';
import { tokenOf } from '../http/session.strategy.js';
import { SessionLiveness, SessionReader, type Actor, type Standing } from '../http/access-ports.js';
import { Audience } from './audience.js';
import { LiveChannel } from './live-channel.js';
import { decodeEvent, type LiveEvent } from './live-event.js';
import { measureUnread, openSockets, sentEvents } from './live-metrics.js';
import { LiveSettings } from './live-settings.js';
import { LiveSocket, type SocketEvents } from './live-socket.js';
import { frames, type ClientMessage } from './messages.js';
import { PublicTopics } from './public-topics.js';
import { decodeSessionChange } from './session-change.js';
import { isGuarded, isTopic, mayHear } from './topics.js';

/** How long sockets may take to say goodbye when the process ends. */
const GOODBYE_MS = 1000;

/** The API's end of the live channel: knows every socket of this process, and hands each event to those it is for. */
@Injectable()
export class LiveHub implements SocketEvents, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Live');
  private readonly sockets = new Set<LiveSocket>();
  private readonly audience = new Audience();
  private readonly channel: LiveChannel;
  private closing = false;

  constructor(
    config: AppConfig,
    private readonly settings: LiveSettings,
    private readonly sessions: SessionReader,
    private readonly liveness: SessionLiveness,
    private readonly publicTopics: PublicTopics,
  ) {
    measureUnread(() => this.unread());
    this.channel = new LiveChannel(config.databaseUrl, {
      payload: (text) => this.hear(text),
      listening: () => this.resync(),
      outage: (error) => this.log.warn({ err: error }, 'live events wait: the database is out of reach'),
    });
  }

  onApplicationBootstrap(): Promise<void> {
    return this.channel.start();
  }

  /** The HTTP server waits for connections to end, and these do not end by themselves. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    for (const socket of this.sockets) socket.close('goingAway');
    for (const end = performance.now() + GOODBYE_MS; this.sockets.size > 0 && performance.now() < end;)
      await new Promise((next) => setTimeout(next, 20));
    for (const socket of this.sockets) socket.terminate();
    await this.channel.stop();
  }

  /** Whether another socket of this address fits in; else why not. */
  room(address: string): 'closing' | 'full' | 'address' | null {
    if (this.closing) return 'closing';
    if (this.sockets.size >= this.settings.sockets) return 'full';
    return this.count((socket) => socket.address === address) >= this.settings.socketsOfAddress ? 'address' : null;
  }

  /** `line`: what the WebSocket runs on. */
  add(socket: WebSocket, line: Duplex, address: string): void {
    this.sockets.add(new LiveSocket(socket, line, address, this.settings, this));
    openSockets.inc();
  }

  gone(socket: LiveSocket): void {
    if (!this.sockets.delete(socket)) return;
    this.leave(socket, [...socket.topics]);
    openSockets.dec();
  }

  async message(socket: LiveSocket, message: ClientMessage): Promise<void> {
    switch (message.type) {
      case 'ping':
        return void socket.send(frames.pong);
      case 'auth':
        return this.authenticate(socket, message.token);
      case 'subscribe':
        return this.subscribe(socket, message.topics);
      case 'unsubscribe':
        this.leave(socket, message.topics);
        return void socket.send(frames.subscribed([...socket.topics]));
    }
  }

  /** A session that has ended, by sign-out, deactivation or time, loses its sockets; one that may hear less than before loses that. Looking does not count as use. */
  async checkSession(socket: LiveSocket): Promise<void> {
    if (!socket.actor) return;
    try {
      const standing = await this.liveness.standing(socket.actor.sessionId);
      if (!standing) return socket.close('signIn');
      this.withdraw(socket, standing);
    } catch (error) {
      // Events come through the database too: while it is away there is nothing to tell anybody.
      this.log.debug({ err: error }, 'a session could not be looked at');
    }
  }

  private async authenticate(socket: LiveSocket, shown: string): Promise<void> {
    if (socket.actor || performance.now() - socket.openedAt > this.settings.authWithinMs) return void socket.send(frames.authOver);
    const token = tokenOf(shown);
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

  private async subscribe(socket: LiveSocket, names: readonly string[]): Promise<void> {
    const standing = names.some(isGuarded) ? await this.standingOf(socket) : null;
    if (!this.sockets.has(socket)) return; // gone meanwhile: nobody would take it off the lists again
    for (const name of names) {
      if (this.publicTopics.has(name)) this.publicTopics.add(name, socket);
      else if (!isTopic(name)) socket.send(frames.unknownTopic(name));
      else if (!socket.actor) socket.send(frames.sessionRequired(name));
      else if (isGuarded(name) && !(standing && mayHear(name, standing))) socket.send(frames.forbidden(name));
      else this.audience.add(name, socket);
    }
    socket.send(frames.subscribed([...socket.topics]));
    this.publicTopics.greet(socket);
  }

  /** What the session may hear now, whatever it might when it was opened. Null also where it cannot be told. */
  private async standingOf({ actor }: LiveSocket): Promise<Standing | null> {
    if (!actor) return null;
    try {
      return await this.liveness.standing(actor.sessionId);
    } catch (error) {
      this.log.warn({ err: error }, 'a session could not be looked at');
      return null;
    }
  }

  private withdraw(socket: LiveSocket, standing: Standing): void {
    const lost = [...socket.topics].filter((name) => isTopic(name) && !mayHear(name, standing));
    if (lost.length === 0) return;
    this.leave(socket, lost);
    socket.send(frames.subscribed([...socket.topics]));
  }

  private leave(socket: LiveSocket, names: readonly string[]): void {
    for (const name of names) {
      if (isTopic(name)) this.audience.remove(name, socket);
      else this.publicTopics.remove(name, socket);
    }
  }

  private hear(payload: string): void {
    const sessionsOf = decodeSessionChange(payload);
    if (sessionsOf !== null) return this.checkSessionsOf(sessionsOf);
    const event = decodeEvent(payload);
    if (event) this.deliver(event);
    else this.log.warn('a live event that is none was left out');
  }

  /** Serialised once, whoever listens. */
  private deliver({ topic, userId, data }: LiveEvent): void {
    const frame = data === null ? frames.resync : frames.event(topic, data);
    let sent = 0;
    for (const socket of this.audience.of(topic, userId)) if (socket.send(frame)) sent++;
    sentEvents.inc({ topic }, sent);
    if (topic === 'account') this.lookAgainAt(userId);
  }

  /** One of the user's sessions has ended, perhaps at another process. The periodic check finds what this one misses while the channel is down. */
  private checkSessionsOf(userId: string): void {
    for (const socket of this.sockets) if (socket.actor?.userId === userId) void this.checkSession(socket);
  }

  /** A decision about an account may open what it hears, or close it. What is opened, its pages subscribe to. */
  private lookAgainAt(userId: string | null): void {
    for (const socket of this.sockets)
      if (socket.actor?.userId === userId && [...socket.topics].some(isGuarded)) void this.checkSession(socket);
  }

  /** Events were missed: whoever shows something of a member reads it again. Public topics do not come this way. */
  private resync(): void {
    for (const socket of this.sockets) if ([...socket.topics].some(isTopic)) socket.send(frames.resync);
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
