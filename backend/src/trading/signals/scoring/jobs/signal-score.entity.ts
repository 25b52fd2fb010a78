import { defineEntity, p } from '@mikro-orm/core';
import { Signal } from '../../signal.entity.js';

/** Version of the scoring rules (rules.md section 1). Scores of other versions are kept beside the current ones. */
export const METHODOLOGY = 1;

export const scoreStatuses = ['pending', 'open', 'closed', 'missed', 'missed_ambiguous', 'expired_unfilled', 'unscored'] as const;
/** Status of the scoring engine; `unscored`: the venue does not list the market. */
export type StoredStatus = (typeof scoreStatuses)[number];

/** Statuses that never change any more. */
export const finalStatuses = ['closed', 'missed', 'missed_ambiguous', 'expired_unfilled'] as const satisfies readonly StoredStatus[];
export const isFinal = (status: StoredStatus): boolean => (finalStatuses as readonly StoredStatus[]).includes(status);

/** A stored exit; `weight`: the part of the position, `t`: the opening of its minute in seconds since 1970. */
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
    /** Version of the rules (METHODOLOGY). */
    methodology: p.smallint().primary(),
    status: p.enum(scoreStatuses),
    entryPrice: price(),
    entryAt: p.datetime().nullable(),
    exits: p.json<StoredExit[]>().defaultRaw(`'[]'`),
    rGross: price(),
    rNet: price(),
    /** Funding costs in R, included in rNet. Null without funding, or without a result. */
    rFunding: price(),
    rOptimistic: price(),
    /** Ambiguous minutes, by opening time in seconds. */
    ambiguous: p.json<number[]>().defaultRaw(`'[]'`),
    /** End, in market time. */
    closedAt: p.datetime().nullable(),
    /** End of the last scored minute. Of an open score it may lag behind by 15 minutes. */
    scoredThrough: p.datetime().nullable(),
    /** Minutes of the signal's life without a candle; of an open score, as of the last write. */
    gapMinutes: p.integer().default(0),
    /** SHA-256 over candles and paid funding of a final score (candles-digest.ts). */
    candlesDigest: p.text().nullable(),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'signal_scores_closed_index', properties: ['methodology', 'closedAt', 'signal'] }],
});

/** The outcome of a signal. Final scores never change. */
export class SignalScoreRow extends SignalScoreSchema.class {}
SignalScoreSchema.setClass(SignalScoreRow);
export { SignalScoreSchema };
