import { Decimal, type FieldError } from '../../platform/domain/index.js';
import type { LeverageBracket, Venue } from '../exchange/index.js';
import type { SignalTerms } from './signal-terms.js';

type LeveragedTerms = Pick<SignalTerms, 'base' | 'quote' | 'side' | 'leverageFactor' | 'entryPrice' | 'stopLoss'>;

/**
 * Where the venue did not tell its bracket. 125 is the most that Binance offers of any contract. 0.5 % is the maintenance margin of the
 * rules' worked example, and not below what the venues ask for the smallest positions of their largest contracts. Smaller contracts ask for
 * more: their positions are liquidated sooner than this says.
 */
export const ASSUMED_BRACKET: LeverageBracket = { maxLeverage: '125', maintenanceRatio: '0.005' };

/** Prices are told with as many digits as anybody reads. */
const TOLD_DIGITS = 6;

/**
 * Names the leverage where the venue does not allow so much, and the stop where the position would be liquidated before it is reached. The
 * bracket is that of the smallest positions, because a signal tells no size: larger positions are allowed less. With a factor of 1 it is a
 * spot signal, which nobody liquidates.
 */
export function leverageProblems(terms: LeveragedTerms, venue: Venue, { maxLeverage, maintenanceRatio }: LeverageBracket): FieldError[] {
  const { leverageFactor, stopLoss } = terms;
  if (leverageFactor === 1) return [];
  if (new Decimal(leverageFactor).greaterThan(maxLeverage))
    return [{ field: 'leverage', message: `${terms.base}/${terms.quote} allows up to ${new Decimal(maxLeverage).toFixed()}x at ${venue}` }];
  const bounds = liquidationTimesLeverage(terms, maintenanceRatio);
  // Multiplied out, because one over the leverage has no end.
  const inside = new Decimal(stopLoss).times(leverageFactor).comparedTo(bounds) === (terms.side === 'long' ? 1 : -1);
  if (inside) return [];
  const liquidation = bounds.dividedBy(leverageFactor).toSignificantDigits(TOLD_DIGITS).toFixed();
  return [
    {
      field: 'stopLoss',
      message: `With ${leverageFactor}x the position would be liquidated at about ${liquidation}, before the stop at ${stopLoss}`,
    },
  ];
}

/**
 * Of an isolated position, about: entry x (1 - 1/L + m) of a long one, entry x (1 + 1/L - m) of a short one; times L here, which is exact.
 */
function liquidationTimesLeverage({ side, leverageFactor, entryPrice }: LeveragedTerms, maintenanceRatio: string): Decimal {
  const direction = side === 'long' ? 1 : -1;
  const margin = new Decimal(1).minus(new Decimal(maintenanceRatio).times(leverageFactor));
  return new Decimal(entryPrice).times(new Decimal(leverageFactor).minus(margin.times(direction)));
}
