import { Injectable, Logger } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../../../platform/domain/index.js';
import { ExchangeError, MarketDataGateway } from '../../../venues/index.js';
import { CandleRefillService, CandleStore, type KnownCandles, type MarketSymbol, symbolOfPair } from '../../../market/index.js';
import { firstFrom, MINUTE, type Amendment } from '../engine/index.js';
import { WatchLevelsStore } from './watch-levels.store.js';
import { pairName, type ScoredSignal, type SignalPair } from './scored-signal.mapper.js';
import { findOpenSignals } from './scored-signal.repository.js';
import { unscored, type Scored } from './stored-score.mapper.js';
import { BatchScorerService } from './batch-scorer.service.js';
import { scoringMetrics } from './scoring.metrics.js';

/** Maximum open signals of a pair per run; further ones follow as these end. */
const MAX_OPEN = 10_000;

/** Cached state of a pair: watch levels, and what each signal was last scored with. */
interface Known {
  /** Count of late candles and rates at that time (CandleStore.lateSince). */
  late: number;
  book: WatchLevelsStore;
  scoredWith: Map<string, { amendments: number; writtenAt: string | null }>;
}

export interface PairOutcome {
  /** Scored signals, and scores that were stored. */
  scored: number;
  written: number;
}

/** Scores a pair's open signals up to the last known minute. */
@Injectable()
export class PairScorerService {
  private readonly log = new Logger('Scoring');
  readonly #pairs = new Map<string, Known>();
  readonly #busy = new Set<string>();

  constructor(
    private readonly orm: MikroORM,
    private readonly gateway: MarketDataGateway,
    private readonly clock: Clock,
    private readonly refill: CandleRefillService,
    private readonly candles: CandleStore,
    private readonly work: BatchScorerService,
  ) {}

  /**
   * Idempotent, safe to run concurrently and to interrupt. Returns null if this process is already scoring the pair. Rejects with an
   * ExchangeError if the venue is unavailable. Joins the transaction of `em` if there is one.
   */
  async score(pair: SignalPair, signal: AbortSignal, em = this.orm.em.fork() as EntityManager): Promise<PairOutcome | null> {
    const name = pairName(pair);
    if (this.#busy.has(name)) return null;
    this.#busy.add(name);
    try {
      return await this.alone(em, name, pair, signal);
    } catch (error) {
      this.#pairs.delete(name);
      throw error;
    } finally {
      this.#busy.delete(name);
    }
  }

  private async alone(em: EntityManager, name: string, pair: SignalPair, signal: AbortSignal): Promise<PairOutcome> {
    const signals = await findOpenSignals(em, pair, MAX_OPEN);
    if (signals.length === 0) {
      this.#pairs.delete(name);
      return { scored: 0, written: 0 };
    }
    const symbol = symbolOfPair(this.gateway, pair);
    const from = earliest(signals);
    const { candles, gone } = await this.refill.refill(em, symbol, from, signal);
    scoringMetrics.candles.inc(candles);
    if (gone) {
      const { at } = await this.work.writer.write(
        em,
        pair,
        signals.map(({ id }) => unscored(id)),
      );
      return { scored: 0, written: at.size };
    }
    const funding = await this.fundingOf(em, symbol, from, signal);
    // Late candles and rates invalidate what was concluded without them.
    const late = (await this.candles.lateSince(em, symbol, from)) + funding.late;
    const before = this.#pairs.get(name);
    const known = before?.late === late ? before : { late, book: new WatchLevelsStore(), scoredWith: new Map() };
    this.#pairs.set(name, known);
    const { book } = known;
    const until = this.clock.now().getTime() / 1000;
    const amendments = await this.work.amendments.findForScoring(
      signals.map(({ id }) => id),
      em,
    );
    const news =
      book.size > 0 ? upTo(funding.through, (await this.candles.load(em, symbol, book.through, until)).from(book.through)) : null;
    const due = dueOf(known, signals, amendments, news ? touchedBy(news, book) : new Set());
    const stored = due.length > 0 ? await this.candles.load(em, symbol, earliest(due), until) : null;
    const results = stored ? await this.work.scoreAll(em, symbol, due, amendments, stored, signal) : [];
    // Signals published after the end of known funding begin with their own first minute all the same.
    const through = news
      ? Math.max(book.through, news.through)
      : stored
        ? Math.max(firstMinute(due), Math.min(stored.throughFrom(earliest(due)), funding.through))
        : 0;
    const dueIds = new Set(due.map(({ id }) => id));
    const { at, differing } = await this.work.writer.write(
      em,
      pair,
      results.map(({ score }) => score),
      { ids: signals.flatMap(({ id }) => (dueIds.has(id) ? [] : [id])), through },
    );
    learn(known, due, results, amendments, at);
    book.through = through;
    scoringMetrics.signals.inc(results.length);
    scoringMetrics.written.inc(at.size);
    // Should never happen: another process scored them from candles that this one does not have.
    if (differing.length > 0) this.log.error({ pair: name, signals: differing }, 'signals that have ended would have another score now');
    return { scored: results.length, written: at.size };
  }

  /**
   * Requests missing funding rates and returns how far they are known. If the venue is unavailable, signals are scored up to the known
   * rates, and those that begin before them are not scored.
   */
  private async fundingOf(
    em: EntityManager,
    symbol: MarketSymbol,
    from: number,
    signal: AbortSignal,
  ): Promise<{ through: number; late: number }> {
    if (symbol.market === 'spot') return { through: Infinity, late: 0 };
    const { funding } = this.work;
    try {
      if (await funding.refill(em, symbol, from, signal)) scoringMetrics.funding.inc();
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      const known = await funding.reach(em, symbol);
      if (known.from > from) throw error;
      scoringMetrics.failures.inc();
      this.log.warn({ err: error, venue: symbol.venue, symbol: symbol.symbol }, 'funding rates are unavailable: signals wait for them');
      return known;
    }
    return funding.reach(em, symbol);
  }
}

const earliest = (signals: readonly ScoredSignal[]): number =>
  signals.reduce((least, { terms }) => Math.min(least, terms.publishedAt), Infinity);

const firstMinute = (signals: readonly ScoredSignal[]): number => Math.ceil(earliest(signals) / MINUTE) * MINUTE;

/** Cuts candles off at `through`. */
function upTo(through: number, news: KnownCandles): KnownCandles {
  return news.through <= through ? news : { ...news, size: firstFrom(news, through), through };
}

/** Returns the signals that the new minutes can have changed. */
function touchedBy(news: KnownCandles, book: WatchLevelsStore): Set<string> {
  const touched = new Set<string>();
  for (let n = firstFrom(news, book.through); n < news.size; n++) book.minute(news.low[n]!, news.high[n]!, news.time[n]! + MINUTE, touched);
  // Time passes without candles, too.
  book.minute(Infinity, -Infinity, news.through, touched);
  scoringMetrics.minutes.inc(Math.max(0, (news.through - book.through) / MINUTE));
  return touched;
}

/** Returns the signals to score: touched, new, amended, or written by another process. */
function dueOf(
  { book, scoredWith }: Known,
  signals: readonly ScoredSignal[],
  amendments: ReadonlyMap<string, readonly Amendment[]>,
  touched: ReadonlySet<string>,
): ScoredSignal[] {
  const open = new Set(signals.map(({ id }) => id));
  const gone = book.ids.filter((id) => !open.has(id));
  for (const id of gone) {
    book.delete(id);
    scoredWith.delete(id);
  }
  return signals.filter(({ id, writtenAt }) => {
    const before = scoredWith.get(id);
    return (
      !before ||
      !book.has(id) ||
      touched.has(id) ||
      before.writtenAt !== writtenAt ||
      before.amendments !== (amendments.get(id)?.length ?? 0)
    );
  });
}

function learn(
  { book, scoredWith }: Known,
  due: readonly ScoredSignal[],
  results: readonly Scored[],
  amendments: ReadonlyMap<string, readonly Amendment[]>,
  at: ReadonlyMap<string, string>,
): void {
  for (const [n, { id, writtenAt }] of due.entries()) {
    const { watch } = results[n]!;
    if (!watch) {
      book.delete(id);
      scoredWith.delete(id);
      continue;
    }
    book.set(id, watch);
    scoredWith.set(id, { amendments: amendments.get(id)?.length ?? 0, writtenAt: at.get(id) ?? writtenAt });
  }
}
