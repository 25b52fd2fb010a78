import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { PublicMessage, PublicTopicsService, type PublicFeed } from '../../../messaging/live/index.js';
import { TickerFeed, type FeedNews, type FeedState } from '../ticker-feed.js';
import { TickerSettings } from '../ticker.settings.js';
import type { Ticker } from '../../venues/index.js';
import { measureTicker } from '../ticker.metrics.js';
import { toLiveTicker } from './ticker.presenter.js';

/**
 * What comes by so much of a second too early is told at once: the exchange's own second jitters, and waiting for ours each time would make
 * prices ever older.
 */
const EARLY = 0.1;

/**
 * The ticker as every visitor hears it: everything at first, then at most once a second what has changed, and at once when the exchange
 * goes or comes back. Each message is made once, and none while nobody listens.
 */
@Injectable()
export class TickerRelayService implements PublicFeed, OnModuleInit, OnApplicationShutdown {
  readonly topic = 'ticker';
  private announce: ((message: PublicMessage) => void) | undefined;
  private stop: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly pending = new Map<string, Ticker>();
  /** The next message must be a full one. */
  private whole = false;
  private told: { state: FeedState; reason: string | null } | null = null;
  private toldAt = -Infinity;
  private full: { message: PublicMessage; madeAt: number } | null = null;

  constructor(
    private readonly feed: TickerFeed,
    private readonly settings: TickerSettings,
    private readonly topics: PublicTopicsService,
  ) {}

  onModuleInit(): void {
    this.announce = this.topics.offer(this);
    measureTicker(this.feed);
  }

  onApplicationShutdown(): void {
    this.watched(false);
  }

  watched(yes: boolean): void {
    this.stop?.();
    this.stop = yes ? this.feed.listen((news) => this.hear(news)) : undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.pending.clear();
    this.whole = false;
    this.full = null;
    const { state, reason } = this.feed.status();
    this.told = { state, reason };
  }

  /** Made for the first newcomer after a tick and shared with the others, for a second at most, so that its age stays true. */
  first(): PublicMessage {
    const now = performance.now();
    if (!this.full || now - this.full.madeAt >= this.settings.frameMs)
      this.full = { message: this.message(true, this.feed.ranked()), madeAt: now };
    return this.full.message;
  }

  private hear({ changed, whole }: FeedNews): void {
    for (const ticker of changed) this.pending.set(ticker.symbol, ticker);
    this.whole ||= whole;
    const { state, reason } = this.feed.status();
    const turned = state !== this.told?.state || reason !== this.told.reason;
    const { frameMs } = this.settings;
    const wait = this.toldAt + frameMs - performance.now();
    if (turned || wait <= frameMs * EARLY) this.tell();
    else this.timer ??= setTimeout(() => this.tell(), wait).unref();
  }

  private tell(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { state, reason } = this.feed.status();
    this.told = { state, reason };
    this.toldAt = performance.now();
    this.full = null;
    const message = this.whole ? this.first() : this.message(false, [...this.pending.values()]);
    this.whole = false;
    this.pending.clear();
    this.announce?.(message);
  }

  private message(full: boolean, tickers: readonly Ticker[]): PublicMessage {
    return new PublicMessage(this.topic, JSON.stringify(toLiveTicker(this.feed.status(), full, tickers)));
  }
}
