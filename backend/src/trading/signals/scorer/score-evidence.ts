import { Injectable } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { MarketDataGateway } from '../../exchange/index.js';
import { CandleStore, type CandleColumns, type KnownCandles, type MarketSymbol, type SecondsOf } from '../../market/index.js';
import { firstFrom, MINUTE, type FundingRow, type ScoreTerms } from '../scoring/index.js';
import { amended, readSignal, symbolOf } from './scored-signals.js';
import { scored } from './scoring.js';
import { ScoringWork } from './scoring-work.js';
import { isFinal } from './signal-score.entity.js';
import { SignalScores, type SignalScore } from './signal-scores.js';

/** What a final score was made from: enough to make it again without asking anybody. */
export interface ScoreEvidence {
  market: MarketSymbol;
  terms: ScoreTerms;
  score: SignalScore;
  /** From the first minute that counts to the last. */
  minutes: CandleColumns;
  /** Up to here everything is known, be there candles or not. */
  through: number;
  /** Of minutes that do not tell what came first in them, by the second at which they open; in order. */
  seconds: SecondsOf;
  /** What was settled meanwhile, of a perpetual contract; null of a spot market. */
  funding: readonly FundingRow[] | null;
}

/** A score asks for the seconds of a minute, and with them for those of another. */
const MAX_ROUNDS = 100;

/** Reads what final scores were made from. */
@Injectable()
export class ScoreEvidences {
  constructor(
    private readonly orm: MikroORM,
    private readonly gateway: MarketDataGateway,
    private readonly candles: CandleStore,
    private readonly scores: SignalScores,
    private readonly work: ScoringWork,
  ) {}

  /** Null: there is no such signal, or it has not ended. */
  async of(signalId: string): Promise<ScoreEvidence | null> {
    const em = this.orm.em.fork() as EntityManager;
    const score = (await this.scores.of([signalId], em)).get(signalId);
    const signal = score && isFinal(score.status) && score.scoredThrough ? await readSignal(em, signalId) : null;
    if (!score?.scoredThrough || !signal) return null;
    const market = symbolOf(this.gateway, signal.pair);
    const { publishedAt } = signal.terms;
    const begin = Math.ceil(publishedAt / MINUTE) * MINUTE;
    const through = Math.max(begin, score.scoredThrough.getTime() / 1000);
    const known = (await this.candles.load(em, market, begin, through)).from(begin);
    // Results from before funding was counted stand as they are.
    const counts = score.status !== 'closed' || score.rFunding !== null;
    const funding = counts ? (await this.work.fundingOf(em, market, publishedAt, known))?.of(publishedAt) : undefined;
    const terms = amended(signal, (await this.work.amendments.of(em, [signalId])).get(signalId), funding);
    const seconds = await this.used(em, market, signalId, terms, known);
    const [first, last] = [firstFrom(known, begin), firstFrom(known, through)];
    const part = (column: Float64Array) => column.subarray(first, last);
    const minutes = {
      size: last - first,
      time: part(known.time),
      open: part(known.open),
      high: part(known.high),
      low: part(known.low),
      close: part(known.close),
    };
    return { market, terms, score, minutes, through, seconds, funding: funding?.rows.filter(({ time }) => time <= through) ?? null };
  }

  /** The seconds that the score used, as far as they are stored. */
  private async used(
    em: EntityManager,
    market: MarketSymbol,
    signalId: string,
    terms: ScoreTerms,
    known: KnownCandles,
  ): Promise<SecondsOf> {
    const told: SecondsOf = new Map();
    for (let round = 0; ; round++) {
      const wanted = new Set<number>();
      const { used } = scored(signalId, terms, known, told, wanted);
      const more = wanted.size === 0 || round === MAX_ROUNDS ? [] : [...(await this.work.seconds.load(em, market, [...wanted]))];
      // What was asked for on a way that was not taken in the end is no part of it.
      if (more.length === 0) return new Map(used.map((minute) => [minute, told.get(minute)!]));
      for (const [minute, pieces] of more) told.set(minute, pieces);
    }
  }
}
