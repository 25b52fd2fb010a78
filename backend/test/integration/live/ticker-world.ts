import { TickerFeed, TickerSettings } from '../../../src/trading/ticker/index.js';
import type { LiveTickerWire } from '../../../src/platform/wire/live.types.js';
import { eventually } from '../../e2e/support/eventually.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { LiveSettings } from '../../../src/messaging/live/live.settings.js';
import { listening, LiveClient, seriesOf } from './live-client.js';

/** Short enough for a test; what says that an exchange is gone is longer than any, unless a test is about that. */
const PERIODS: Partial<TickerSettings> = {
  handshakeMs: 60_000,
  silenceMs: 600_000,
  backoffMs: [20, 200],
  lingerMs: 50,
  listEveryMs: 100,
  frameMs: 1,
};

/** An API that listens and takes its prices from `exchange`, and the visitors of a test. */
export class TickerWorld {
  private readonly visitors: LiveClient[] = [];
  private readonly usual: LiveSettings;

  private constructor(
    readonly api: TestApi,
    readonly url: string,
  ) {
    this.usual = { ...this.live };
    this.periods({});
  }

  static async start(exchange: string): Promise<TickerWorld> {
    const api = await createTestApi({ EXCHANGE_URL: exchange });
    return new TickerWorld(api, await listening(api));
  }

  get live(): LiveSettings {
    return this.api.app.get(LiveSettings, { strict: false });
  }

  periods(some: Partial<TickerSettings>): void {
    Object.assign(this.api.app.get(TickerSettings, { strict: false }), PERIODS, some);
  }

  async open(): Promise<LiveClient> {
    const client = await LiveClient.open(this.url);
    this.visitors.push(client);
    return client;
  }

  /** A visitor who listens to the ticker, without a session. */
  async visitor(): Promise<LiveClient> {
    const client = await this.open();
    client.say({ type: 'subscribe', topics: ['ticker'] });
    await client.told(({ type }) => type === 'subscribed');
    return client;
  }

  metric(name: string, labels?: Record<string, string>): Promise<number> {
    return seriesOf(this.api, name, labels);
  }

  /** Ends what a test opened and set. */
  async calm(): Promise<void> {
    Object.assign(this.live, this.usual);
    this.periods({});
    for (const { socket } of this.visitors.splice(0)) socket.terminate();
    // The feed rests once its last listener is gone long enough: each test starts it anew.
    const feed = this.api.app.get(TickerFeed, { strict: false });
    await eventually(() => {
      if (feed.status().state !== 'idle') throw new Error('the ticker still runs');
    });
  }

  close(): Promise<void> {
    return this.api.close();
  }
}

/** Every message about prices that was told. */
export const frames = (client: LiveClient) => client.events('ticker') as unknown as LiveTickerWire[];

/** The first message from `from` on that fits. */
export async function frame(client: LiveClient, fits: (ticker: LiveTickerWire) => boolean, from = 0): Promise<LiveTickerWire> {
  const said = await client.told(({ topic, data }) => topic === 'ticker' && fits(data as unknown as LiveTickerWire), from);
  return said.data as unknown as LiveTickerWire;
}

/** What a browser shows after these messages: the last full one with everything after it laid over. */
export function shown(client: LiveClient): Record<string, string> {
  let prices: Record<string, string> = {};
  for (const { full, rows } of frames(client))
    prices = { ...(full ? {} : prices), ...Object.fromEntries(rows.map(([symbol, price]) => [symbol, price])) };
  return prices;
}
