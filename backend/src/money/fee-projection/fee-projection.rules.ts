import { Decimal } from '../../platform/domain/index.js';
import { centsToText, toCents } from '../../platform/domain/cents.rules.js';
import { scaled } from '../../platform/domain/scaled.js';
import { fundAnswer, fundCaseSchema } from '../fund-fees/index.js';
import { publishedTerms } from './published-terms.rules.js';

/** A year without a leap day that ends with a crystallisation; which one changes no figure. */
const STARTS_AT = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
const DAYS = 365;
const PLACES = 18;

export interface Assumption {
  /** US dollars. */
  capital: string;
  /** Of the capital, in per cent, in a year and before fees. */
  result: string;
}

export interface FeeProjection extends Assumption {
  days: number;
  tradingResult: string;
  equityBeforeFees: string;
  managementFee: string;
  /** The profit that the performance fee is taken from. */
  chargeable: string;
  performanceFee: string;
  fees: string;
  remains: string;
  /** What remains, against the capital, in per cent. */
  netResult: string;
  /** The loss to be made good before the next performance fee. */
  carryForward: string;
}

/**
 * Computes the fees of an assumed year with the engine that computes those of clients. The result is the same percentage on each of 365
 * days, there are no deposits and withdrawals, and fees are paid after the year.
 */
export function projectFees({ capital, result }: Assumption): FeeProjection {
  const { total, crystallisations, now } = fundAnswer(
    fundCaseSchema.parse({
      terms: publishedTerms,
      mandate: { countersignedAt: new Date(STARTS_AT).toISOString() },
      valuations: assumedEquity(capital, result).map((equity, day) => ({ at: new Date(STARTS_AT + day * DAY_MS).toISOString(), equity })),
    }),
  );
  const [charge] = crystallisations;
  return {
    capital: total.opening,
    result,
    days: DAYS,
    tradingResult: total.tradingResult,
    equityBeforeFees: total.closing,
    managementFee: total.managementFee,
    chargeable: cents(charge && 'chargeable' in charge ? charge.chargeable! : '0'),
    performanceFee: total.performanceFee,
    fees: total.owedClosing,
    remains: total.netClosing,
    netResult: new Decimal(total.netClosing).div(total.opening).minus(1).times(100).toFixed(2),
    carryForward: cents(now.carryForward),
  };
}

const cents = (exact: string) => centsToText(toCents(scaled(exact)));

/** Returns the equity at each 00:00 of the year, the first and the last included. */
function assumedEquity(capital: string, result: string): string[] {
  const growth = new Decimal(result).div(100).plus(1);
  const growthOfDay = growth.pow(new Decimal(1).div(DAYS));
  const equity = [new Decimal(capital)];
  for (let day = 1; day < DAYS; day++) equity.push(equity[day - 1]!.times(growthOfDay));
  return [...equity, growth.times(capital)].map((amount) => amount.toDecimalPlaces(PLACES).toFixed());
}
