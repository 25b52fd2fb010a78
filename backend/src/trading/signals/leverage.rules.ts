import { Decimal, type FieldError } from '../../platform/domain/index.js';
import type { LeverageBracket, Venue } from '../venues/index.js';
import type { SignalTerms } from './signal.input.js';

export type LeverageTerms = Pick<LeverageBracket, 'maxLeverage' | 'maintenanceRatio'>;
type LeveragedTerms = Pick<SignalTerms, 'base' | 'quote' | 'side' | 'leverageFactor' | 'entryPrice' | 'stopLoss'>;

/**
 * Bracket to use if the venue did not return one. 125 is the highest leverage of any Binance contract. 0.5 % is the maintenance margin of
 * the example in rules.md, and not below that of the smallest positions of the largest contracts. Smaller contracts have a higher margin:
 * their positions are liquidated earlier than computed here.
 */
export const ASSUMED_BRACKET: LeverageTerms = { maxLeverage: '125', maintenanceRatio: '0.005' };

/** Significant digits of a liquidation price in a message. */
const SHOWN_DIGITS = 6;

/**
 * Checks the leverage against the venue's maximum, and the stop against the liquidation price. The bracket is that of the smallest
 * positions, because a signal has no size: larger positions have lower limits. A factor of 1 is a spot signal, which cannot be liquidated.
 */
export function leverageProblems(terms: LeveragedTerms, venue: Venue, { maxLeverage, maintenanceRatio }: LeverageTerms): FieldError[] {
  const { leverageFactor, stopLoss } = terms;
  if (leverageFactor === 1) return [];
  if (new Decimal(leverageFactor).greaterThan(maxLeverage))
    return [{ field: 'leverage', message: `${terms.base}/${terms.quote} allows up to ${new Decimal(maxLeverage).toFixed()}x at ${venue}` }];
  const bounds = liquidationTimesLeverage(terms, maintenanceRatio);
  // Multiplied by the leverage, because 1/L may have no finite decimal.
  const inside = new Decimal(stopLoss).times(leverageFactor).comparedTo(bounds) === (terms.side === 'long' ? 1 : -1);
  if (inside) return [];
  const liquidation = bounds.dividedBy(leverageFactor).toSignificantDigits(SHOWN_DIGITS).toFixed();
  return [
    {
      field: 'stopLoss',
      message: `With ${leverageFactor}x the position would be liquidated at about ${liquidation}, before the stop at ${stopLoss}`,
    },
  ];
}

/**
 * Returns the approximate liquidation price of an isolated position, entry x (1 - 1/L + m) if long and entry x (1 + 1/L - m) if short,
 * times L, which keeps it exact.
 */
function liquidationTimesLeverage({ side, leverageFactor, entryPrice }: LeveragedTerms, maintenanceRatio: string): Decimal {
  const direction = side === 'long' ? 1 : -1;
  const margin = new Decimal(1).minus(new Decimal(maintenanceRatio).times(leverageFactor));
  return new Decimal(entryPrice).times(new Decimal(leverageFactor).minus(margin.times(direction)));
}
