import { firstFrom, MINUTE, seen, type CandleSeries } from './candles.js';
import { changesOf, cutOf, levelsOf, nextOf, pieces, throughOf } from './score.js';
import type { Detail, ScoreTerms } from './score.types.js';
import { seenTerms, Trade } from './trade.js';

/** A stop from a time on. `published`: the original one; `said`: moved by an amendment; `market`: moved by the trailing rule. */
export interface StopStep {
  /** In seconds since 1970. */
  from: number;
  /** An integer of 10^-18. */
  price: bigint;
  by: 'published' | 'said' | 'market';
}

/**
 * Returns the steps of a signal's stop, ordered by time, from the same pessimistic trade as its score. Amendments after the last candle are
 * included.
 */
export function stopPath(terms: ScoreTerms, candles: CandleSeries, detail: Detail = () => undefined): StopStep[] {
  const side = seenTerms(terms);
  const trade = new Trade(side, 'pessimistic');
  const steps: StopStep[] = [{ from: terms.publishedAt, price: terms.stop, by: 'published' }];
  let stood = trade.stop;
  const note = (from: number, by: StopStep['by']) => {
    if (trade.stop === stood) return;
    stood = trade.stop;
    steps.push({ from, price: side.direction * stood, by });
  };
  const changes = changesOf(terms);
  const through = throughOf(candles);
  const begin = firstFrom(candles, terms.publishedAt);
  const end = firstFrom(candles, Math.floor(terms.closesAt) - MINUTE + 1);
  // A percentage stop follows a candle's peak from the next candle on; a target moves the stop at once.
  const delay = terms.trail.kind === 'percent' ? MINUTE : 0;
  let applied = 0;
  let cut = cutOf(changes[applied], candles, end);
  for (let at = begin; trade.phase !== 'over';) {
    const change = changes[applied];
    if (at >= cut && change !== undefined && change.from <= through) {
      trade.amend(change.amendment, change.from);
      note(change.from, 'said');
      cut = cutOf(changes[++applied], candles, end);
    } else if (at < end) {
      const candle = seen(candles, at, side.direction);
      trade.take(candle, at === begin, () => pieces(detail(candle.time), side.direction));
      note(candle.time + delay, 'market');
      at = nextOf(levelsOf(trade, terms, side.direction), candles, at + 1, cut);
    } else break;
  }
  for (const { amendment, from } of changes.slice(applied)) {
    if (trade.phase === 'over') break;
    trade.amend(amendment, from);
    note(from, 'said');
  }
  return steps;
}
