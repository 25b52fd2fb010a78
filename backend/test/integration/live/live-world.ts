import { randomUUID } from 'node:crypto';
import type { ClientOptions } from 'ws';
import { LiveEvents, type Topic } from '../../../src/messaging/live/index.js';
import { CHANNEL } from '../../../src/messaging/live/live-event.messages.js';
import { LiveHubService } from '../../../src/messaging/live/live-hub.service.js';
import { LiveSettings } from '../../../src/messaging/live/live.settings.js';
import { eventually } from '../../e2e/support/eventually.js';
import { signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { listening, LiveClient, Refused, seriesOf } from './live-client.js';

/** An API that listens, people with sessions, and every socket that a test opens. */
export class LiveWorld {
  private readonly clients: LiveClient[] = [];
  private readonly usual: LiveSettings;
  private readonly marks = new Map<string, () => void>();

  private constructor(
    readonly api: TestApi,
    readonly url: string,
    readonly admin: SignedIn,
    readonly member: SignedIn,
    readonly stranger: SignedIn,
  ) {
    this.usual = { ...this.settings };
    const hub = api.app.get(LiveHubService, { strict: false }) as unknown as { hear(payload: string): void };
    const hear = hub.hear.bind(hub);
    hub.hear = (payload) => (this.marks.get(payload) ?? (() => hear(payload)))();
  }

  static async start(): Promise<LiveWorld> {
    const api = await createTestApi();
    const url = await listening(api);
    return new LiveWorld(api, url, await signedInAdmin(api), await signedInMember(api), await signedInMember(api, 'hedge fund'));
  }

  /** Periods and limits, as they were before the test: see `calm`. */
  get settings(): LiveSettings {
    return this.api.app.get(LiveSettings, { strict: false });
  }

  open(options: ClientOptions = {}, at = this.url): Promise<LiveClient> {
    return this.kept(LiveClient.open(at, options));
  }

  /** Hears nothing of what happened before. */
  async subscribed(who: SignedIn, topics?: string[]): Promise<LiveClient> {
    await this.caughtUp();
    return this.kept(LiveClient.subscribed(this.url, who.token, topics));
  }

  /** How an upgrade is refused. */
  async refusal(options: ClientOptions = {}, at = this.url): Promise<Refused> {
    const error: unknown = await this.open(options, at).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(error instanceof Refused)) throw new Error(`not refused: ${String(error)}`);
    return error;
  }

  tell(userId: string, data: object, topic: Topic = 'sync-runs'): Promise<void> {
    return this.api.app.get(LiveEvents, { strict: false }).publish(null, { topic, userId, data });
  }

  metric(name: string, labels?: Record<string, string>): Promise<number> {
    return seriesOf(this.api, name, labels);
  }

  openSockets(): Promise<number> {
    return this.metric('tidemark_live_sockets');
  }

  /** Ends what a test opened and set; the server has seen it go, so that no test counts another's sockets. */
  async calm(): Promise<void> {
    Object.assign(this.settings, this.usual);
    for (const { socket } of this.clients.splice(0)) socket.terminate();
    await eventually(async () => {
      if ((await this.openSockets()) > 0) throw new Error('sockets are left');
    });
  }

  close(): Promise<void> {
    return this.api.close();
  }

  /**
   * The API listens to the database on a connection of its own, which may be behind: events come in order, so what was told before this one
   * has come.
   */
  private async caughtUp(): Promise<void> {
    const mark = randomUUID();
    const come = new Promise<void>((resolve) => this.marks.set(mark, resolve));
    await this.api.em().execute('select pg_notify(?, ?)', [CHANNEL, mark]);
    await come;
    this.marks.delete(mark);
  }

  private async kept(opening: Promise<LiveClient>): Promise<LiveClient> {
    const client = await opening;
    this.clients.push(client);
    return client;
  }
}
