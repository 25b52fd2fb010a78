import { defineEntity, p } from '@mikro-orm/core';
import { markets, venues } from '../../exchange/index.js';

const market = () => ({ venue: p.enum(venues).primary(), market: p.enum(markets).primary(), symbol: p.text().primary() });

/** One-minute candles of a pair on one UTC day, in a block (candle-block.ts). A candle that was told never changes. */
const CandleDaySchema = defineEntity({
  name: 'CandleDay',
  tableName: 'candle_days',
  properties: {
    ...market(),
    day: p.date().primary(),
    block: p.blob(),
    /** Minutes of which it is known whether they have a candle, and how many have one. */
    knownMinutes: p.smallint(),
    candleCount: p.smallint(),
    /** Candles that came for minutes of which it was known that there were none: whoever has concluded something from that has to think again. */
    lateCount: p.smallint().default(0),
    /** When the venue was last asked again about the minutes that it had no candle of. */
    askedAt: p.datetime().defaultRaw('now()'),
  },
});
export class CandleDay extends CandleDaySchema.class {}
CandleDaySchema.setClass(CandleDay);

/** One-second candles of a minute that alone does not tell what came first in it; an empty block: the venue has none. */
const CandleMinuteSchema = defineEntity({
  name: 'CandleMinute',
  tableName: 'candle_minutes',
  properties: { ...market(), minute: p.datetime().primary(), block: p.blob() },
});
export class CandleMinute extends CandleMinuteSchema.class {}
CandleMinuteSchema.setClass(CandleMinute);

export const candleEntities = [CandleDaySchema, CandleMinuteSchema] as const;
