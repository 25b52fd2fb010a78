import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { SecondCandles, type MarketSymbol, type SecondsOf, type StoredCandles } from '../market/index.js';
import { AmendmentSource } from './scorer/amendment-source.js';
import { amended, readSignal } from './scorer/scored-signals.js';
import { scored } from './scorer/scoring.js';
import { stopPath, type StopStep } from './scoring/index.js';

/** A score asks for the seconds of a minute, and with them for those of another. */
const MAX_ROUNDS = 100;

/** How the stop of a signal moved, from what its score is made of. */
@Injectable()
export class SignalStops {
  constructor(
    private readonly seconds: SecondCandles,
    private readonly amendments: AmendmentSource,
  ) {}

  /**
   * `candles` hold its life, as far as it is known. Of what follows the market minute by minute, the last step within each `step` seconds
   * is told.
   */
  async of(em: EntityManager, signalId: string, market: MarketSymbol, candles: StoredCandles, step: number): Promise<StopStep[]> {
    const signal = await readSignal(em, signalId);
    if (!signal) return [];
    const terms = amended(signal, (await this.amendments.of(em, [signalId])).get(signalId));
    // Nothing can have moved it.
    if (terms.trail.kind === 'none' && !terms.amendments) return stopPath(terms, { ...candles.columns, size: 0 });
    const known = candles.from(terms.publishedAt);
    const told: SecondsOf = new Map();
    for (let round = 0; ; round++) {
      const wanted = new Set<number>();
      const { used } = scored(signalId, terms, known, told, wanted);
      const more = wanted.size === 0 || round === MAX_ROUNDS ? [] : [...(await this.seconds.load(em, market, [...wanted]))];
      for (const [minute, pieces] of more) told.set(minute, pieces);
      if (more.length > 0) continue;
      const whole = new Set(used);
      const path = stopPath(terms, known, (minute) => (whole.has(minute) ? told.get(minute) : undefined));
      return terms.trail.kind === 'percent' ? thinned(path, step) : path;
    }
  }
}

/** Of several steps that the market made within one candle of a chart, the last. */
export function thinned(path: readonly StopStep[], step: number): StopStep[] {
  const candleOf = ({ from }: StopStep) => Math.floor(from / step);
  return path.filter((one, n) => {
    const next = path[n + 1];
    return one.by !== 'market' || next?.by !== 'market' || candleOf(one) !== candleOf(next);
  });
}
