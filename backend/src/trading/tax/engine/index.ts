export { createHolding, unknownCauses, type OpenHolding, type UnknownCause } from './holdings.rules.js';
export { toCents } from './rounding.rules.js';
export { CURRENCY, pricedAssets, taxMethods } from './tax-rows.types.js';
export type { FuturesEntry, PositionSide, PriceOf, TaxMethod, TaxRow } from './tax-rows.types.js';
export { TaxYear, type TaxScope } from './tax-year.rules.js';
export type {
  AssetTotal,
  DisposalKind,
  DisposalLine,
  FuturesTotal,
  HoldingLine,
  RewardLine,
  TaxLines,
  TaxTotals,
  UnknownLine,
  UnvaluedLine,
} from './tax-lines.types.js';
