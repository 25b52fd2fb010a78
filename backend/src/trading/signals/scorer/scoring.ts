import { toDecimal } from '../../../platform/domain/scaled.js';
import type { KnownCandles, SecondsOf } from '../../market/index.js';
import { firstFrom, followed, MINUTE, withinFunding, type Score, type ScoreTerms, type Watch } from '../scoring/index.js';
import { candlesDigest } from './candles-digest.js';
import { paidFunding } from './paid-funding.js';
import { isFinal } from './signal-score.entity.js';
import type { SignalScore } from './signal-scores.js';

export interface Scored {
  score: SignalScore;
  watch: Watch | null;
  /** Minutes whose seconds it was made from, in order. */
  used: number[];
}

/**
 * The score of a signal as it is stored, from what is known of its pair. `wanted` gets the minutes whose seconds are missing: where it gets
 * any, the score is none yet.
 */
export function scored(signalId: string, terms: ScoreTerms, known: KnownCandles, seconds: SecondsOf, wanted: Set<number>): Scored {
  const candles = withinFunding(known, terms.funding);
  const used = new Set<number>();
  const { score, watch } = followed(terms, candles, (minute) => {
    const pieces = seconds.get(minute);
    if (!pieces) {
      wanted.add(minute);
      return undefined;
    }
    if (!isWhole(pieces, candles, minute)) return undefined;
    used.add(minute);
    return pieces;
  });
  const minutes = [...used].toSorted((a, b) => a - b);
  return {
    score: storedScore(
      signalId,
      terms,
      score,
      candles,
      minutes.map((minute) => seconds.get(minute)!),
    ),
    watch,
    used: minutes,
  };
}

/** Seconds that do not reach what their minute reached leave something out: nothing may be concluded from them. */
function isWhole(
  pieces: KnownCandles | Omit<KnownCandles, 'through'>,
  { time, high, low, ...candles }: KnownCandles,
  minute: number,
): boolean {
  const at = firstFrom({ time, high, low, ...candles }, minute);
  if (pieces.size === 0 || time[at] !== minute) return false;
  let [highest, lowest] = [-Infinity, Infinity];
  for (let n = 0; n < pieces.size; n++) {
    highest = Math.max(highest, pieces.high[n]!);
    lowest = Math.min(lowest, pieces.low[n]!);
  }
  return highest === high[at] && lowest === low[at];
}

function storedScore(
  signalId: string,
  { publishedAt, closesAt, weights, funding }: ScoreTerms,
  score: Score,
  candles: KnownCandles,
  seconds: readonly Omit<KnownCandles, 'through'>[],
): SignalScore {
  const { status, entry, exits, rGross, rNet, rFunding, rOptimistic, ambiguous, endedAt } = score;
  const begin = Math.ceil(publishedAt / MINUTE) * MINUTE;
  // What ended counts no minute behind its end, whenever that is found out.
  const end = Math.max(begin, Math.min(candles.through, Math.floor((endedAt ?? closesAt) / MINUTE) * MINUTE));
  const [first, last] = [firstFrom(candles, begin), firstFrom(candles, end)];
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  return {
    signalId,
    status,
    entryPrice: entry && toDecimal(entry.price),
    entryAt: entry && dateOf(entry.time),
    exits: exits.map(({ reason, price, weight, time }) => ({
      reason,
      price: toDecimal(price),
      weight: toDecimal((weight * 10n ** 18n) / whole),
      t: time,
    })),
    rGross: decimalOf(rGross),
    rNet: decimalOf(rNet),
    rFunding: decimalOf(rFunding),
    rOptimistic: decimalOf(rOptimistic),
    ambiguous,
    closedAt: endedAt === null ? null : dateOf(endedAt),
    scoredThrough: candles.through > begin || isFinal(status) ? dateOf(end) : null,
    gapMinutes: (end - begin) / MINUTE - (last - first),
    candlesDigest: isFinal(status) ? candlesDigest(candles, first, last, seconds, paidFunding(score, funding)) : null,
  };
}

const dateOf = (second: number): Date => new Date(Math.round(second * 1000));
const decimalOf = (value: bigint | null): string | null => (value === null ? null : toDecimal(value));

/** That the venue knows no such market. */
export function unscored(signalId: string): SignalScore {
  return {
    signalId,
    status: 'unscored',
    entryPrice: null,
    entryAt: null,
    exits: [],
    rGross: null,
    rNet: null,
    rFunding: null,
    rOptimistic: null,
    ambiguous: [],
    closedAt: null,
    scoredThrough: null,
    gapMinutes: 0,
    candlesDigest: null,
  };
}

/**
 * Whether two say the same of a signal, however far each of them has looked: what has not ended goes on to count the minutes that are
 * missing.
 */
export function saysTheSame(a: SignalScore, b: SignalScore): boolean {
  return JSON.stringify(told(a)) === JSON.stringify(told(b));
}

const told = ({
  status,
  entryPrice,
  entryAt,
  exits,
  rGross,
  rNet,
  rFunding,
  rOptimistic,
  ambiguous,
  closedAt,
  gapMinutes,
  candlesDigest: digest,
}: SignalScore) => [
  status,
  entryPrice,
  entryAt,
  exits.map(({ reason, price, weight, t }) => [reason, price, weight, t]),
  rGross,
  rNet,
  rFunding,
  rOptimistic,
  ambiguous,
  closedAt,
  isFinal(status) ? gapMinutes : null,
  digest,
];
