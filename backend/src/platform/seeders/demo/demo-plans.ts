import { Decimal } from '../../domain/index.js';
import type { AmendmentWish, SignalScore, SignalTerms } from '../../../trading/signals/index.js';
import type { Plan } from './demo-ideas.js';

/** How far a trade must have come before its risk is taken off, in R. */
const PROTECTED_FROM = 0.4;

/** What the team says of a signal when it looks at it again; null: nothing, because the trade is not where the plan applies. */
export function amendmentOf(plan: Plan, terms: SignalTerms, { status, entryPrice }: SignalScore, price: Decimal): AmendmentWish | null {
  const entry = new Decimal(entryPrice ?? terms.entryPrice);
  const risk = entry.minus(terms.stopLoss);
  const gained = price.minus(entry).dividedBy(risk);
  const level = (from: Decimal, risks: number) => from.plus(risk.times(risks)).toDecimalPlaces(placesOf(terms)).toFixed();
  if (status === 'pending') {
    if (plan === 'cancel') return { kind: 'cancel', stop: null };
    if (plan === 'tighten') return { kind: 'move_stop', stop: level(new Decimal(terms.stopLoss), 0.25) };
  }
  if (status === 'open') {
    if (plan === 'close') return { kind: 'close_now', stop: null };
    if (plan === 'protect' && gained.greaterThanOrEqualTo(PROTECTED_FROM)) return { kind: 'move_stop', stop: level(entry, 0.05) };
  }
  return null;
}

const placesOf = ({ entryPrice, stopLoss, takeProfit1 }: SignalTerms): number =>
  Math.max(...[entryPrice, stopLoss, takeProfit1].map((text) => new Decimal(text).decimalPlaces()));
