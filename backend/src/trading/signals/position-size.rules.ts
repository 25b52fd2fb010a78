import type { LeverageBracket } from '../venues/index.js';
import { Exact, liquidationOf, PLACES } from './liquidation.rules.js';
import type { MinimumNeeds, NoSizeReason, PositionSize, PositionSizeInput, SizeWarning } from './position-size.types.js';

export const MIN_RISK_PERCENT = '0.1';
export const MAX_RISK_PERCENT = '10';

const riskForm = /^(0|[1-9]\d?)(\.\d{1,2})?$/;

/** Returns whether a text is a share of the equity to risk: 0.1 to 10 percent, two decimals at most. */
export function isRiskPercent(typed: string): boolean {
  return (
    riskForm.test(typed) && new Exact(typed).greaterThanOrEqualTo(MIN_RISK_PERCENT) && new Exact(typed).lessThanOrEqualTo(MAX_RISK_PERCENT)
  );
}

/** What one unit of the base currency loses at the stop, and costs at the entry, with fees. Exact. */
interface PerUnit {
  loss: Exact;
  /** Times the leverage. */
  leveragedCost: Exact;
}

/** The order sizes of the exchange in units of the base currency. */
interface Lots {
  step: Exact;
  /** Smallest order that meets the minimum quantity and the minimum notional; a multiple of the step. */
  smallest: Exact;
  /** Null: no limit. */
  largest: Exact | null;
}

/**
 * Computes the quantity whose loss at the stop, with the taker fees of entry and exit, is at most the chosen share of the equity:
 *
 *   quantity = equity x risk / (|entry - stop| + fee x (entry + stop)), rounded down to the lot
 *
 * and reduced to what the exchange and the equity allow. Fills at the prices of the signal are assumed: slippage, gaps and funding are left
 * out. On a spot market the fee of a purchase is taken from the coins, which costs less than computed here. Amounts are exact; a margin is
 * rounded up and never understated (ADR 43).
 */
export function positionSize(input: PositionSizeInput): PositionSize {
  const { equity, market, side, filters, brackets, leverage } = input;
  const riskAmount = equity === null ? null : new Exact(equity).times(input.riskPercent).dividedBy(100);
  const none = (reason: NoSizeReason, minimum: MinimumNeeds | null = null): PositionSize =>
    withoutQuantity(input, riskAmount, reason, minimum);
  if (market === 'spot' && side === 'short') return none('short-on-spot');
  if (equity === null || riskAmount === null) return none('equity-unknown');
  if (!riskAmount.greaterThan(0)) return none('equity-not-positive');
  if (filters === null) return none('filters-unknown');
  const limit = leverageLimit(brackets, leverage, input.entryPrice);
  if (limit === 'none') return none('leverage-not-allowed');

  const [entry, unit, lots] = [new Exact(input.entryPrice), perUnit(input), lotsOf(input)];
  const warnings: SizeWarning[] = [];
  let quantity = wholeLots(riskAmount, unit.loss, lots.step);
  const reduce = (most: Exact | null, warning: SizeWarning) => {
    if (most === null || quantity.lessThanOrEqualTo(most)) return;
    quantity = most;
    warnings.push(warning);
  };
  reduce(lots.largest, 'above-maximum');
  reduce(limit === null ? null : wholeLots(limit, new Exact(1), lots.step), 'above-leverage-limit');
  reduce(wholeLots(new Exact(equity).times(leverage), unit.leveragedCost, lots.step), 'margin-exceeds-equity');
  if (quantity.lessThan(lots.smallest)) return none('below-minimum', needsOf(input, equity, unit, lots.smallest));

  const notional = quantity.times(entry);
  const liquidation =
    market === 'spot'
      ? ({ price: null, reason: 'spot' } as const)
      : liquidationOf(
          { side, quantity: quantity.toFixed(), entryPrice: input.entryPrice, leverage, takerFee: input.takerFee },
          brackets ?? [],
        );
  const isEarly = liquidation.price !== null && new Exact(liquidation.price).comparedTo(input.stopLoss) * (side === 'long' ? 1 : -1) >= 0;
  if (isEarly) warnings.push('liquidation-before-stop');
  const feeAt = (price: string) => quantity.times(price).times(input.takerFee);
  return {
    quantity: quantity.toFixed(),
    reason: null,
    contracts: filters.contractSize === null ? null : quantity.dividedBy(filters.contractSize).toFixed(),
    notional: notional.toFixed(),
    margin: notional.dividedBy(leverage).toDecimalPlaces(PLACES, Exact.ROUND_CEIL).toFixed(),
    lossAtStop: quantity.times(unit.loss).toFixed(),
    riskAmount: riskAmount.toFixed(),
    fees: { entry: feeAt(input.entryPrice).toFixed(), stop: feeAt(input.stopLoss).toFixed() },
    targets: input.targets.map((price) => ({
      price,
      reward: quantity.times(entry.minus(price).abs()).minus(feeAt(input.entryPrice)).minus(feeAt(price)).toFixed(),
    })),
    liquidationPrice: liquidation.price,
    liquidationReason: liquidation.reason,
    warnings,
    minimum: null,
  };
}

function withoutQuantity(
  { market, targets }: PositionSizeInput,
  riskAmount: Exact | null,
  reason: NoSizeReason,
  minimum: MinimumNeeds | null,
): PositionSize {
  return {
    quantity: null,
    reason,
    contracts: null,
    notional: null,
    margin: null,
    lossAtStop: null,
    riskAmount: riskAmount?.toFixed() ?? null,
    fees: null,
    targets: targets.map((price) => ({ price, reward: null })),
    liquidationPrice: null,
    liquidationReason: market === 'spot' ? 'spot' : 'no-quantity',
    warnings: reason === 'below-minimum' ? ['below-minimum'] : [],
    minimum,
  };
}

function perUnit({ entryPrice, stopLoss, takerFee, leverage }: PositionSizeInput): PerUnit {
  const entry = new Exact(entryPrice);
  return {
    loss: entry.minus(stopLoss).abs().plus(entry.plus(stopLoss).times(takerFee)),
    leveragedCost: entry.plus(entry.times(takerFee).times(leverage)),
  };
}

/** Returns the largest multiple of `step` whose cost, at `each` a unit, is within `budget`. */
function wholeLots(budget: Exact, each: Exact, step: Exact): Exact {
  return budget.dividedToIntegerBy(each.times(step)).times(step);
}

/** Returns the smallest multiple of `step` that is not below `amount` over `divisor`. */
function lotsFrom(amount: Exact, divisor: Exact, step: Exact): Exact {
  const lots = wholeLots(amount, divisor, step);
  return lots.times(divisor).lessThan(amount) ? lots.plus(step) : lots;
}

function lotsOf({ filters, entryPrice }: PositionSizeInput): Lots {
  const { stepSize, minQuantity, maxQuantity, minNotional, contractSize } = filters!;
  const size = new Exact(contractSize ?? 1);
  const step = size.times(stepSize);
  const one = new Exact(1);
  return {
    step,
    smallest: Exact.max(
      step,
      lotsFrom(size.times(minQuantity), one, step),
      lotsFrom(new Exact(minNotional ?? 0), new Exact(entryPrice), step),
    ),
    largest: maxQuantity === null ? null : wholeLots(size.times(maxQuantity), one, step),
  };
}

/** Returns the largest quantity for which the exchange allows the leverage; null: no limit is known; `none`: it allows it for none. */
function leverageLimit(brackets: readonly LeverageBracket[] | null, leverage: number, entryPrice: string): Exact | null | 'none' {
  if (brackets === null || leverage === 1) return null;
  const allowing = brackets.filter(({ maxLeverage }) => new Exact(maxLeverage).greaterThanOrEqualTo(leverage));
  const largest = allowing.at(-1);
  if (!largest) return 'none';
  const byValue = largest.maxNotional === null ? null : new Exact(largest.maxNotional).dividedBy(entryPrice);
  const byQuantity = largest.maxQuantity === null ? null : new Exact(largest.maxQuantity);
  return byValue === null || byQuantity === null ? (byValue ?? byQuantity) : Exact.min(byValue, byQuantity);
}

function needsOf(
  { riskPercent, leverage }: PositionSizeInput,
  equity: string,
  { loss, leveragedCost }: PerUnit,
  quantity: Exact,
): MinimumNeeds {
  const lost = quantity.times(loss);
  const cost = quantity.times(leveragedCost).dividedBy(leverage);
  const risk = lost.times(100).dividedBy(equity).toDecimalPlaces(2, Exact.ROUND_CEIL);
  const isAffordable = risk.lessThanOrEqualTo(MAX_RISK_PERCENT) && cost.lessThanOrEqualTo(equity);
  const needed = Exact.max(lost.times(100).dividedBy(riskPercent), cost).toDecimalPlaces(8, Exact.ROUND_CEIL);
  return { quantity: quantity.toFixed(), riskPercent: isAffordable ? risk.toFixed() : null, equity: needed.toFixed() };
}
