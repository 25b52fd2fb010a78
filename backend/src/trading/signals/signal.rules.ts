import { Decimal, type FieldError } from '../../platform/domain/index.js';
import { closureOf, instantOf, type SignalTerms } from './signal.input.js';

type Prices = Pick<SignalTerms, 'side' | 'entryPrice' | 'stopLoss' | 'takeProfit1' | 'takeProfit2' | 'takeProfit3'>;

const rungs = [
  { field: 'stopLoss', label: 'The stop loss', of: 'entryPrice', than: 'the entry price', towards: -1 },
  { field: 'takeProfit1', label: 'Take profit 1', of: 'entryPrice', than: 'the entry price', towards: 1 },
  { field: 'takeProfit2', label: 'Take profit 2', of: 'takeProfit1', than: 'take profit 1', towards: 1 },
  { field: 'takeProfit3', label: 'Take profit 3', of: 'takeProfit2', than: 'take profit 2', towards: 1 },
] as const;

/** Names every price on the wrong side of its neighbour. Long: stop < entry < target 1 < 2 < 3; short mirrored (rules.md section 1). */
export function geometryProblems(prices: Prices): FieldError[] {
  const direction = prices.side === 'long' ? 1 : -1;
  return rungs
    .filter(({ field, of, towards }) => new Decimal(prices[field]).comparedTo(prices[of]) !== towards * direction)
    .map(({ field, label, than, towards }) => ({
      field,
      message: `${label} of a ${prices.side} signal must be ${towards * direction > 0 ? 'above' : 'below'} ${than}`,
    }));
}

/** Requires the projected closure to be after the signal's own date and time. */
export function closureProblems(terms: Pick<SignalTerms, 'date' | 'time' | 'projectedDateOfClosure'>): FieldError[] {
  const closure = closureOf(terms.projectedDateOfClosure);
  if (closure && closure > instantOf(terms)) return [];
  return [{ field: 'projectedDateOfClosure', message: 'The projected date of closure must be after the date and time of the signal' }];
}
