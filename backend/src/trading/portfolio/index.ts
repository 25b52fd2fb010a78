export {
  findDailyEquity,
  findExternalFlows,
  findLastEquity,
  findMemberEquity,
  type AccountSpan,
  type DailyEquity,
  type ExternalFlow,
  type MemberEquity,
} from './equity-history.query.js';
export { kindOfIncome, marginOf, sharesOneWallet } from './ledger/index.js';
export { PortfolioComputingService } from './jobs/portfolio-computing.service.js';
export { PortfolioJobsModule } from './portfolio-jobs.module.js';
export { PortfolioModule } from './portfolio.module.js';
export {
  profitAndLoss,
  ReturnChain,
  returnFigures,
  type ChainPeriod,
  type PnlFill,
  type PnlMethod,
  type ReturnCase,
} from './engine/index.js';
export { liquidationDistance } from './reader/exposure.rules.js';
export { isStablecoin } from './reader/stablecoin.rules.js';
