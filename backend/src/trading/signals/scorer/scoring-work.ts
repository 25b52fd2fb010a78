import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { scaled } from '../../../platform/domain/scaled.js';
import {
  FundingRates,
  SecondCandles,
  type CandleColumns,
  type FundingReach,
  type MarketSymbol,
  type SecondsOf,
  type StoredCandles,
} from '../../market/index.js';
import { indexed, summedFunding, type Amendment, type FundingSeries } from '../scoring/index.js';
import { AmendmentSource } from './amendment-source.js';
import { ScoreWriter } from './score-writer.js';
import { amended, type ScoredSignal } from './scored-signals.js';
import { scored, type Scored } from './scoring.js';

/** A score asks for the seconds of a minute, and with them for those of another. */
const MAX_ROUNDS = 100;
/** An index over the candles costs as much as a walk through them. */
const INDEXED_FROM = 4;

export type Amendments = ReadonlyMap<string, readonly Amendment[]>;

/** Funding as a signal has it. */
export class MarketFunding {
  constructor(
    private readonly series: FundingSeries,
    private readonly reach: FundingReach,
  ) {}

  /** Known no further than its publication where what was settled then is not. */
  of(publishedAt: number): FundingSeries {
    return this.reach.from <= publishedAt ? this.series : { ...this.series, through: publishedAt };
  }
}

/** What scoring live and scoring anew have in common. */
@Injectable()
export class ScoringWork {
  constructor(
    readonly amendments: AmendmentSource,
    readonly writer: ScoreWriter,
    readonly seconds: SecondCandles,
    readonly funding: FundingRates,
  ) {}

  /**
   * Scores of signals from candles, with the seconds that they need: stored ones, and with `signal` those that the venue tells. Null where
   * these are not known.
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
      if (round === MAX_ROUNDS) throw new Error(`the seconds of ${symbol.symbol} are asked for without an end`);
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
      for (const [minute, pieces] of await this.told(em, symbol, asked, signal)) seconds.set(minute, pieces);
      for (const [n, minutes] of wanted) {
        if ([...minutes].every((minute) => seconds.has(minute))) continue;
        results[n] = null;
        wanted.delete(n);
      }
      open = [...wanted.keys()];
    }
    return results;
  }

  /** What is stored of a perpetual contract's funding, summed up; null of a spot market, which has none. */
  async fundingOf(em: EntityManager, symbol: MarketSymbol, from: number, candles: CandleColumns): Promise<MarketFunding | null> {
    if (symbol.market === 'spot' || from === Infinity) return null;
    const { rates, ...reach } = await this.funding.load(em, symbol, from);
    const rows = rates.map(({ time, rate, mark }) => ({ time, rate: scaled(rate), mark: mark === null ? null : scaled(mark) }));
    return new MarketFunding(summedFunding(rows, candles, reach.through), reach);
  }

  private async told(em: EntityManager, symbol: MarketSymbol, minutes: readonly number[], signal: AbortSignal | null): Promise<SecondsOf> {
    const stored = await this.seconds.load(em, symbol, minutes);
    const missing = minutes.filter((minute) => !stored.has(minute));
    return missing.length === 0 || !signal ? stored : new Map([...stored, ...(await this.seconds.ask(em, symbol, missing, signal))]);
  }
}
