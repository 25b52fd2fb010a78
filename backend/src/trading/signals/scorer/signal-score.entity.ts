import { defineEntity, p } from '@mikro-orm/core';
import { Signal } from '../signal.entity.js';

export const scoreStatuses = ['pending', 'open', 'closed', 'missed', 'missed_ambiguous', 'expired_unfilled', 'unscored'] as const;
/** As the scorer says it; `unscored`: the venue knows no such market. */
export type StoredStatus = (typeof scoreStatuses)[number];

/** Nothing that happens later changes one of these. */
export const finalStatuses = ['closed', 'missed', 'missed_ambiguous', 'expired_unfilled'] as const satisfies readonly StoredStatus[];
export const isFinal = (status: StoredStatus): boolean => (finalStatuses as readonly StoredStatus[]).includes(status);

/** An exit as it is stored: the price and the part of the position as decimal strings, the second at which its minute opened. */
export interface StoredExit {
  reason: string;
  price: string;
  weight: string;
  t: number;
}

const price = () => p.decimal('string').precision(38).scale(18).nullable();

const SignalScoreSchema = defineEntity({
  name: 'SignalScoreRow',
  tableName: 'signal_scores',
  properties: {
    signal: () => p.manyToOne(Signal).name('signal_id').mapToPk().primary(),
    /** By which rules (METHODOLOGY). */
    methodology: p.smallint().primary(),
    status: p.enum(scoreStatuses),
    entryPrice: price(),
    entryAt: p.datetime().nullable(),
    exits: p.json<StoredExit[]>().defaultRaw(`'[]'`),
    rGross: price(),
    rNet: price(),
    /** Of what rNet leaves out of rGross, what funding took. Null where there is none, or no result. */
    rFunding: price(),
    rOptimistic: price(),
    /** Seconds at which the minutes open that do not tell what came first in them. */
    ambiguous: p.json<number[]>().defaultRaw(`'[]'`),
    /** When it ended, in the market's time. */
    closedAt: p.datetime().nullable(),
    /**
     * The end of the last minute that counted; of what has not ended, of one a quarter of an hour back at most while the market is told.
     */
    scoredThrough: p.datetime().nullable(),
    /** Minutes of its life that the venue has no candle of; of what has not ended, when its outcome was last written. */
    gapMinutes: p.integer().default(0),
    /** SHA-256 over the candles of its life, and the funding that it paid, where it has ended (candles-digest.ts). */
    candlesDigest: p.text().nullable(),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'signal_scores_closed_index', properties: ['methodology', 'closedAt', 'signal'] }],
});

/** What became of a signal. Where it has ended it stands as it is. */
export class SignalScoreRow extends SignalScoreSchema.class {}
SignalScoreSchema.setClass(SignalScoreRow);
export { SignalScoreSchema };
