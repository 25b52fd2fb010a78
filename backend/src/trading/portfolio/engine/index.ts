export * from './portfolio.types.js';
export { Ledger } from './ledger.js';
export { addUp } from './day-results.rules.js';
export { compute } from './compute.js';
export { profitAndLoss, type PnlFill, type PnlLine, type PnlMethod } from './profit-and-loss.js';
export { maxDrawdown, returnFigures, type ReturnCase, type ReturnFigures } from './return-case.js';
export { ReturnChain, type Break, type BreakReason, type ChainPeriod, type ExternalFlow, type Valuation } from './return-chain.js';
export { abs, divided, NotExact, ONE, over, scaled, times, toDecimal } from '../../../platform/domain/scaled.js';
export { cagr, calmar, MIN_RETURNS, moneyWeighted, sharpe, sortino, type CashFlow, type MoneyWeighted } from './statistics.js';
