import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { scaled } from '../../../../platform/domain/scaled.js';
import {
  FundingRatesService,
  SecondCandlesService,
  type CandleColumns,
  type FundingReach,
  type MarketSymbol,
  type SecondsOf,
  type StoredCandles,
} from '../../../market/index.js';
import { SignalAmendmentRepository } from '../../amendments/signal-amendment.repository.js';
import { indexed, summedFunding, type Amendment, type FundingSeries } from '../engine/index.js';
import { ScoreWriter } from './score.writer.js';
import { amended, type ScoredSignal } from './scored-signal.mapper.js';
import { MAX_ROUNDS, scored, type Scored } from './stored-score.mapper.js';

/** Number of signals from which indexing the candles pays off. */
const INDEXED_FROM = 4;

export type Amendments = ReadonlyMap<string, readonly Amendment[]>;

/** Funding rates of a market, cut to what is known for each signal. */
export class MarketFunding {
  constructor(
    private readonly series: FundingSeries,
    private readonly reach: FundingReach,
  ) {}

  /** Returns the series for a signal; it ends at the publication if the rates of that time are unknown. */
  of(publishedAt: number): FundingSeries {
    return this.reach.from <= publishedAt ? this.series : { ...this.series, through: publishedAt };
  }
}

/** Scores batches of signals, for live scoring and rescoring. */
@Injectable()
export class BatchScorerService {
  constructor(
    readonly amendments: SignalAmendmentRepository,
    readonly writer: ScoreWriter,
    readonly seconds: SecondCandlesService,
    readonly funding: FundingRatesService,
  ) {}

  /**
   * Scores signals from candles. Ambiguous minutes are replayed from stored one-second candles; with `signal`, missing ones are requested
   * from the venue, without it such signals are null.
   */
  async scoreAll(
    em: EntityManager,
    symbol: MarketSymbol,
    signals: readonly ScoredSignal[],
    amendments: Amendments,
    candles: StoredCandles,
    signal: AbortSignal,
  ): Promise<Scored[]>;
  async scoreAll(
    em: EntityManager,
    symbol: MarketSymbol,
    signals: readonly ScoredSignal[],
    amendments: Amendments,
    candles: StoredCandles,
    signal: null,
  ): Promise<(Scored | null)[]>;
  async scoreAll(
    em: EntityManager,
    symbol: MarketSymbol,
    signals: readonly ScoredSignal[],
    amendments: Amendments,
    candles: StoredCandles,
    signal: AbortSignal | null,
  ): Promise<(Scored | null)[]> {
    const seconds: SecondsOf = new Map();
    const results: (Scored | null)[] = [];
    const blocks = signals.length < INDEXED_FROM ? {} : { blocks: indexed(candles.columns).blocks };
    const funding = await this.fundingOf(
      em,
      symbol,
      signals.reduce((least, { terms }) => Math.min(least, terms.publishedAt), Infinity),
      candles.columns,
    );
    let open = signals.map((_, n) => n);
    for (let round = 0; open.length > 0; round++) {
      if (round === MAX_ROUNDS) throw new Error(`the seconds of ${symbol.symbol} are requested without an end`);
      const wanted = new Map<number, Set<number>>();
      for (const n of open) {
        const minutes = new Set<number>();
        const one = signals[n]!;
        results[n] = scored(
          one.id,
          amended(one, amendments.get(one.id), funding?.of(one.terms.publishedAt)),
          { ...candles.from(one.terms.publishedAt), ...blocks },
          seconds,
          minutes,
        );
        if (minutes.size > 0) wanted.set(n, minutes);
      }
      const asked = [...new Set([...wanted.values()].flatMap((minutes) => [...minutes]))];
      for (const [minute, pieces] of await this.secondsOf(em, symbol, asked, signal)) seconds.set(minute, pieces);
      for (const [n, minutes] of wanted) {
        if ([...minutes].every((minute) => seconds.has(minute))) continue;
        results[n] = null;
        wanted.delete(n);
      }
      open = [...wanted.keys()];
    }
    return results;
  }

  /** Loads the stored funding of a perpetual contract; null on a spot market. */
  async fundingOf(em: EntityManager, symbol: MarketSymbol, from: number, candles: CandleColumns): Promise<MarketFunding | null> {
    if (symbol.market === 'spot' || from === Infinity) return null;
    const { rates, ...reach } = await this.funding.load(em, symbol, from);
    const rows = rates.map(({ time, rate, mark }) => ({ time, rate: scaled(rate), mark: mark === null ? null : scaled(mark) }));
    return new MarketFunding(summedFunding(rows, candles, reach.through), reach);
  }

  private async secondsOf(
    em: EntityManager,
    symbol: MarketSymbol,
    minutes: readonly number[],
    signal: AbortSignal | null,
  ): Promise<SecondsOf> {
    const stored = await this.seconds.load(em, symbol, minutes);
    const missing = minutes.filter((minute) => !stored.has(minute));
    return missing.length === 0 || !signal ? stored : new Map([...stored, ...(await this.seconds.ask(em, symbol, missing, signal))]);
  }
}
