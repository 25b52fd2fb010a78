import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { SecondCandlesService, type MarketSymbol, type StoredCandles } from '../market/index.js';
import { SignalAmendmentRepository } from './amendments/signal-amendment.repository.js';
import { amended } from './scoring/jobs/scored-signal.mapper.js';
import { findScoredSignal } from './scoring/jobs/scored-signal.repository.js';
import { usedSeconds } from './scoring/jobs/stored-score.mapper.js';
import { stopPath, type StopStep } from './scoring/engine/index.js';

/** Reads how a signal's stop moved, from the data its score is made of. */
@Injectable()
export class SignalStopsService {
  constructor(
    private readonly seconds: SecondCandlesService,
    private readonly amendments: SignalAmendmentRepository,
  ) {}

  /**
   * Returns the steps of the stop. `candles` cover the signal's life as far as it is known. Of a stop that follows the market, the last
   * step within each `step` seconds is returned.
   */
  async of(em: EntityManager, signalId: string, market: MarketSymbol, candles: StoredCandles, step: number): Promise<StopStep[]> {
    const signal = await findScoredSignal(em, signalId);
    if (!signal) return [];
    const terms = amended(signal, (await this.amendments.findForScoring([signalId], em)).get(signalId));
    // Such a stop never moves.
    if (terms.trail.kind === 'none' && !terms.amendments) return stopPath(terms, { ...candles.columns, size: 0 });
    const known = candles.from(terms.publishedAt);
    const seconds = await usedSeconds(signalId, terms, known, (minutes) => this.seconds.load(em, market, minutes));
    const path = stopPath(terms, known, (minute) => seconds.get(minute));
    return terms.trail.kind === 'percent' ? thinned(path, step) : path;
  }
}

/** Keeps the last of several market steps within one candle of a chart. */
export function thinned(path: readonly StopStep[], step: number): StopStep[] {
  const candleOf = ({ from }: StopStep) => Math.floor(from / step);
  return path.filter((one, n) => {
    const next = path[n + 1];
    return one.by !== 'market' || next?.by !== 'market' || candleOf(one) !== candleOf(next);
  });
}
