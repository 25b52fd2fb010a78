import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { PublicMessage, PublicTopicsService, type PublicFeed } from '../../../messaging/live/index.js';
import { TickerFeed, type FeedNews, type FeedState } from '../ticker-feed.js';
import { TickerSettings } from '../ticker.settings.js';
import type { Ticker } from '../../venues/index.js';
import { measureTicker } from '../ticker.metrics.js';
import { toLiveTicker } from './ticker.presenter.js';

/**
 * Seconds by which a message may be early. The exchange's interval jitters; waiting for the full second each time would make prices older
 * with every message.
 */
const EARLY = 0.1;

/**
 * Publishes the ticker: all pairs first, then at most once a second those that changed, and at once when the connection to the exchange is
 * lost or restored. Each message is built once for all visitors, and only while there are any.
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

  /** Returns the message with all pairs. Built for the first new visitor after a tick and reused for one second. */
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
