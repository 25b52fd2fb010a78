import { z } from 'zod';
import { Decimal } from '../../../platform/domain/index.js';
import type { OddsTerms } from '../signal-odds.js';
import { markFilters } from '../marks/signal-mark.repository.js';
import { phases } from '../signal-phase.query.js';
import {
  closureOf,
  isDay,
  isTimeOfDay,
  isTrailingStop,
  leverageOf,
  pairOf,
  priceOf,
  sideOf,
  sides,
  signalSentences,
  textRefusal,
  type SignalTerms,
  type TextField,
} from '../signal.input.js';

/** A text that `accepts` returns true for, kept as typed. `sentence`: the message for missing, mistyped and rejected values. */
const typed = (accepts: (text: string) => boolean, sentence: string) =>
  z.string(sentence).refine((text) => text.length <= 200 && accepts(text), sentence);

const text = (field: TextField, label: string) =>
  z.string(`${label} is required`).superRefine((value, context) => {
    const refusal = textRefusal(field, label, value);
    if (refusal !== null) context.addIssue({ code: 'custom', message: refusal });
  });

/** A JSON number has at most 15 significant digits here (platform/http/json-body.reader.ts), so a double holds all of them. */
export const price = z.union([z.string(), z.number()], signalSentences.price).transform((value, context) => {
  const decimal = priceOf(typeof value === 'number' ? new Decimal(value).toFixed() : value);
  if (decimal !== null) return decimal;
  context.addIssue({ code: 'custom', message: signalSentences.price });
  return z.NEVER;
});

const fields = {
  asset: typed((value) => pairOf(value) !== null, signalSentences.asset),
  tradeType: typed((value) => sideOf(value) !== null, signalSentences.tradeType),
  timeFrame: text('timeFrame', 'Time frame'),
  riskLevel: text('riskLevel', 'Risk level'),
  leverage: z
    .union([z.string(), z.number()], signalSentences.leverage)
    .transform(String)
    .refine((value) => leverageOf(value) !== null, signalSentences.leverage),
  recommendedPositionSize: text('recommendedPositionSize', 'Recommended position size'),
  duration: text('duration', 'Duration'),
  currentPrice: price,
  entryPrice: price,
  stopLoss: price,
  trailingStopLoss: typed(isTrailingStop, signalSentences.trailingStopLoss),
  takeProfit1: price,
  takeProfit2: price,
  takeProfit3: price,
  marketCondition: text('marketCondition', 'Market condition'),
  signalMessage: text('signalMessage', 'Signal message'),
  date: typed(isDay, signalSentences.date),
  time: typed(isTimeOfDay, signalSentences.time),
  projectedDateOfClosure: typed((value) => closureOf(value) !== null, signalSentences.projectedDateOfClosure),
};

/** POST /createsignal. Keys it does not know are ignored, as the specification's own clients may send some. */
export const signalBody = z.object(fields);
/** POST /admin/signals */
export const newSignalBody = z.strictObject(fields);

/** POST /admin/signals/preview: the fields that risk and reward follow from. */
export const oddsBody = newSignalBody.pick({
  tradeType: true,
  leverage: true,
  entryPrice: true,
  stopLoss: true,
  takeProfit1: true,
  takeProfit2: true,
  takeProfit3: true,
});
export type OddsBody = z.output<typeof oddsBody>;

/** GET /getsignal, beside `page` and `perPage`. `mark`: as the reader marked it. `q` looks into pair, message and market condition. */
export const signalFilter = z.object({
  side: z.enum(sides, 'side must be long or short').optional(),
  status: z.enum(phases, 'status must be running or ended').optional(),
  mark: z.enum(markFilters, 'mark must be taken, passed or none').optional(),
  q: z.string('q must be text').trim().max(100, 'q can have up to 100 characters').optional(),
});
export type SignalListFilter = z.output<typeof signalFilter>;

export type SignalBody = z.output<typeof signalBody>;

/** Parses the typed fields. */
export function termsOf(body: SignalBody): SignalTerms {
  const pair = pairOf(body.asset);
  const side = sideOf(body.tradeType);
  const leverageFactor = leverageOf(body.leverage);
  const projectedClosureAt = closureOf(body.projectedDateOfClosure);
  if (!pair || !side || leverageFactor === null || !projectedClosureAt)
    throw new Error('signalBody accepted a field that cannot be parsed');
  return { ...body, ...pair, side, leverageFactor, projectedClosureAt };
}

export function oddsTermsOf({ tradeType, leverage, ...prices }: OddsBody): OddsTerms {
  const side = sideOf(tradeType);
  const leverageFactor = leverageOf(leverage);
  if (!side || leverageFactor === null) throw new Error('oddsBody accepted a field that cannot be parsed');
  return { ...prices, side, leverageFactor };
}
