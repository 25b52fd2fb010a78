import type { FundFeeProjection, FundFeeTerms } from '../../src/features/fund-fees/api/get-fund-fees';

const both = (cumulativeProfit: string, grossHighWaterMark: string) => ({ cumulativeProfit, grossHighWaterMark });

export const feeTerms: FundFeeTerms = {
  managementRate: '0.025',
  performanceRate: '0.3',
  minimum: '10000',
  limits: { capital: { min: '10000', max: '1000000000' }, result: { min: '-99', max: '500' } },
  example: {
    opening: '10000.00',
    months: [
      { month: 1, change: '20.00', equity: both('12000.00', '12000.00'), fee: both('600.00', '600.00') },
      { month: 2, change: '-3.51', equity: both('11000.00', '11000.00'), fee: both('0.00', '0.00') },
      { month: 3, change: '13.64', equity: both('12500.00', '12500.00'), fee: both('330.00', '150.00') },
      { month: 4, change: '13.36', equity: both('13795.95', '14000.00'), fee: both('487.79', '450.00') },
    ],
    fees: both('1417.79', '1200.00'),
    profit: both('4725.95', '4750.00'),
    share: both('30.00', '25.26'),
  },
};

export const goodYear: FundFeeProjection = {
  capital: '10000.00',
  result: '20',
  days: 365,
  tradingResult: '2000.00',
  equityBeforeFees: '12000.00',
  managementFee: '271.02',
  chargeable: '1728.98',
  performanceFee: '518.69',
  fees: '789.71',
  remains: '11210.29',
  netResult: '12.10',
  carryForward: '0.00',
};

export const badYear: FundFeeProjection = {
  ...goodYear,
  result: '-12.5',
  tradingResult: '-1250.00',
  equityBeforeFees: '8750.00',
  managementFee: '231.03',
  chargeable: '0.00',
  performanceFee: '0.00',
  fees: '231.03',
  remains: '8518.97',
  netResult: '-14.81',
  carryForward: '1481.03',
};
