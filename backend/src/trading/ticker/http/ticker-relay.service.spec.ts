import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LiveSettings, PublicMessage, PublicTopicsService } from '../../../messaging/live/index.js';
import { TickerFeed, type FeedNews } from '../ticker-feed.js';
import { TickerSettings } from '../ticker.settings.js';
import type { Ticker } from '../../venues/index.js';
import { TickerRelayService } from './ticker-relay.service.js';

const NOBODY = 'http://127.0.0.1:9';
const ticker = (symbol: string, price: string): Ticker => ({ symbol, price, change: '0.00', turnover: 1, at: null });
const textOf = ({ frame }: PublicMessage) => frame.toString('utf8', frame.indexOf('{'));

let settings: TickerSettings;
let feed: TickerFeed;
let relay: TickerRelayService;
/** Answers the list of prices. */
let answer: (list: Ticker[]) => void;

beforeEach(() => {
  settings = new TickerSettings();
  const list = new Promise<Ticker[]>((resolve) => (answer = resolve));
  feed = new TickerFeed({ url: NOBODY, list: () => list, settings });
  relay = new TickerRelayService(feed, settings, new PublicTopicsService(new LiveSettings()));
  relay.onModuleInit();
});
afterEach(() => {
  relay.onApplicationShutdown();
  feed.onApplicationShutdown();
});

/** Resolves once the list has come. */
async function listed(...tickers: Ticker[]): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = feed.listen(({ whole }) => {
      if (!whole) return;
      stop();
      resolve();
    });
    answer(tickers);
  });
}

describe('the full picture', () => {
  it('is made once for newcomers who come together', async () => {
    relay.watched(true);
    await listed(ticker('AUSDT', '1'));
    const first = relay.first();
    expect(relay.first()).toBe(first);
    expect(textOf(first)).toContain('"rows":[["AUSDT","1","0.00"]]');
  });

  it('is made anew once it has the age of a tick', async () => {
    settings.frameMs = 0;
    relay.watched(true);
    await listed(ticker('AUSDT', '1'));
    expect(relay.first()).not.toBe(relay.first());
  });

  it('says that nothing came yet before the first listener, and again when the feed has rested', async () => {
    expect(textOf(relay.first())).toContain('"state":"waiting","reason":null,"age":null,"rows":[]');
    relay.watched(true);
    await listed(ticker('AUSDT', '1'));
    relay.watched(false);
    feed.onApplicationShutdown();
    relay.watched(true);
    expect(textOf(relay.first())).toContain('"rows":[]');
  });
});

describe('what changes', () => {
  it('is told as the exchange says it, though its second comes a little early, and else once a second', () => {
    jest.useFakeTimers();
    try {
      let hear: (news: FeedNews) => void = () => undefined;
      const exchange = {
        status: () => ({ state: 'live', reason: null, ageMs: 0 }),
        ranked: () => [],
        listen: (listener: typeof hear) => ((hear = listener), () => undefined),
      };
      const told: number[] = [];
      const topics = { offer: () => () => void told.push(performance.now() - begun) };
      const own = new TickerRelayService(exchange as unknown as TickerFeed, settings, topics as unknown as PublicTopicsService);
      const begun = performance.now();
      own.onModuleInit();
      own.watched(true);
      for (const [pause, price] of [
        [0, '1'],
        [950, '2'],
        [980, '3'],
        [300, '4'],
        [300, '5'],
        [1400, '6'],
      ] as const) {
        jest.advanceTimersByTime(pause);
        hear({ changed: [ticker('AUSDT', price)], whole: false });
      }
      own.onApplicationShutdown();
      expect(told).toEqual([0, 950, 1930, 2930, 3930]);
    } finally {
      jest.useRealTimers();
    }
  });
});
