import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { RateLimited, type Venue } from '../port/index.js';
import { VenueCooldowns } from './venue-cooldowns.js';
import { LaneQueue, type Time, type Grant } from './lane-queue.js';
import { OpenCalls } from './open-calls.js';
import { askAgainAt, guardOf, placeOf, termsOf } from './rules.js';
import { WeightBudget, type BudgetScope, type ScopeStatus, type Spending } from './weight-budget.js';
import type { Settlement, WeightStore } from './weight-store.js';

/**
 * Limits per second or two are spent evenly: two bursts could fall into one window of the venue, wherever it starts, and some windows are
 * sliding. Some room is left for calls that a busy machine or connection delays and releases together.
 */
const PACED_WINDOW_MS = 2000;
const PACE = 0.85;
/** Slots are assigned at most this far ahead, so that urgent calls wait behind few. */
const PROMISE_MS = 1000;
const PROMISE_AGAIN_MS = 10;
/** While the store is unreachable, no call is granted and the store is tried at this interval. */
const STORE_AWAY_MS = 2000;
/** Random delay, so that processes do not all retry at the start of a window. */
const JITTER_MS = 500;
const JITTER_PART = 120;
const MANY_LINES = 1000;

export interface BudgetSettings {
  time?: Time;
  pacedWindowMs?: number;
}

const realTime: Time = {
  now: Date.now,
  random: Math.random,
  sleep: (ms, signal) =>
    sleep(ms, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error; // woken early is what the signal is for
    }),
};

/** A budget whose counters are shared by all processes of an egress address. */
export class SharedWeightBudget extends WeightBudget implements OnApplicationShutdown {
  readonly #time: Time;
  readonly #pacedWindowMs: number;
  readonly #queues = new Map<string, LaneQueue>();
  readonly #open = new OpenCalls();
  readonly #cooldowns: VenueCooldowns;
  readonly #settling = new Set<Promise<void>>();
  readonly #log = new Logger('Exchange');
  #storeAwayUntil = 0;
  #ended = false;

  constructor(
    private readonly store: WeightStore,
    { time = realTime, pacedWindowMs = PACED_WINDOW_MS }: BudgetSettings = {},
  ) {
    super();
    this.#time = time;
    this.#pacedWindowMs = pacedWindowMs;
    this.#cooldowns = new VenueCooldowns(() => time.now(), store);
  }

  async take(spending: Spending): Promise<void> {
    const { scope, lane } = spending;
    if (this.#ended) throw new RateLimited(STORE_AWAY_MS, scope.name);
    return this.#queue(scope, lane).wait(spending);
  }

  answered(scope: BudgetScope, weight: number, used: number | null): void {
    const closed = this.#open.close(scope, weight);
    if (!closed) return; // paced: nothing was under way
    const { call, sure } = closed;
    const venueTime = this.#time.now() - call.aheadMs;
    const { windowMs } = scope;
    const mayBeNext = Math.floor((venueTime + guardOf(windowMs)) / windowMs) > call.window;
    const count = used ?? 0;
    const told = mayBeNext ? { seen: 0, spill: weight, told: count } : { seen: sure ? count : 0, spill: 0, told: 0 };
    this.#settle({ scope, window: call.window, endsAt: call.endsAt, underWay: weight, ...told });
  }

  close(venue: Venue, name: string, ms: number): void {
    this.#cooldowns.add(venue, name, ms);
    this.#background(this.#cooldowns.flush());
  }

  async status(): Promise<ScopeStatus[]> {
    return this.store.status();
  }

  async onApplicationShutdown(): Promise<void> {
    this.#ended = true;
    for (const line of this.#queues.values()) line.end(new RateLimited(STORE_AWAY_MS, 'a process that ends'));
    await Promise.all(this.#settling);
    await this.store.end();
  }

  #isPaced({ windowMs }: BudgetScope): boolean {
    return windowMs <= this.#pacedWindowMs;
  }

  #queue(scope: BudgetScope, lane: Spending['lane']): LaneQueue {
    const key = `${scope.venue} ${lane} ${scope.name}`;
    let line = this.#queues.get(key);
    if (!line) {
      if (this.#queues.size >= MANY_LINES) for (const [old, { idle }] of this.#queues) if (idle) this.#queues.delete(old);
      line = new LaneQueue(
        this.#time,
        (spending) => this.#ask(spending),
        ({ scope: unused, weight }) => this.answered(unused, weight, null),
      );
      this.#queues.set(key, line);
    }
    return line;
  }

  /** Throws RateLimited while the store is unreachable. */
  async #ask(spending: Spending): Promise<Grant> {
    const { scope } = spending;
    const closed = this.#cooldowns.until(scope.venue, scope.name);
    if (closed > 0) return { granted: false, until: closed + this.#jitter(scope.windowMs) };
    const now = this.#time.now();
    if (now < this.#storeAwayUntil) throw new RateLimited(this.#storeAwayUntil - now, scope.name);
    try {
      await this.#cooldowns.flush();
      const turn = await (this.#isPaced(scope) ? this.#pace(spending) : this.#takeOfWindow(spending));
      this.#storeAwayUntil = 0;
      return turn;
    } catch (error) {
      // Logged once per outage.
      if (this.#storeAwayUntil === 0)
        this.#log.warn({ err: error }, 'the counters of the exchange limits are out of reach: no exchange is asked anything meanwhile');
      this.#storeAwayUntil = this.#time.now() + STORE_AWAY_MS;
      throw new RateLimited(STORE_AWAY_MS, scope.name);
    }
  }

  async #takeOfWindow({ scope, weight, lane, aheadMs }: Spending): Promise<Grant> {
    const venueTime = this.#time.now() - aheadMs;
    const place = placeOf(venueTime, scope.windowMs);
    const terms = termsOf(scope, weight, lane, place);
    const endsAt = place.endsAt + aheadMs;
    const answer = await this.store.take({ scope, window: place.window, endsAt }, terms);
    if (answer.closedMs > 0) return this.#learnClosed(scope, answer.closedMs);
    if (!answer.granted) {
      const again = askAgainAt(terms, answer.now, answer.before, place, venueTime);
      return { granted: false, until: again + aheadMs + (again > place.endsAt ? this.#jitter(scope.windowMs) : 0) };
    }
    const call = { scope, weight, window: place.window, endsAt, aheadMs, sure: !place.early, at: this.#time.now() };
    if (this.#time.now() - aheadMs >= place.endsAt) {
      // The store answered after the end of the window: the next window would not count the call.
      this.#settle({ scope, window: call.window, endsAt, underWay: weight, seen: 0, spill: 0, told: 0 });
      return { granted: false, until: this.#time.now() };
    }
    this.#open.add(call);
    return { granted: true };
  }

  async #pace({ scope, weight, maxWaitMs }: Spending): Promise<Grant> {
    const spacingMs = (scope.windowMs * weight) / (scope.limit * PACE);
    const horizonMs = Math.min(PROMISE_MS, maxWaitMs);
    const { granted, closedMs, waitMs } = await this.store.pace(scope, spacingMs, horizonMs);
    if (closedMs > 0) return this.#learnClosed(scope, closedMs);
    if (!granted) return { granted: false, until: this.#time.now() + Math.max(PROMISE_AGAIN_MS, waitMs - horizonMs) };
    await this.#time.sleep(waitMs, new AbortController().signal);
    const closed = this.#cooldowns.until(scope.venue, scope.name);
    return closed > 0 ? { granted: false, until: closed } : { granted: true };
  }

  #learnClosed(scope: BudgetScope, ms: number): Grant {
    this.#cooldowns.learn(scope.venue, scope.name, ms);
    return { granted: false, until: this.#time.now() + ms + this.#jitter(scope.windowMs) };
  }

  #jitter(windowMs: number): number {
    return this.#time.random() * Math.min(JITTER_MS, windowMs / JITTER_PART);
  }

  #settle(settlement: Settlement): void {
    if (this.#ended) return;
    this.#background(this.store.settle(settlement));
  }

  /** A lost update counts too much until the end of its window, or is sent with the next request. */
  #background(work: Promise<void>): void {
    const guarded = work
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the counters of the exchange limits did not hear of an answer'))
      .finally(() => this.#settling.delete(guarded));
    this.#settling.add(guarded);
  }
}
