export { CURRENCY, pricedAssets, taxMethods } from './tax-rows.types.js';
export type { FuturesEntry, PositionSide, PriceOf, TaxMethod, TaxRow } from './tax-rows.types.js';
export { TaxYear } from './tax-year.rules.js';
export type { DisposalLine, RewardLine, TaxLines, TaxTotals, UnknownLine, UnvaluedLine } from './tax-lines.types.js';
