import { Injectable } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { MarketDataGateway } from '../../../venues/index.js';
import { CandleStore, type CandleColumns, type MarketSymbol, type SecondsOf, symbolOfPair } from '../../../market/index.js';
import { firstFrom, MINUTE, type FundingRow, type ScoreTerms } from '../engine/index.js';
import { amended } from './scored-signal.mapper.js';
import { findScoredSignal } from './scored-signal.repository.js';
import { usedSeconds } from './stored-score.mapper.js';
import { BatchScorerService } from './batch-scorer.service.js';
import { isFinal } from './signal-score.entity.js';
import { SignalScoreRepository, type SignalScore } from './signal-score.repository.js';

/** The data behind a final score: enough to compute it again without requests. */
export interface ScoreEvidence {
  market: MarketSymbol;
  terms: ScoreTerms;
  score: SignalScore;
  /** Minutes of the signal's life. */
  minutes: CandleColumns;
  /** End of the known range, in seconds since 1970. */
  through: number;
  /** One-second candles of ambiguous minutes, by opening time, oldest first. */
  seconds: SecondsOf;
  /** Funding settlements of a perpetual contract; null on a spot market. */
  funding: readonly FundingRow[] | null;
}

/** Reads the data behind final scores. */
@Injectable()
export class ScoreEvidenceService {
  constructor(
    private readonly orm: MikroORM,
    private readonly gateway: MarketDataGateway,
    private readonly candles: CandleStore,
    private readonly scores: SignalScoreRepository,
    private readonly work: BatchScorerService,
  ) {}

  /** Returns null if the signal does not exist or has no final score. */
  async of(signalId: string): Promise<ScoreEvidence | null> {
    const em = this.orm.em.fork() as EntityManager;
    const score = (await this.scores.findBySignals([signalId], em)).get(signalId);
    const signal = score && isFinal(score.status) && score.scoredThrough ? await findScoredSignal(em, signalId) : null;
    if (!score?.scoredThrough || !signal) return null;
    const market = symbolOfPair(this.gateway, signal.pair);
    const { publishedAt } = signal.terms;
    const begin = Math.ceil(publishedAt / MINUTE) * MINUTE;
    const through = Math.max(begin, score.scoredThrough.getTime() / 1000);
    const known = (await this.candles.load(em, market, begin, through)).from(begin);
    // Scores from before funding was counted are kept without it.
    const counts = score.status !== 'closed' || score.rFunding !== null;
    const funding = counts ? (await this.work.fundingOf(em, market, publishedAt, known))?.of(publishedAt) : undefined;
    const terms = amended(signal, (await this.work.amendments.findForScoring([signalId], em)).get(signalId), funding);
    const seconds = await usedSeconds(signalId, terms, known, (minutes) => this.work.seconds.load(em, market, minutes));
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
}
