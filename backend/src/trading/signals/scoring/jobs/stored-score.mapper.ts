import { toDecimal } from '../../../../platform/domain/scaled.js';
import type { KnownCandles, SecondsOf } from '../../../market/index.js';
import { firstFrom, followed, MINUTE, withinFunding, type Score, type ScoreTerms, type Watch } from '../engine/index.js';
import { candlesDigest, paidFunding } from './candles-digest.js';
import { isFinal } from './signal-score.entity.js';
import type { SignalScore } from './signal-score.repository.js';

export interface Scored {
  score: SignalScore;
  watch: Watch | null;
  /** Minutes that were replayed from seconds, oldest first. */
  used: number[];
}

/** Scores a signal in the stored form. Minutes whose seconds are missing are added to `wanted`: the result is then preliminary. */
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

/** Maximum rounds of requests for seconds: a replayed minute may make the seconds of another necessary. */
export const MAX_ROUNDS = 100;

/** Returns the seconds that a score was made from, by minute, as far as `load` has them. */
export async function usedSeconds(
  signalId: string,
  terms: ScoreTerms,
  known: KnownCandles,
  load: (minutes: readonly number[]) => Promise<SecondsOf>,
): Promise<SecondsOf> {
  const seconds: SecondsOf = new Map();
  for (let round = 0; ; round++) {
    const wanted = new Set<number>();
    const { used } = scored(signalId, terms, known, seconds, wanted);
    const more = wanted.size === 0 || round === MAX_ROUNDS ? [] : [...(await load([...wanted]))];
    // Seconds requested on a path that was not taken in the end are left out.
    if (more.length === 0) return new Map(used.map((minute) => [minute, seconds.get(minute)!]));
    for (const [minute, pieces] of more) seconds.set(minute, pieces);
  }
}

/** Returns whether the seconds reach the high and low of their minute; otherwise some are missing, and they are not used. */
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
  // Minutes after the end do not count, however late the end is found.
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

/** Returns the score of a signal whose market the venue does not list. */
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

/** Compares two scores except for how far they were computed: open scores keep counting missing minutes. */
export function isSameScore(a: SignalScore, b: SignalScore): boolean {
  return JSON.stringify(comparable(a)) === JSON.stringify(comparable(b));
}

const comparable = ({
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
