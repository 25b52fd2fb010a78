import { Decimal, type FieldError } from '../../platform/domain/index.js';
import { closureOf, instantOf, type SignalTerms } from './signal-terms.js';

type Prices = Pick<SignalTerms, 'side' | 'entryPrice' | 'stopLoss' | 'takeProfit1' | 'takeProfit2' | 'takeProfit3'>;

const rungs = [
  { field: 'stopLoss', label: 'The stop loss', of: 'entryPrice', than: 'the entry price', towards: -1 },
  { field: 'takeProfit1', label: 'Take profit 1', of: 'entryPrice', than: 'the entry price', towards: 1 },
  { field: 'takeProfit2', label: 'Take profit 2', of: 'takeProfit1', than: 'take profit 1', towards: 1 },
  { field: 'takeProfit3', label: 'Take profit 3', of: 'takeProfit2', than: 'take profit 2', towards: 1 },
] as const;

/**
 * Long: stop < entry < target 1 < 2 < 3; short mirrored (rules.md section 1). Names every price that stands on the wrong side of its
 * neighbour.
 */
export function geometryProblems(prices: Prices): FieldError[] {
  const direction = prices.side === 'long' ? 1 : -1;
  return rungs
    .filter(({ field, of, towards }) => new Decimal(prices[field]).comparedTo(prices[of]) !== towards * direction)
    .map(({ field, label, than, towards }) => ({
      field,
      message: `${label} of a ${prices.side} signal must be ${towards * direction > 0 ? 'above' : 'below'} ${than}`,
    }));
}

/** The projected closure lies after the signal's own date and time. */
export function closureProblems(terms: Pick<SignalTerms, 'date' | 'time' | 'projectedDateOfClosure'>): FieldError[] {
  const closure = closureOf(terms.projectedDateOfClosure);
  if (closure && closure > instantOf(terms)) return [];
  return [{ field: 'projectedDateOfClosure', message: 'The projected date of closure must be after the date and time of the signal' }];
}
