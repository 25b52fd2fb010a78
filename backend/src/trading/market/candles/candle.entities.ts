import { defineEntity, p } from '@mikro-orm/core';
import { markets, venues } from '../../venues/index.js';

const market = () => ({ venue: p.enum(venues).primary(), market: p.enum(markets).primary(), symbol: p.text().primary() });

/** One-minute candles of a pair on one UTC day, packed (candle-block.ts). Stored candles never change. */
const CandleDaySchema = defineEntity({
  name: 'CandleDay',
  tableName: 'candle_days',
  properties: {
    ...market(),
    day: p.date().primary(),
    block: p.blob(),
    /** Minutes known to have a candle or none, and how many have one. */
    knownMinutes: p.smallint(),
    candleCount: p.smallint(),
    /** Candles that filled a known gap later. A change invalidates conclusions drawn before. */
    lateCount: p.smallint().default(0),
    /** Last time the day's gaps were requested again. */
    askedAt: p.datetime().defaultRaw('now()'),
  },
});
export class CandleDay extends CandleDaySchema.class {}
CandleDaySchema.setClass(CandleDay);

/** One-second candles of a minute whose own candle leaves the order of events open; an empty block: the venue has none. */
const CandleMinuteSchema = defineEntity({
  name: 'CandleMinute',
  tableName: 'candle_minutes',
  properties: { ...market(), minute: p.datetime().primary(), block: p.blob() },
});
export class CandleMinute extends CandleMinuteSchema.class {}
CandleMinuteSchema.setClass(CandleMinute);

export const candleEntities = [CandleDaySchema, CandleMinuteSchema] as const;
