import type {
  AllocationWire,
  BenchmarkDaysWire,
  DayFlagWire,
  DayResultWire,
  ExposureWire,
  FigureWire,
  PerformanceMonthWire,
  PerformanceSegmentWire,
  PerformanceWire,
  PortfolioChangeWire,
  PortfolioDayWire,
  PortfolioFlowWire,
  PortfolioPeriodWire,
  PortfolioPeriodsWire,
  PortfolioPositionWire,
  PortfolioWire,
} from './types';

/** The portfolio is spelt on the wire as it is inside; amounts stay decimal strings in USDT, returns fractions. */
export type Portfolio = PortfolioWire;
export type PortfolioChange = PortfolioChangeWire;
export type Allocation = AllocationWire;
export type BenchmarkDay = BenchmarkDaysWire[number];
export type DayResult = DayResultWire;
export type Exposure = ExposureWire;
export type PortfolioDay = PortfolioDayWire;
export type Performance = PerformanceWire;
export type PerformanceMonth = PerformanceMonthWire;
export type PerformanceSegment = PerformanceSegmentWire;
export type MonthParts = PortfolioPeriodsWire;
export type SubPeriod = PortfolioPeriodWire;
export type MoneyFlow = PortfolioFlowWire;
export type AssetResult = PortfolioPositionWire;
export type DayFlag = DayFlagWire;
export type Figure = FigureWire;
