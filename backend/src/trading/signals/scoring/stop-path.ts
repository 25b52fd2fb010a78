import { firstFrom, MINUTE, seen, type CandleSeries } from './candles.js';
import { changesOf, cutOf, levelsOf, nextOf, pieces, throughOf } from './score.js';
import type { Detail, ScoreTerms } from './score-terms.js';
import { seenTerms, Trade } from './trade.js';

/**
 * Where the stop stands from then on. `published`: as the signal came out; `said`: by an amendment; `market`: by itself, as its trail has
 * it.
 */
export interface StopStep {
  /** In seconds since 1970. */
  from: number;
  /** An integer of 10^-18. */
  price: bigint;
  by: 'published' | 'said' | 'market';
}

/**
 * The way of a signal's stop, in order, by the trade that its score is made of: the worse way where a minute leaves two. What was said and
 * is not reached by the candles yet counts as it was said.
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
  // A stop in percent follows what a candle reached from the next one on; a target moves it at once.
  const delay = terms.trail.kind === 'percent' ? MINUTE : 0;
  let told = 0;
  let cut = cutOf(changes[told], candles, end);
  for (let at = begin; trade.phase !== 'over';) {
    const change = changes[told];
    if (at >= cut && change !== undefined && change.from <= through) {
      trade.amend(change.amendment, change.from);
      note(change.from, 'said');
      cut = cutOf(changes[++told], candles, end);
    } else if (at < end) {
      const candle = seen(candles, at, side.direction);
      trade.take(candle, at === begin, () => pieces(detail(candle.time), side.direction));
      note(candle.time + delay, 'market');
      at = nextOf(levelsOf(trade, terms, side.direction), candles, at + 1, cut);
    } else break;
  }
  for (const { amendment, from } of changes.slice(told)) {
    if (trade.phase === 'over') break;
    trade.amend(amendment, from);
    note(from, 'said');
  }
  return steps;
}
