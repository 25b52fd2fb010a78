import { Decimal, InvalidInput } from '../../platform/domain/index.js';
import { geometryProblems } from './signal.rules.js';
import type { Side, SignalTerms } from './signal.input.js';

export type OddsTerms = Pick<
  SignalTerms,
  'side' | 'leverageFactor' | 'entryPrice' | 'stopLoss' | 'takeProfit1' | 'takeProfit2' | 'takeProfit3'
>;

/** Percentages and ratios have two decimals, rounded half up. Fees and funding are left out. */
export interface Odds {
  side: Side;
  /** Distance from entry to stop, in percent of the entry price. */
  risk: string;
  /** `risk` in percent of the margin: multiplied by the leverage. */
  marginRisk: string;
  /** Distance from entry to each target, in percent, and as a multiple of the risk. */
  targets: { reward: string; ratio: string }[];
}

const twoDecimals = (value: Decimal) => value.toFixed(2, Decimal.ROUND_HALF_UP);

/** Computes risk and rewards of a signal. Throws InvalidInput naming each price on the wrong side of its neighbour. */
export function oddsOf(terms: OddsTerms): Odds {
  const problems = geometryProblems(terms);
  if (problems.length > 0) throw new InvalidInput(problems, 'signal.contradicts-itself');
  return publishedOddsOf(terms);
}

/** As `oddsOf`, of a published signal: its prices were checked then, perhaps by older rules. */
export function publishedOddsOf(terms: OddsTerms): Odds {
  const entry = new Decimal(terms.entryPrice);
  const distance = (price: string) => entry.minus(price).abs();
  const percent = (way: Decimal) => way.dividedBy(entry).times(100);
  const risk = distance(terms.stopLoss);
  return {
    side: terms.side,
    risk: twoDecimals(percent(risk)),
    marginRisk: twoDecimals(percent(risk).times(terms.leverageFactor)),
    targets: [terms.takeProfit1, terms.takeProfit2, terms.takeProfit3].map((target) => ({
      reward: twoDecimals(percent(distance(target))),
      ratio: twoDecimals(distance(target).dividedBy(risk)),
    })),
  };
}
